// Takes the README's pictures of the page anew: tests/page/run.sh "" screenshots.mjs

import { writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, browse, held, play, serve, solve, until, visiting, withColours } from "./harness.mjs";
import { SHIFT_JIS_SFEN, TRAPS } from "./problems.mjs";

const FOLDER = path.join(ROOT, "web/screenshots");

const PICTURES = {
  answer: {
    at: held(SHIFT_JIS_SFEN),
    viewport: { width: 1100, height: 820 },
    reach: async (page) => {
      await solve(page);
      await until(page, "#soundness-result", "aria-busy", "false");
      await page.locator("#forward").click();
    },
  },
  play: {
    at: held(TRAPS),
    locale: "ja-JP",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    reach: async (page) => {
      await page.locator("#tab-play").click();
      await play(page, "G*2b");
      await until(page, "#verdict", "data-result", "escape");
      await page.locator('#played [data-ply="2"]').waitFor();
    },
  },
};

const [server, browser] = await Promise.all([serve(), browse()]);
for (const [name, { reach, ...options }] of Object.entries(PICTURES)) {
  await visiting(browser, { address: server.address, reducedMotion: "reduce", ...options }, async (page) => {
    await reach(page);
    await page.evaluate(() => scrollTo(0, 0));
    writeFileSync(path.join(FOLDER, `${name}.png`), withColours(await page.screenshot(), 256));
  });
}
await Promise.all([server.close(), browser.close()]);
