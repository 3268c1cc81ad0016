// Texts that people paste and files that they drop: in which encoding, and in which notation.

export type Format = "sfen" | "usi" | "kif" | "ki2" | "bod" | "csa" | "jkf";

/** The notation of a text, by its looks. What is none of them is taken for SFEN, and the service says what is wrong. */
export function formatOf(text: string): Format {
  const body = text.replace(/^\uFEFF/, "").trim();
  const has = (pattern: RegExp) => pattern.test(body);
  if (has(/^[[{"]/)) return "jkf";
  if (has(/^(position|startpos|sfen)\b/) || has(/^\S+\s+[bw]\s+\S+(\s+\d+)?\s+moves\b/)) return "usi";
  if (has(/^(V[0-9]|N[+-]|\$[A-Z]+|P[1-9I+-]|'|[+-]\d{4}[A-Z]{2})/)) return "csa";
  if (has(/^\s*\d+\s+\S*(打|[(（]\d\d[)）]|投了|詰み|中断|[同成])/m) || has(/^手数-/m)) return "kif";
  if (has(/[▲△☗☖][\s　]*([1-9１-９][一二三四五六七八九1-9１-９]|同)/)) return "ki2";
  if (has(/^手合割/m)) return "kif";
  if (has(/^[|｜]/m) || has(/持駒|持ち駒/)) return "bod";
  return "sfen";
}

/** The text of a file: UTF-16 or UTF-8 with or without a byte order mark, else Shift_JIS. */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

/** Where in a text, in UTF-16 units, these bytes of its UTF-8 form lie. */
export function rangeOf(text: string, start: number, end: number): [number, number] {
  const bytes = new TextEncoder().encode(text);
  const units = (upTo: number) => new TextDecoder().decode(bytes.subarray(0, upTo)).length;
  return [units(start), units(Math.max(start, end))];
}
