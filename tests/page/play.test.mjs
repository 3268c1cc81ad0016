// The page in a browser: a visitor attacks, and the service defends.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, held, place, play, serve, shown, until, visiting } from "./harness.mjs";
import { ENDLESS, FIVE, FIVE_LINE, TRAPS } from "./problems.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(() => Promise.all([server?.close(), browser?.close()]));

/** Opens the page on a problem that is to be played. */
const playing = (sfen, visitor, options = {}) =>
  visiting(browser, { address: server.address, at: held(sfen), ...options }, async (page) => {
    await page.locator("#tab-play").click();
    await visitor(page);
  });

const verdict = (page, result) => until(page, '#verdict[data-busy="false"]', "data-result", result);

/** Waits until so many moves were made. */
const played = (page, count) => page.locator(`#played [data-ply="${count}"]`).waitFor();

test("a problem of five plies is played to its end", () =>
  playing(FIVE, async (page) => {
    await play(page, FIVE_LINE[0]);
    await played(page, 2);
    await verdict(page, "correct");
    await until(page, '#played [data-ply="2"]', "data-usi", FIVE_LINE[1]);
    await play(page, FIVE_LINE[2]);
    await played(page, 4);
    await play(page, FIVE_LINE[4]);
    // The bishop may promote or not.
    await page.locator("#promote-yes").click();
    await verdict(page, "solved");
    assert.match(await shown(page, "#verdict"), /Mate/);
    assert.equal(await page.locator("#played [data-usi]").count(), 5);
    await page.locator("#reset").click();
    await until(page, '#board [data-place="1c"]', "data-piece", "vK");
  }));

test("a wrong move is refuted and taken back", () =>
  playing(TRAPS, async (page) => {
    await play(page, "G*2b");
    await verdict(page, "escape");
    await until(page, '#played [data-ply="2"]', "data-usi", "2a2b");
    await until(page, '#board [data-place="2b"]', "data-piece", "vL");
    await page.locator("#take-back").click();
    await until(page, '#board [data-place="2a"]', "data-piece", "vL");
    await play(page, "G*1b");
    await verdict(page, "solved");
  }));

const illegal = [
  ["a pawn dropped to mate", "P*1b", /mate/i],
  ["a second pawn on a file", "P*2c", /file/i],
  ["a piece that could never move", "P*3a", /never move|no move|move again|rank/i],
];
for (const [what, usi, reason] of illegal) {
  test(`${what} is illegal, and why`, () =>
    playing(TRAPS, async (page) => {
      await play(page, usi);
      await verdict(page, "illegal");
      assert.match(await shown(page, "#verdict"), reason);
      assert.equal(await page.locator("#played").count(), 0);
    }));
}

test("a move that is no check is told so", () =>
  playing(TRAPS, async (page) => {
    await play(page, "1c2c");
    await verdict(page, "not_check");
    assert.match(await shown(page, "#verdict"), /no check/);
  }));

test("a move is dragged", () =>
  playing(TRAPS, async (page) => {
    await place(page, "b*G").dragTo(place(page, "1b"));
    await verdict(page, "solved");
  }));

test("hints tell the piece, the square and the move", () =>
  playing(TRAPS, async (page) => {
    await page.locator("#hint").click();
    await page.locator('#hand-bottom [data-place="b*G"].hinted').waitFor();
    assert.equal(await page.locator("#board .hinted").count(), 0);
    await page.locator("#hint").click();
    await page.locator('#board [data-place="1b"].hinted').waitFor();
    await page.locator("#hint").click();
    await page.locator('.arrow[data-arrow="G*1b"]').waitFor();
    assert.ok(await page.locator("#hint").isDisabled());
  }));

test("what could not be decided is not guessed", () =>
  playing(ENDLESS, async (page) => {
    await page.locator("#tab-solve").click();
    await page.locator("#options summary").click();
    await page.locator("#seconds").selectOption({ label: "2 s" });
    await page.locator("#tab-play").click();
    // Not even six times that time decides it.
    await play(page, "G*3c");
    await verdict(page, "undecided");
  }));

test("a search is stopped, and the game goes on", () =>
  playing(ENDLESS, async (page) => {
    await play(page, "G*3c");
    await page.locator('#verdict[data-busy="true"]').waitFor();
    await until(page, '#board [data-place="3c"]', "data-piece", "G");
    assert.match(await shown(page, "#verdict"), /Thinking/);
    await page.locator("#play-stop").click();
    await verdict(page, "none");
    assert.match(await shown(page, "#verdict"), /stopped/);
    assert.equal(await page.locator("#played").count(), 0);
    assert.equal(await page.locator('#board [data-place="3c"][data-piece]').count(), 0);
    await page.locator("#hint").click();
    await page.locator('#verdict[data-busy="true"]').waitFor();
    assert.match(await shown(page, "#verdict"), /Thinking/);
  }));

