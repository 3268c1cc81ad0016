import assert from "node:assert/strict";
import test from "node:test";
import { LANGUAGES, PIECES, STRINGS } from "../src/strings.ts";

const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("all languages fill in the same values", () => {
  for (const [key, row] of Object.entries(STRINGS)) {
    // Of faults the service has its own sentence in English.
    if (key.startsWith("fault_")) continue;
    for (const language of Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]) {
      assert.ok(row[language] !== "", `${key} in ${language}`);
      assert.deepEqual(new Set(names(row[language])), new Set(names(row.en)), `${key} in ${language}`);
    }
  }
});

test("pieces have names of their own in every language", () => {
  for (const language of ["ja", "en", "tr", "et"] as const) {
    const all = Object.values(PIECES).map((row) => row[language]);
    assert.equal(new Set(all).size, all.length, language);
  }
});
