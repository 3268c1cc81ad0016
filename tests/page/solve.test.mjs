// The page in a browser: problems come in, are solved, shown, and go out again.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browse, held, place, read, serve, shown, solve, until, visiting } from "./harness.mjs";
import { COOKED, ENDLESS, FIVE, KIF, KIF_SFEN, NO_MATE, SHIFT_JIS, SHIFT_JIS_SFEN, TWO_KINGS } from "./problems.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), browse()]);
});
after(() => Promise.all([server?.close(), browser?.close()]));

const visit = (options, visitor) => visiting(browser, { address: server.address, ...options }, visitor);

/** What the page would hand on: the position that its link holds. */
const sfen = (page) => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("sfen")?.replaceAll("_", " "));

/** Waits until this is the position. */
const untilSfen = (page, wanted) =>
  page.waitForFunction((wanted) => new URLSearchParams(location.hash.slice(1)).get("sfen")?.replaceAll("_", " ") === wanted, wanted);

test("the page has a title, a version and an example to begin with", () =>
  visit({}, async (page) => {
    assert.match(await page.title(), /tsumi/);
    await page.getByText(/tsumi \d+\.\d+/).first().waitFor();
    await solve(page);
  }));

test("an example that the address names is solved at once", () =>
  visit({ at: "/?example=1" }, (page) => until(page, "#answer", "data-outcome", "mate")));

test("every example is what it says", () =>
  visit({}, async (page) => {
    const examples = page.locator("[data-example]");
    assert.ok((await examples.count()) >= 10);
    for (const example of await examples.all()) {
      await example.click();
      await page.locator("#solve").click();
      await page.locator("#answer").waitFor();
      const { outcome, plies } = await page.locator("#answer").evaluate((answer) => ({ ...answer.dataset }));
      const label = await example.getAttribute("aria-label");
      if (outcome === "mate") assert.match(label, new RegExp(`\\b${plies} pl(y|ies)$`));
      else assert.deepEqual([outcome, /no mate/.test(label)], ["no_mate", true]);
    }
  }));

test("an SFEN is pasted, solved and stepped through", () =>
  visit({}, async (page) => {
    await read(page, FIVE);
    await untilSfen(page, FIVE);
    await page.locator("#tab-solve").click();
    await solve(page);
    assert.equal(await page.locator("#answer").getAttribute("data-plies"), "5");
    assert.match(await shown(page, "#answer"), /Mate in 5 plies/);
    assert.match(await shown(page, "#lengths"), /5/);
    await until(page, '#board [data-place="1c"]', "data-piece", "vK");
    await page.locator("#forward").click();
    await until(page, '#board [data-place="2c"]', "data-piece", "G");
    await page.locator("#last").click();
    await until(page, '#board [data-place="2e"]', "data-piece", "+B");
    await page.locator("#first").click();
    await until(page, '#board [data-place="1c"]', "data-piece", "vK");
    await page.locator("#last").click();
    await page.locator("#back").click();
    await until(page, '#board [data-place="1e"]', "data-piece", "vK");
    await page.locator('#line [data-ply="2"]').click();
    await until(page, '#board [data-place="1d"]', "data-piece", "vK");
    await page.locator('#line [data-ply="2"]').press("ArrowRight");
    await page.locator('#line [data-ply="3"][aria-current="step"]').waitFor();
  }));

test("variations are shown on the board", () =>
  visit({ at: held(SHIFT_JIS_SFEN) }, async (page) => {
    await solve(page);
    const move = page.locator("#variations .branch .move").first();
    await move.click();
    assert.equal(await move.getAttribute("aria-current"), "step");
    const square = (await move.getAttribute("data-usi")).slice(2, 4);
    assert.match(await page.locator(`#board [data-place="${square}"]`).getAttribute("data-piece"), /^v/);
  }));

test("a KIF is pasted where no field is, and solved", () =>
  visit({}, async (page) => {
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, KIF);
    await untilSfen(page, KIF_SFEN);
    await solve(page);
    assert.equal(await page.locator("#answer").getAttribute("data-plies"), "1");
  }));

test("a link to the page is pasted as a text", () =>
  visit({}, async (page) => {
    await read(page, `https://tsumi.example${held(FIVE, "&pieces=western")}`);
    await untilSfen(page, FIVE);
  }));

