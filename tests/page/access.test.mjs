// The page in a browser: for everybody, on every screen, and when it may not call.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { axe, browse, held, place, play, read, serve, shown, solve, until, visiting } from "./harness.mjs";
import { COOKED, ENDLESS, FIVE, KIF_SFEN, SHIFT_JIS_SFEN, TRAPS, TWO_KINGS } from "./problems.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(() => Promise.all([server?.close(), browser?.close()]));

const visit = (options, visitor) => visiting(browser, { address: server.address, ...options }, visitor);

/** States of the page, each reached from a fresh one. */
const STATES = {
  "an example": ["/", async () => {}],
  "setting up": ["/", (page) => page.locator("#tab-position").click()],
  "a piece taken up": [held(KIF_SFEN), async (page) => {
    await page.locator("#tab-position").click();
    await place(page, "5c").click();
    await page.locator('#board [data-place="5c"].picked').waitFor();
  }],
  "faults of a text": ["/", async (page) => {
    await read(page, "lnsgkgsnl/9/ppppppppp/9/9 b - 1");
    await page.locator("#text-faults li").first().waitFor();
  }],
  "faults of a position": ["/", async (page) => {
    await read(page, TWO_KINGS);
    await page.locator("#faults li").first().waitFor();
  }],
  "searching": [held(ENDLESS), async (page) => {
    await page.locator("#options summary").click();
    await page.locator("#solve").click();
    await page.locator('#progress [data-figure="nodes"]').waitFor();
  }],
  "an answer with variations": [held(SHIFT_JIS_SFEN), async (page) => {
    await solve(page);
    await page.locator("#variations .branch .move").first().click();
  }],
  "a finding": [held(COOKED), async (page) => {
    await solve(page);
    await page.locator("#findings .finding[data-usi]").first().click();
  }],
  "playing": [held(FIVE), (page) => page.locator("#tab-play").click()],
  "a wrong move": [held(TRAPS), async (page) => {
    await page.locator("#tab-play").click();
    await play(page, "G*2b");
    await until(page, "#verdict", "data-result", "escape");
    await page.locator('#played [data-ply="2"]').waitFor();
  }],
  "an illegal move": [held(TRAPS), async (page) => {
    await page.locator("#tab-play").click();
    await play(page, "P*1b");
    await until(page, "#verdict", "data-result", "illegal");
  }],
  "a hint": [held(TRAPS), async (page) => {
    await page.locator("#tab-play").click();
    for (let level = 0; level < 3; level++) await page.locator("#hint").click();
    await page.locator(".arrow").waitFor();
  }],
  "asked for promotion": [held("8k/9/5B2P/9/9/9/9/9/9 b - 1"), async (page) => {
    await page.locator("#tab-play").click();
    await play(page, "4c2a");
    await page.locator("#promote").waitFor();
  }],
  "to be copied by hand": [held(FIVE), async (page) => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.locator("#copy-sfen").click();
    await page.locator("#leaflet").waitFor();
  }],
};

