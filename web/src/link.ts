// The link that holds what is on the board: `#sfen=…&attacker=w&flip=1&pieces=western&lang=ja`, or the same as a query.

import type { Side } from "./position.ts";

export interface Link {
  sfen?: string;
  attacker?: Side;
  flip?: boolean;
  western?: boolean;
  lang?: string;
  /** The number of an example, from 1, to be solved at once. */
  example?: number;
}

/** Reads the fragment, and what it does not say from the query. */
export function readLink(url: URL): Link {
  const parts = [url.hash.slice(1), url.search.slice(1)].map((text) => new URLSearchParams(withPlusses(text)));
  const get = (name: string) => parts.map((part) => part.get(name)).find((value) => value !== null) ?? undefined;
  const attacker = get("attacker");
  const example = get("example");
  return {
    sfen: get("sfen")?.replaceAll("_", " "),
    attacker: attacker === "b" || attacker === "w" ? attacker : undefined,
    flip: flag(get("flip")),
    western: get("pieces") === undefined ? undefined : get("pieces") === "western",
    lang: get("lang"),
    example: example === undefined ? undefined : Number(example) || 1,
  };
}

// A plus means a space, unless spaces are written otherwise: then somebody wrote the link by hand, and means promoted pieces.
const withPlusses = (text: string) =>
  text.replace(/(^|&)sfen=[^&]*/, (part) => (/_|%20/.test(part) ? part.replaceAll("+", "%2B") : part));

const flag = (value: string | undefined) => (value === undefined ? undefined : value === "1");

/** The fragment, without `#`. Spaces of SFEN are written as underscores, which need no escapes. */
export function writeLink(link: Link): string {
  const parts: string[] = [];
  if (link.sfen) parts.push(`sfen=${link.sfen.replaceAll(" ", "_").replaceAll("+", "%2B")}`);
  if (link.attacker) parts.push(`attacker=${link.attacker}`);
  if (link.flip) parts.push("flip=1");
  if (link.western !== undefined) parts.push(`pieces=${link.western ? "western" : "japanese"}`);
  if (link.lang) parts.push(`lang=${link.lang}`);
  return parts.join("&");
}
