// The pictures in docs/pictures.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, open } from "./browser.mjs";
import { makePages, makePaths } from "./pages.mjs";

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
const pages = makePages();
const browser = await launch();

async function picture(name, made, view) {
  const { page } = await open(browser, made.page, view);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

/// The page from one heading to another.
async function part(name, made, from, to) {
  const { page } = await open(browser, made.page, { width: 900 });
  const [top, bottom] = await page.evaluate((headings) => headings.map((id) =>
    document.getElementById(id).getBoundingClientRect().top + scrollY), [from, to]);
  const clip = { x: 0, y: top - 16, width: 900, height: bottom - top };
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, clip });
  await page.close();
}

async function onPaper(name, made) {
  const { page } = await open(browser, made.page);
  await page.pdf({ path: join(folder, `${name}.pdf`), preferCSSPageSize: true, pageRanges: "1" });
  await page.close();
}

await picture("report-2-leaves", pages.two, { height: 800 });
await picture("report-8-leaves", pages.eight, { height: 1020 });
await part("report-8-leaves-quality", pages.eight, "metrics", "bounds");
await picture("report-8-leaves-dark", pages.eight, { height: 1020, scheme: "dark" });
await picture("report-8-leaves-narrow", pages.eight, { width: 400 });
await picture("report-41-leaves", pages.forty, { height: 1000 });
await picture("path", makePaths().proven, { height: 1150 });
await onPaper("report-41-leaves-page-1", pages.forty);
await browser.close();
