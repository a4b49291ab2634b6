// The browser that the tests look through.
import { chromium } from "playwright-core";

const QUIET = [
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launch() {
  // Chromium refuses its sandbox to root, as which containers run.
  const args = process.getuid?.() === 0 ? ["--no-sandbox", ...QUIET] : QUIET;
  return chromium.launch({ executablePath: process.env.CHROMIUM, args });
}

/// Opens a file and notes whatever should not happen.
export async function open(browser, file, { width = 1280, height = 900, scheme = "light" } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
  const complaints = [];
  const address = `file://${file}`;
  page.on("console", (message) => complaints.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => { complaints.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, complaints };
}
