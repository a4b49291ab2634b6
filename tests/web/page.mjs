// The page as a user works with it.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const folder = mkdtempSync(join(tmpdir(), "gosdt-web-"));
export const gosdt = (...args) => execFileSync(process.env.GOSDT, args, { cwd: folder, maxBuffer: 1 << 28 });

export const HOME = `file://${process.env.PAGE}/index.html`;

/// A file of the tests.
export function file(name, content) {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/// Opens the page, from disk unless told otherwise, and notes whatever should not happen.
export async function openPage(browser, { width = 1280, height = 900, scheme = "light", home = HOME, before } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme, acceptDownloads: true });
  const complaints = [];
  const own = home.slice(0, home.lastIndexOf("/") + 1);
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    const url = request.url();
    if (![own, "blob:", "data:", "about:"].some((start) => url.startsWith(start))) complaints.push(`request: ${url}`);
  });
  if (before) await page.addInitScript(before);
  await page.goto(home);
  await page.locator("#demos button").first().waitFor();
  return { page, complaints };
}

export const takeDemo = async (page, name) => {
  await page.locator("#demos button", { hasText: new RegExp(`^${name}$`) }).click();
  await page.locator("#problem-part").waitFor();
};

export const takeFile = async (page, path) => {
  await page.locator("#file").setInputFiles(path);
  await page.locator("#problem-part, #error:not([hidden])").first().waitFor();
};

/// Sets fields as a user does: by their identifiers.
export async function set(page, fields) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = true; }));
  for (const [id, value] of Object.entries(fields)) {
    const field = page.locator(`#${id}`);
    if (await field.evaluate((element) => element.localName === "select")) await field.selectOption(value);
    else { await field.fill(value); await field.blur(); }
  }
}

/// Presses the button and waits for the tree.
export async function fit(page, button = "#fit") {
  await page.locator(button).click();
  await page.locator(`${button}:not([disabled])`).waitFor({ timeout: 120_000 });
  const error = page.locator("#error");
  if (await error.isVisible()) throw new Error(await error.textContent());
}

/// What a link saves.
export async function saved(page, link) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(link).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

/// How many pixels the page is wider than the window.
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
