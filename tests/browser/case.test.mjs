// The form for a case answers as the program predicts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { makeCases, predicted } from "./pages.mjs";

let browser;
const made = makeCases();
before(async () => { browser = await launch(); });
after(() => browser.close());

/// Enters a case, column by column; an empty text is a missing value.
const enter = (page, values) => page.evaluate((values) => {
  document.querySelector(".clear").click();
  for (const field of document.querySelectorAll(".field")) {
    const text = values[field.querySelector(".field-name").textContent];
    const [select, absent] = [field.querySelector("select"), field.querySelector("input[type=checkbox]")];
    let changed = select ?? field.querySelector("input[type=text]");
    if (select) {
      const options = [...select.options];
      const named = (label) => options.find((option) => option.textContent === label);
      select.value = (text === "" ? named("missing") : named(text) ?? named("another value")).value;
    } else if (text === "") {
      absent.checked = true;
      changed = absent;
    } else changed.value = text;
    changed.dispatchEvent(new Event("input", { bubbles: true }));
  }
}, values);

/// What the form says, and what the picture shows.
const said = (page) => page.evaluate(() => ({
  class: document.querySelector(".case-class")?.textContent,
  rule: document.querySelector(".case-rule a")?.getAttribute("href").slice(1),
  steps: [...document.querySelectorAll(".case-says li")].map((step) => step.textContent),
  marked: [...document.querySelectorAll(".branch.taken > .leaf")].map((leaf) => leaf.getAttribute("href").slice(1)),
  trouble: document.querySelector(".case-class") ? null : document.querySelector(".case-says").textContent,
}));

for (const [name, { page: file, model, cases }] of Object.entries(made)) {
  test(`${name}: the form says what the program predicts, by the rule that the picture marks`, async () => {
    const { page, complaints } = await open(browser, file);
    const asked = await page.locator(".field-name").allTextContents();
    const nodes = JSON.parse(readFileSync(model)).tree.nodes;
    assert.equal(asked.length, new Set(nodes.filter((node) => node.node === "split").map((node) => node.column)).size);
    const classes = predicted(model, cases);
    for (const [at, values] of cases.entries()) {
      await enter(page, values);
      const { class: answer, rule, marked } = await said(page);
      assert.equal(answer, classes[at], JSON.stringify(values));
      assert.deepEqual(marked, [rule]);
    }
    assert.deepEqual(complaints, []);
    await page.close();
  });
}

test("a case that is not whole says what is wanted next, and a word in place of a number is refused", async () => {
  const { page } = await open(browser, made.mixed.page);
  const input = page.locator(".field input[type=text]").first();
  await input.fill("seven");
  assert.match((await said(page)).trouble, /should be a number, such as 3 or 2\.5\./);
  await input.fill("1e2");
  assert.doesNotMatch((await said(page)).trouble ?? "", /should be a number/);
  await page.locator(".clear").click();
  assert.match((await said(page)).trouble, /^Give .+ to go on\.$/);
  assert.equal(await page.locator(".branch.taken").count(), 0);
  await page.close();
});

test("a folded subtree opens for a case that goes there", async () => {
  const { page } = await open(browser, made.numeric.page);
  await page.locator(".levels").selectOption("1");
  await enter(page, made.numeric.cases[0]);
  assert.ok(await page.locator(".branch.taken > .leaf").isVisible());
  await page.close();
});
