// What the page of a path promises, seen through a real browser.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { NASTY, makePaths, sizeOf } from "./pages.mjs";

let browser;
const paths = makePaths();
before(async () => { browser = await launch(); });
after(() => browser.close());

/// What is shown: the tree's name, and which links are marked as chosen.
const chosen = (page) => page.evaluate(() => ({
  shown: [...document.querySelectorAll(".choice")].filter((choice) => choice.offsetHeight > 0).map((choice) => choice.id),
  marked: [...document.querySelectorAll("[aria-current]")].map((link) => link.getAttribute("href").slice(1)),
}));

const only = (id) => ({ shown: [id], marked: [id, id] });

for (const width of [1280, 400]) {
  describe(`at ${width} px`, () => {
    for (const { name, page: file, trees } of Object.values(paths)) {
      test(`${name}: nothing complains, nothing is loaded, the page does not scroll sideways`, async () => {
        const { page, complaints } = await open(browser, file, { width });
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(sideways <= 0, `${sideways} px too wide`);
        assert.deepEqual(complaints, []);
        await page.close();
      });

      test(`${name}: every point is reached by keyboard and shows its tree`, async () => {
        const { page, complaints } = await open(browser, file, { width });
        const seen = [];
        for (let at = 0; at < trees.length + 5 && seen.length < trees.length; at++) {
          await page.keyboard.press("Tab");
          const stop = await page.evaluate(() => {
            const here = document.activeElement;
            const box = here.getBoundingClientRect();
            return {
              vertex: here.classList.contains("vertex"),
              label: here.getAttribute("aria-label"),
              visible: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
            };
          });
          if (!stop.vertex) continue;
          const id = `tree-${trees[seen.length].leaves}`;
          assert.deepEqual(await chosen(page), only(id));
          assert.match(stop.label, /^\d+ lea(f|ves), loss [\d.e-]+: the best (found )?for λ from [\d.e-]+ to [\d.e-]+$/);
          assert.ok(stop.visible, `${stop.label} is out of sight`);
          seen.push(id);
        }
        assert.equal(seen.length, trees.length);
        assert.deepEqual(complaints, []);
        await page.close();
      });
    }
  });
}

test("one tree is shown at first; a click on a point shows another and stays where it is", async () => {
  const { page } = await open(browser, paths.proven.page);
  assert.equal((await chosen(page)).shown.length, 1);
  const last = `tree-${paths.proven.trees.at(-1).leaves}`;
  const before = await page.evaluate(() => scrollY);
  await page.locator(".vertex .point").last().click();
  assert.deepEqual(await chosen(page), only(last));
  assert.equal(await page.evaluate(() => scrollY), before);
  await page.close();
});

test("Enter goes on to the tree, an address leads to it, and a leaf to its rule", async () => {
  const { page } = await open(browser, paths.proven.page);
  const { leaves } = paths.proven.trees[1];
  await page.locator(".vertex").nth(1).focus();
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, `#tree-${leaves}`);
  await page.evaluate((id) => { location.hash = id; }, `tree-${paths.proven.trees[0].leaves}`);
  await page.waitForFunction((id) => document.getElementById(id).offsetHeight > 0, `tree-${paths.proven.trees[0].leaves}`);
  await page.locator(".vertex").nth(1).focus();
  await page.locator(`#tree-${leaves} .leaf`).first().focus();
  const says = await page.evaluate((id) => document.querySelector(`#${id} .says`).textContent, `tree-${leaves}`);
  assert.match(says, /^Leaf 1\. If /);
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, `#rule-${leaves}-1`);
  assert.ok(await page.locator(`#rule-${leaves}-1`).isVisible());
  await page.close();
});

test("labels of λ lie over no other and over no point, and leaves are whole numbers", async () => {
  for (const { page: file, trees } of Object.values(paths)) {
    const { page } = await open(browser, file);
    for (const vertex of await page.locator(".vertex").all()) {
      await vertex.focus();
      const clashes = await page.evaluate(() => {
        const boxes = (names) => [...document.querySelectorAll(names)].map((part) => part.getBoundingClientRect());
        const over = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
        const texts = boxes(".range");
        const lone = texts.filter((text, at) => texts.some((other, number) => number < at && over(text, other)));
        return lone.length + texts.filter((text) => boxes(".point").some((point) => over(text, point))).length;
      });
      assert.equal(clashes, 0);
    }
    const ticks = await page.evaluate(() => [...document.querySelectorAll(".frontier .tick[text-anchor=middle]")].map((tick) => tick.textContent));
    assert.ok(ticks.length > 1 && ticks.every((tick) => /^\d+$/.test(tick)), `${ticks}`);
    assert.ok(trees.length < 2 || await page.locator(".range").count() >= 2);
    await page.close();
  }
});

test("what is not proven is dashed, what is proven is not", async () => {
  for (const [made, some] of [[paths.proven, false], [paths.stopped, true]]) {
    const { page } = await open(browser, made.page);
    const dashed = await page.evaluate(() => [...document.querySelectorAll(".edge")]
      .some((edge) => getComputedStyle(edge).strokeDasharray !== "none"));
    assert.equal(made.trees.some((tree) => !tree.proven), some);
    // A single tree has no line to be dashed.
    assert.equal(dashed, some && made.trees.length > 1);
    await page.close();
  }
});

test("names that could break out are text", async () => {
  const { page, complaints } = await open(browser, paths.nasty.page);
  const text = await page.evaluate(() => document.body.textContent + document.title);
  for (const name of [...NASTY.classes, NASTY.target]) assert.ok(text.includes(name), `${name} is not shown`);
  const made = await page.evaluate(() => ({
    scripts: document.scripts.length,
    strangers: document.querySelectorAll("b, i:not(.bar i), u, img, svg[onload]").length,
  }));
  assert.deepEqual(made, { scripts: 1, strangers: 0 });
  assert.deepEqual(complaints, []);
  await page.close();
});

test("on paper all trees are there, and nothing is wider than it", async () => {
  // A4 less its margins is 688 px wide.
  const { page } = await open(browser, paths.proven.page, { width: 688 });
  await page.emulateMedia({ media: "print" });
  assert.equal((await chosen(page)).shown.length, paths.proven.trees.length);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 688, `${wide} px`);
  await page.close();
});

test("a whole path is one file of moderate size", () => {
  assert.ok(sizeOf(paths.proven.page) < 1_000_000, `${sizeOf(paths.proven.page)} bytes`);
});