test("a call that a changing network has cut off is made again", () =>
  visit({ expected: /Failed to load resource/ }, async (page) => {
    for (const method of ["ConvertPosition", "StreamSolve"]) {
      await page.route(`**/${method}`, (route) => route.abort("internetdisconnected"), { times: 1 });
    }
    await read(page, FIVE);
    await untilSfen(page, FIVE);
    await page.locator("#tab-solve").click();
    await solve(page);
  }));

test("a file in Shift_JIS is dropped, with its solution", () =>
  visit({}, async (page) => {
    await page.evaluate((bytes) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([Uint8Array.from(bytes)], "problem.kif"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [...readFileSync(SHIFT_JIS)]);
    await untilSfen(page, SHIFT_JIS_SFEN);
    await page.locator("#recorded .move").nth(4).waitFor();
    await solve(page);
  }));

test("a file is opened", () =>
  visit({}, async (page) => {
    await page.locator("#tab-position").click();
    await page.locator("#file").setInputFiles(SHIFT_JIS);
    await untilSfen(page, SHIFT_JIS_SFEN);
  }));

test("what is wrong is said where it is", () =>
  visit({}, async (page) => {
    await read(page, "lnsgkgsnl/9/ppppppppp/9/9 b - 1");
    await page.locator("#text-faults li[data-reason]").first().waitFor();
    await read(page, TWO_KINGS);
    await page.locator('#faults [data-reason="TWO_KINGS"]').waitFor();
    await page.locator('#board [data-place="4a"].wrong').waitFor();
    assert.match(await page.locator('#board [data-place="4a"]').getAttribute("aria-label"), /at fault/);
  }));

test("a position is set up by dragging and by touching", () =>
  visit({}, async (page) => {
    await page.locator("#tab-position").click();
    await page.locator("#clear").click();
    await place(page, "x*K").dragTo(place(page, "5a"));
    await until(page, '#board [data-place="5a"]', "data-piece", "vK");
    await place(page, "x*P").click();
    await place(page, "5c").click();
    await until(page, '#board [data-place="5c"]', "data-piece", "P");
    // Touched again, it promotes.
    await place(page, "5c").click();
    await place(page, "5c").click();
    await until(page, '#board [data-place="5c"]', "data-piece", "+P");
    await page.locator("#undo").click();
    await until(page, '#board [data-place="5c"]', "data-piece", "P");
    await place(page, "x*G").dragTo(page.locator("#hand-bottom"));
    await place(page, "x*S").click();
    const { x, y, width, height } = await page.locator("#hand-bottom .stand").boundingBox();
    await page.mouse.click(x + width - 4, y + height / 2);
    await page.locator('#hand-bottom [data-place="b*S"]').waitFor();
    await page.locator("#undo").click();
    await page.locator("#rest").click();
    await page.locator("#is-problem").waitFor();
    await page.locator("#tab-solve").click();
    await solve(page);
    await page.locator("#tab-position").click();
    await page.locator("#undo").click();
    await page.locator("#undo").click();
    assert.equal(await page.locator('#hand-bottom [data-place="b*G"]').count(), 0);
  }));

test("no board is called a problem before the service has found that it is one", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.locator("#tab-position").click();
    await page.locator("#is-problem").waitFor();
    await page.locator("#clear").click();
    assert.equal(await page.locator("#is-problem").count(), 0);
    await page.locator("#faults li[data-reason]").first().waitFor();
    assert.equal(await page.locator("#is-problem").count(), 0);
  }));

test("a text that is answered late does not come on the board in another problem's place", () =>
  visit({}, async (page) => {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    await page.route("**/ConvertPosition", (route) => released.then(() => route.continue()), { times: 1 });
    await read(page, FIVE);
    await page.locator('[data-example="2"]').click();
    const chosen = await sfen(page);
    const answered = page.waitForResponse("**/ConvertPosition");
    release();
    await answered;
    await page.locator("#is-problem").waitFor();
    assert.equal(await sfen(page), chosen);
  }));

test("lines that end as on Windows are read, and a fault in them is marked where it is", () =>
  visit({}, async (page) => {
    const text = KIF.replaceAll("\n", "\r\n").replace("打", "打打打");
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
    await page.locator("#text-faults li[data-reason]").first().waitFor();
    await page.waitForFunction(() => document.activeElement.id === "text");
    const marked = await page.locator("#text").evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.match(marked, /打/);
  }));

test("where any mate will do, nothing is asked that needs the shortest", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.locator("#options summary").click();
    await page.locator("#length").selectOption({ label: "any mate will do" });
    await solve(page);
    await page.locator("#stop").waitFor({ state: "detached" });
    assert.match(await shown(page, "#answer"), /There is a mate/);
    assert.equal(await page.locator("#variations, #soundness-result").count(), 0);
  }));

