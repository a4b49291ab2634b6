// Draws the picture of the page for the documentation.
import { join } from "node:path";
import { launch } from "../browser/browser.mjs";
import { fit, openPage, set, takeDemo } from "./page.mjs";

const browser = await launch();
const { page } = await openPage(browser, { width: 1100, height: 1640 });
await takeDemo(page, "balance-scale");
await set(page, { from: "0.2", to: "0.01", lambda: "0.02" });
await page.evaluate(() => document.querySelectorAll("details").forEach((part) => { part.open = false; }));
await fit(page, "#path");
await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
await page.waitForTimeout(500);
await page.screenshot({ path: join(process.argv[2], "page.png"), fullPage: false });
await browser.close();