/** What axe finds that is serious or critical, as lines. */
async function serious(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe());
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  return grave.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target}: ${failureSummary}`));
}

/** Whether the page can be moved sideways. */
const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

const STILL = { reducedMotion: "reduce" };

for (const [state, [at, reach]] of Object.entries(STATES)) {
  test(`axe finds nothing serious, light or dark, and nothing is too wide: ${state}`, () =>
    visit({ at, ...STILL }, async (page) => {
      await reach(page);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await serious(page), [], colorScheme);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      assert.equal(await overflows(page), false);
      await page.setViewportSize({ width: 320, height: 600 });
      assert.equal(await overflows(page), false, "on the narrowest");
    }));
}

test("Japanese and western pieces on a narrow screen pass axe too", () =>
  visit({ at: held(SHIFT_JIS_SFEN), locale: "ja-JP", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...STILL }, async (page) => {
    await page.locator("#pieces-western").tap();
    await solve(page);
    assert.deepEqual(await serious(page), []);
    assert.equal(await overflows(page), false);
    // Fingers hit squares that are wide enough.
    const { width } = await place(page, "5e").boundingBox();
    assert.ok(width >= 32, `${width} pixels`);
  }));

test("a screen reader is told squares, moves and results", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.getByRole("gridcell", { name: "1c, king of the defender" }).waitFor();
    await page.getByRole("button", { name: "gold, 1 in hand of the attacker" }).waitFor();
    await solve(page);
    await page.locator("#live", { hasText: "Mate in 5 plies" }).waitFor();
    await page.locator("#language").selectOption("ja");
    await page.getByRole("gridcell", { name: "１三 玉方玉" }).waitFor();
  }));

test("the board stays in reach of Tab, and what is set up is said", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.locator("#tab-position").click();
    await place(page, "x*L").waitFor();
    await place(page, "b*G").click();
    assert.equal(await page.locator('#board [tabindex="0"]').count(), 1);
    await place(page, "5e").click();
    await page.locator("#live", { hasText: "5e, gold of the attacker" }).waitFor();
    await place(page, "b*B").press("Delete");
    await page.locator("#live", { hasText: "bishop back in the box" }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.closest("[role=group]")?.id), "hand-bottom");
    await page.getByRole("group", { name: "Attacker's hand, to move" }).waitFor();
  }));

test("a problem is pasted, solved and stepped through by keyboard alone", () =>
  visit({}, async (page) => {
    const active = () => page.evaluate(() => document.activeElement.id);
    const tabTo = async (id) => {
      for (let presses = 0; (await active()) !== id; presses++) {
        assert.ok(presses < 100, `${id} is not reached by Tab`);
        await page.keyboard.press("Tab");
      }
    };
    await tabTo("tab-solve");
    await page.keyboard.press("ArrowLeft");
    await tabTo("text");
    await page.keyboard.insertText(FIVE);
    await tabTo("read");
    await page.keyboard.press("Enter");
    await until(page, '#board [data-place="1c"]', "data-piece", "vK");
    await tabTo("tab-position");
    await page.keyboard.press("ArrowRight");
    await tabTo("solve");
    await page.keyboard.press("Enter");
    await until(page, "#answer", "data-plies", "5");
    await tabTo("forward");
    await page.keyboard.press("Enter");
    await until(page, '#board [data-place="2c"]', "data-piece", "G");
    await page.keyboard.press("ArrowRight");
    await until(page, '#board [data-place="1d"]', "data-piece", "vK");
  }));

/** Browsers tell of every call that fails, and that a rule means nothing to a page without TLS. */
const refused = /Failed to load resource|Cross-Origin-Opener-Policy header has been ignored/;

test("where calls need a token the page asks for it", async () => {
  const tokens = path.join(tmpdir(), `tsumi-page-${process.pid}`);
  writeFileSync(tokens, "app 0123456789abcdef-good\n");
  const closed = await serve("--tokens", tokens);
  try {
    await visit({ address: closed.address }, async (page) => {
      await page.locator("#token").fill("ключ");
      await page.locator("#token-use").click();
      await page.locator("#trouble", { hasText: "A token has only" }).waitFor();
      await page.locator("#token").fill("0123456789abcdef-good");
      assert.deepEqual(await serious(page), []);
      await page.locator("#token-use").click();
      await page.locator("#token").waitFor({ state: "detached" });
      await solve(page);
    });
  } finally {
    await closed.close();
    rmSync(tokens);
  }
});

test("under a name that nobody vouches for the page says that it may not call", async () => {
  const { port } = new URL(server.address);
  const resolving = await browse("--host-resolver-rules=MAP tsumi.example 127.0.0.1");
  try {
    await visiting(resolving, { address: `http://tsumi.example:${port}`, expected: refused }, async (page) => {
      await page.locator("#solve").click();
      assert.match(await shown(page, "#failure"), /--origins/);
    });
  } finally {
    await resolving.close();
  }
});

test("a server that is gone is told of", async () => {
  const other = await serve();
  try {
    await visit({ address: other.address, expected: refused }, async (page) => {
      await page.locator("#board [data-piece]").first().waitFor();
      await other.close();
      await page.locator("#solve").click();
      assert.match(await shown(page, "#failure"), /cannot be reached/);
    });
  } finally {
    await other.close();
  }
});