test("no mate is said, and who proves it", () =>
  visit({ at: held(NO_MATE) }, async (page) => {
    await solve(page, "no_mate");
    assert.match(await shown(page, "#answer"), /No mate/);
  }));

test("a long search tells how it goes and stops when told", () =>
  visit({ at: held(ENDLESS) }, async (page) => {
    await page.locator("#options summary").click();
    await page.locator("#seconds").selectOption({ label: "30 min" });
    await page.locator("#solve").click();
    const nodes = page.locator('#progress [data-figure="nodes"] dd');
    const first = await nodes.innerText();
    await page.waitForFunction((first) => document.querySelector('#progress [data-figure="nodes"] dd')?.textContent !== first, first);
    await page.locator("#stop").click();
    await until(page, "#answer", "data-outcome", "stopped");
    assert.match(await shown(page, "#answer"), /Nothing is proved/);
    // The server has stopped too: the next problem is answered at once.
    await read(page, FIVE);
    await page.locator("#tab-solve").click();
    await solve(page);
  }));

test("a search whose time is over says that nothing is decided", () =>
  visit({ at: held(ENDLESS) }, async (page) => {
    await page.locator("#options summary").click();
    await page.locator("#seconds").selectOption({ label: "2 s" });
    await solve(page, "unknown");
    assert.match(await shown(page, "#answer"), /Not decided/);
  }));

test("a cook is found and shown on the board", () =>
  visit({ at: held(COOKED) }, async (page) => {
    await solve(page);
    await until(page, "#soundness-result", "data-sound", "false");
    const finding = page.locator("#findings .finding[data-usi]").first();
    const usi = await finding.getAttribute("data-usi");
    await finding.click();
    await page.locator(`.arrow[data-arrow="${usi}"]`).waitFor();
  }));

test("the link holds what is shown, and the browser's buttons go back and forth", () =>
  visit({ locale: "ja-JP" }, async (page) => {
    await read(page, FIVE);
    await untilSfen(page, FIVE);
    await page.locator("#flip").click();
    await page.locator("#pieces-western").click();
    await page.locator("#language").selectOption("en");
    const link = page.url();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#copy-link").click();
    await page.locator("#note").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);

    const other = await page.context().newPage();
    await other.goto(link);
    await until(other, '#board [data-place="1c"]', "data-piece", "vK");
    assert.equal(await other.locator("#flip").getAttribute("aria-pressed"), "true");
    assert.equal(await other.locator("#pieces-western").getAttribute("aria-pressed"), "true");
    assert.equal(await other.locator("html").getAttribute("lang"), "en");
    assert.equal(await sfen(other), FIVE);
    await other.close();

    await read(page, KIF_SFEN);
    await untilSfen(page, KIF_SFEN);
    await page.goBack();
    await untilSfen(page, FIVE);
    await until(page, '#board [data-place="1c"]', "data-piece", "vK");
    await page.goForward();
    await untilSfen(page, KIF_SFEN);
    await until(page, '#board [data-place="5a"]', "data-piece", "vK");
  }));

test("the position is copied as text", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const [form, sign] of [["sfen", FIVE], ["kif", "後手の持駒"], ["usi", "position sfen"]]) {
      await page.locator(`#copy-${form}`).click();
      await page.waitForFunction((sign) => navigator.clipboard.readText().then((text) => text.includes(sign)), sign);
    }
  }));

test("the board is copied as a picture", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.locator("#copy-picture").click();
    await page.locator("#note", { hasText: "The picture is copied" }).waitFor();
    assert.deepEqual(await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types)), ["image/png"]);
  }));

test("where copying is not allowed the text is shown", () =>
  visit({ at: held(FIVE) }, async (page) => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.locator("#copy-sfen").click();
    assert.equal(await page.locator("#leaflet textarea").inputValue(), FIVE);
    await page.locator("#leaflet-close").click();
    await page.locator("#leaflet").waitFor({ state: "detached" });
  }));

test("the browser's language is spoken until another is chosen, which is remembered", () =>
  visit({ locale: "ja-JP" }, async (page) => {
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    assert.equal(await shown(page, "#tab-solve"), "解く");
    await page.locator("#language").selectOption("en");
    assert.equal(await shown(page, "#tab-solve"), "Solve");
    await page.goto(server.address);
    assert.equal(await shown(page, "#tab-solve"), "Solve");
  }));