test("nothing is played where the service does not say whether a piece may promote", () =>
  playing(
    FIVE,
    async (page) => {
      await page.route("**/ReplayMoves", (route) => route.abort());
      await play(page, "4c2e");
      await verdict(page, "failed");
      assert.equal(await page.locator("#played").count(), 0);
      await page.unroute("**/ReplayMoves");
      await play(page, "4c2e");
      await page.locator("#promote-cancel").click();
      await until(page, '#board [data-place="4c"]', "data-piece", "B");
    },
    { expected: /Failed to load resource/ },
  ));

test("a move does not outlive its problem", () =>
  playing(FIVE, async (page) => {
    await play(page, "4c2e");
    await page.locator("#promote").waitFor();
    await page.evaluate((hash) => (location.hash = hash), held(TRAPS).slice(1));
    await until(page, '#board [data-place="1c"]', "data-piece", "G");
    assert.equal(await page.locator("#promote").count(), 0);
    await play(page, "G*1b");
    await verdict(page, "solved");
    assert.equal(await page.locator("#played [data-usi]").count(), 1);
  }));

const first = [
  ["is played on", "7G1/7+N1/5B1Gk/9/9/9/9/9/9 w B2r2g4s3n4l18p 1", /moved first.* Your move/, ["1c1d"]],
  ["has no mate", "8k/8G/9/9/9/9/9/9/9 w - 1", /moved first.* no mate/, ["1a1b"]],
  ["is mate already", "7lk/8G/8G/9/9/9/7P1/9/9 w P2r2b2g4s4n3l16p 1", /already/, []],
];
for (const [what, sfen, words, moves] of first) {
  test(`a problem with the defender to move ${what}`, () =>
    playing(`${sfen}&attacker=b`, async (page) => {
      await page.locator("#verdict", { hasText: words }).waitFor();
      assert.deepEqual(await page.locator("#played [data-usi]").evaluateAll((all) => all.map((move) => move.dataset.usi)), moves);
    }));
}

test("who gives up sees the solution", () =>
  playing(FIVE, async (page) => {
    await page.locator("#give-up").click();
    await until(page, "#answer", "data-plies", "5");
  }));

test("the whole problem is played by keyboard", () =>
  playing(FIVE, async (page) => {
    const keys = async (...names) => {
      for (const name of names) await page.keyboard.press(name);
    };
    const focus = () => page.evaluate(() => document.activeElement.dataset.place);
    /** Goes from square to square with the arrow keys; the board is not turned. */
    const walk = async (to) => {
      const from = await focus();
      const [across, down] = [from.charCodeAt(0) - to.charCodeAt(0), to.charCodeAt(1) - from.charCodeAt(1)];
      await keys(...Array(Math.abs(across)).fill(across > 0 ? "ArrowRight" : "ArrowLeft"));
      await keys(...Array(Math.abs(down)).fill(down > 0 ? "ArrowDown" : "ArrowUp"));
      assert.equal(await focus(), to);
    };
    /** Takes up a piece in the hand below, from the board. */
    const takeUp = async (piece) => {
      await walk("5i");
      await keys("ArrowDown");
      while ((await focus()) !== piece) await keys("ArrowRight");
      await keys("Enter", "ArrowUp");
    };
    while (!/^\d[a-i]$/.test((await focus()) ?? "")) await keys("Tab");
    await takeUp("b*G");
    await walk("2c");
    await keys("Enter");
    await played(page, 2);
    await verdict(page, "correct");
    await walk("5i");
    await keys("ArrowDown", "Enter", "ArrowUp");
    await walk("6i");
    await keys("Enter");
    await played(page, 4);
    await verdict(page, "correct");
    await walk("4c");
    await keys("Enter", "Escape", "Enter");
    await walk("2e");
    await keys("Enter");
    await page.locator("#promote").waitFor();
    await keys("Enter");
    await verdict(page, "solved");
  }));

test("a telephone with a finger plays too, in Japanese", () =>
  playing(
    TRAPS,
    async (page) => {
      await place(page, "b*P").tap();
      await place(page, "1b").tap();
      await verdict(page, "illegal");
      assert.match(await shown(page, "#verdict"), /打ち?歩詰/);
      await place(page, "b*G").tap();
      await place(page, "1b").tap();
      await verdict(page, "solved");
    },
    { locale: "ja-JP", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  ));
