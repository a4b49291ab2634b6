// What the page of near-optimal trees promises, seen through a real browser.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { NASTY, makeSets } from "./pages.mjs";

let browser;
const sets = makeSets();
before(async () => { browser = await launch(); });
after(() => browser.close());

const shown = (page) => page.evaluate(() => {
  const [, some, all] = document.getElementById("status").textContent.match(/^(\d+) of (\d+) trees/);
  return [Number(some), Number(all)];
});
const chosen = (page) => page.evaluate(() => ["first", "second"].map((id) => document.querySelector(`#${id} h3`).textContent));

for (const width of [1280, 400]) {
  for (const scheme of ["light", "dark"]) {
    describe(`at ${width} px, ${scheme}`, () => {
      for (const { name, page: file } of Object.values(sets)) {
        test(`${name}: nothing complains, nothing is loaded, the page does not scroll sideways`, async () => {
          const { page, complaints } = await open(browser, file, { width, scheme });
          const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(sideways <= 0, `${sideways} px too wide`);
          // Something is drawn.
          const colours = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const canvas = document.getElementById("trees");
            const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            const seen = new Set();
            for (let at = 0; at < data.length; at += 4) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
            done(seen.size);
          }))));
          assert.ok(colours > 4, `${colours} colours`);
          assert.deepEqual(complaints, []);
          await page.close();
        });
      }
    });
  }
}

test("all trees are there, or a sample that is called one", async () => {
  for (const made of [sets.whole, sets.sampled]) {
    const { page } = await open(browser, made.page);
    const says = await page.locator("#sampled").textContent();
    const [, all] = await shown(page);
    if (made.count <= 10_000n) {
      assert.equal(BigInt(all), made.count);
      assert.match(says, /All trees of the set are here/);
    } else {
      assert.equal(all, 10_000);
      assert.match(says, /10,000 of them, drawn at random/);
    }
    await page.close();
  }
});

test("filters leave trees out, and all come back", async () => {
  const { page, complaints } = await open(browser, sets.sampled.page);
  const [all] = await shown(page);
  await page.locator("#most-leaves").fill("9");
  const [few] = await shown(page);
  assert.ok(few > 0 && few < all, `${few} of ${all}`);
  await page.locator("summary").click();
  await page.locator(".column-filters select").first().selectOption("not");
  assert.ok((await shown(page))[0] < few);
  await page.locator("button[type=reset]").click();
  await page.waitForFunction((all) => document.getElementById("status").textContent.startsWith(`${all} of`), all);
  await page.locator("#objective").fill("0");
  const [best] = await shown(page);
  assert.ok(best > 0 && best < all, `${best} of ${all}`);
  await page.locator("#top").selectOption({ index: 1 });
  assert.ok((await shown(page))[0] <= best);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("two trees are chosen by keyboard and by mouse, and stand side by side", async () => {
  const { page, complaints } = await open(browser, sets.whole.page);
  assert.match((await chosen(page))[0], /^A: tree \d+$/);
  await page.locator("#list").focus();
  for (const key of ["ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  const third = (await page.locator("#status").textContent()).match(/tree (\d+):/)[1];
  assert.equal((await chosen(page))[0], `A: tree ${third}`);
  await page.keyboard.press("End");
  await page.keyboard.press(" ");
  const last = (await page.locator("#status").textContent()).match(/tree (\d+):/)[1];
  assert.deepEqual(await chosen(page), [`A: tree ${third}`, `B: tree ${last}`]);
  assert.ok(await page.evaluate(() => document.getElementById("list").scrollTop) > 0, "the last tree is in sight");
  await page.evaluate(() => { document.getElementById("list").scrollTop = 0; });
  await page.locator("#list").click({ position: { x: 60, y: 80 } });
  assert.notEqual((await chosen(page))[0], `A: tree ${third}`);
  const leaves = await page.locator("#first .class").count();
  assert.ok(leaves >= 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("10,000 trees scroll without long frames", async () => {
  const { page } = await open(browser, sets.sampled.page);
  // What the script itself takes for a frame: the machine may be busy with other work.
  const milliseconds = await page.evaluate(async () => {
    const list = document.getElementById("list");
    const times = [];
    for (let at = 0; at < 60; at++) {
      list.scrollTop = at * 997;
      list.dispatchEvent(new Event("scroll"));
      await new Promise((done) => requestAnimationFrame((start) => { times.push(performance.now() - start); done(); }));
    }
    return times.sort((a, b) => a - b)[30];
  });
  assert.ok(milliseconds < 16, `${milliseconds} ms`);
  await page.close();
});

test("names that could break out are text", async () => {
  const { page, complaints } = await open(browser, sets.nasty.page);
  const text = await page.evaluate(() => document.body.textContent + document.title);
  for (const name of [...NASTY.classes, NASTY.target]) assert.ok(text.includes(name), `${name} is not shown`);
  const made = await page.evaluate(() => ({
    scripts: document.scripts.length,
    strangers: document.querySelectorAll("b, i:not(.bar i), u, img, svg[onload]").length,
  }));
  assert.deepEqual(made, { scripts: 2, strangers: 0 });
  assert.deepEqual(complaints, []);
  await page.close();
});
