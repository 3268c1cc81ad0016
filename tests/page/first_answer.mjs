// How long from opening the page until the answer to an example is on the screen: a new server and a new browser profile each
// time, so that nothing is known or cached.

import { browse, serve } from "./harness.mjs";

const ROUNDS = Number(process.env.TSUMI_ROUNDS ?? 11);

/** Notes the time, from the beginning of the navigation, of the first picture that has the answer in it. */
function observe() {
  const shown = (element) => element?.dataset.outcome;
  const observer = new MutationObserver(() => {
    if (!shown(document.querySelector("#answer"))) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => (window.answered = performance.now())));
  });
  observer.observe(document, { subtree: true, childList: true });
}

async function measured(browser) {
  const server = await serve();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.addInitScript(observe);
    await page.goto(`${server.address}/?example=1`);
    const answered = await page.waitForFunction(() => window.answered);
    return { answered: await answered.jsonValue(), outcome: await page.locator("#answer").getAttribute("data-outcome") };
  } finally {
    await context.close();
    await server.close();
  }
}

const browser = await browse();
const times = [];
for (let round = 0; round < ROUNDS; round++) {
  const { answered, outcome } = await measured(browser);
  if (outcome !== "mate") throw new Error(`the example is answered with ${outcome}`);
  times.push(answered);
}
await browser.close();
times.sort((a, b) => a - b);
const [median, most] = [times[Math.floor(times.length / 2)], times.at(-1)].map((time) => time.toFixed(0));
console.log(`answer to an example on the screen, from opening the page: ${median} ms (median of ${ROUNDS}), ${most} ms (most)`);
