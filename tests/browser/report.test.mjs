// What a report promises, seen through a real browser.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { NASTY, makePages, shown, sizeOf } from "./pages.mjs";

let browser;
const pages = makePages();
before(async () => { browser = await launch(); });
after(() => browser.close());

const files = Object.entries(pages).map(([name, made]) => ({ ...made, name, file: made.page }));
files.push({ ...pages.eight, name: "bare model", file: shown(pages.eight, "html") });

/// Tabs through the whole page; what has the focus at each stop.
async function tabStops(page, leaves) {
  const stops = [];
  for (let at = 0; at < leaves + 10; at++) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => {
      const here = document.activeElement;
      const box = here.getBoundingClientRect();
      return {
        leaf: here.classList.contains("leaf"),
        label: here.getAttribute("aria-label"),
        says: document.getElementById("says").textContent,
        way: document.querySelectorAll(".branch:focus-within").length,
        visible: box.right > 0 && box.left < innerWidth && box.bottom > 0 && box.top < innerHeight,
      };
    }));
  }
  return stops.filter((stop) => stop.leaf);
}

for (const width of [1280, 400]) {
  describe(`at ${width} px`, () => {
    for (const { name, file, leaves, depth } of files) {
      test(`${name}: nothing complains, nothing is loaded, the page does not scroll sideways`, async () => {
        const { page, complaints } = await open(browser, file, { width });
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(sideways <= 0, `${sideways} px too wide`);
        assert.deepEqual(complaints, []);
        await page.close();
      });

      test(`${name}: every leaf's rule is reached by keyboard`, async () => {
        const { page, complaints } = await open(browser, file, { width });
        const stops = await tabStops(page, leaves);
        const rules = await page.locator(".rules li").count();
        assert.equal(rules, leaves);
        assert.equal(new Set(stops.map((stop) => stop.label)).size, leaves);
        for (const stop of stops) {
          assert.match(stop.label, /^Leaf \d+\. If .+, then .+ rows?/s);
          assert.equal(stop.says, stop.label);
          assert.ok(stop.visible, `${stop.label} is out of sight`);
          assert.ok(stop.way >= 2 && stop.way <= depth + 1, `${stop.way} nodes on the way`);
        }
        assert.deepEqual(complaints, []);
        await page.close();
      });
    }
  });
}

test("Enter on a leaf leads to its rule", async () => {
  const { page } = await open(browser, pages.eight.page);
  await page.locator(".leaf").nth(2).focus();
  await page.keyboard.press("Enter");
  assert.equal(new URL(page.url()).hash, "#rule-3");
  const [rule, label] = await page.evaluate(() => [
    document.querySelector(".rules li:target .condition").textContent,
    document.querySelectorAll(".leaf")[2].getAttribute("aria-label"),
  ]);
  assert.ok(label.includes(rule), `${rule} is not in ${label}`);
  await page.close();
});

test("pointing at a leaf highlights the way to it and no other", async () => {
  const { page } = await open(browser, pages.eight.page);
  await page.locator(".leaf").nth(1).hover();
  const lines = await page.evaluate(() => {
    const colour = (line) => getComputedStyle(line).stroke;
    const leaf = document.querySelectorAll(".leaf")[1].closest(".branch");
    const all = [...document.querySelectorAll(".line")];
    const on = all.filter((line) => line.parentElement.contains(leaf)).map(colour);
    const off = all.filter((line) => !line.parentElement.contains(leaf)).map(colour);
    return { on: [...new Set(on)], off: [...new Set(off)] };
  });
  assert.equal(lines.on.length, 1);
  assert.ok(!lines.off.includes(lines.on[0]));
  await page.close();
});

describe("names that could break out", () => {
  const assertShown = (text, names) => {
    for (const name of names) assert.ok(text.includes(name), `${name} is not shown`);
    // A question names one of the two values.
    assert.ok(NASTY.values.some((value) => text.includes(value)), "no value is shown");
  };

  test("are text in the page", async () => {
    const { page, complaints } = await open(browser, pages.nasty.page);
    const text = await page.evaluate(() => document.body.textContent + document.title);
    assertShown(text, [...NASTY.columns, ...NASTY.classes, NASTY.target]);
    const made = await page.evaluate(() => ({
      scripts: document.scripts.length,
      strangers: document.querySelectorAll("b, i:not(.bar i), u, img, svg[onload]").length,
      styles: document.styleSheets.length,
    }));
    assert.deepEqual(made, { scripts: 1, strangers: 0, styles: 1 });
    assert.deepEqual(complaints, []);
    await page.close();
  });

  test("are text in the picture, which is well-formed by itself", async () => {
    const { page, complaints } = await open(browser, shown(pages.nasty, "svg"));
    const seen = await page.evaluate(() => ({
      root: document.documentElement.localName,
      text: document.documentElement.textContent,
      strangers: document.querySelectorAll("script, svg svg, b, u, img, parsererror").length,
    }));
    assert.equal(seen.root, "svg");
    assert.equal(seen.strangers, 0);
    assertShown(seen.text, [...NASTY.columns, ...NASTY.classes]);
    assert.deepEqual(complaints, []);
    await page.close();
  });

  test("are shortened when long, with the full text on hover", async () => {
    const { page } = await open(browser, pages.nasty.page);
    const cards = await page.evaluate(() => [...document.querySelectorAll(".split")].map((card) => ({
      headline: card.querySelector(".headline").textContent,
      title: card.querySelector("title").textContent,
    })));
    const long = cards.find((card) => card.title.includes(NASTY.columns[4]));
    assert.ok([...long.headline].length <= 26 && long.headline.includes("…"), long.headline);
    await page.close();
  });
});

test("no text sticks out of its card", async () => {
  for (const { file } of files) {
    const { page } = await open(browser, file);
    const out = await page.evaluate(() => [...document.querySelectorAll(".card")].flatMap((card) => {
      const box = card.querySelector(".box").getBoundingClientRect();
      const inside = (text) => {
        const place = text.getBoundingClientRect();
        return place.left >= box.left && place.right <= box.right;
      };
      return [...card.querySelectorAll("text")].filter((text) => !inside(text)).map((text) => text.textContent);
    }));
    assert.deepEqual(out, []);
    await page.close();
  }
});

test("a partial area is marked where it ends, on each curve", async () => {
  const { page } = await open(browser, pages.partial.page);
  const curves = await page.evaluate(() => [...document.querySelectorAll("svg.roc")].map((chart) => {
    const across = (name) => chart.querySelector(name).getBBox();
    const [plot, left] = [across(".plot"), across(".left")];
    const label = [...chart.querySelectorAll("text")].find((text) => text.textContent === "θ = 0.3");
    return {
      ends: (left.x + left.width - plot.x) / plot.width,
      beside: label.getBBox().x > left.x + left.width && label.getBBox().x < plot.x + plot.width,
      caption: chart.parentElement.querySelector("figcaption").textContent,
    };
  }));
  assert.equal(curves.length, 2);
  for (const curve of curves) {
    assert.ok(Math.abs(curve.ends - 0.3) < 1e-3, `${curve.ends}`);
    assert.ok(curve.beside);
    assert.match(curve.caption, /left of 0\.3: 0\.\d{4}, divided by 0\.3: 0\.\d{4}$/);
  }
  await page.close();
});

test("the page follows the reader's dark setting", async () => {
  const paper = async (scheme) => {
    const { page } = await open(browser, pages.two.page, { scheme });
    const colours = await page.evaluate(() => [
      getComputedStyle(document.documentElement).backgroundColor,
      getComputedStyle(document.querySelector(".box")).fill,
    ]);
    await page.close();
    return colours;
  };
  assert.deepEqual(await paper("light"), ["rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  assert.deepEqual(await paper("dark"), ["rgb(18, 22, 29)", "rgb(29, 35, 45)"]);
});

test("on paper a narrow tree is a picture, a wide one a list; both are as wide as the paper at most", async () => {
  // A4 less its margins is 688 px wide.
  for (const [made, list] of [[pages.two, 0], [pages.eight, 0], [pages.forty, 81]]) {
    const { page } = await open(browser, made.page, { width: 688, scheme: "dark" });
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(() => ({
      picture: document.querySelector(".gosdt-tree").getBoundingClientRect().width,
      rows: [...document.querySelectorAll(".outline li")].filter((row) => row.offsetHeight > 0).length,
      paper: getComputedStyle(document.documentElement).backgroundColor,
      wide: document.documentElement.scrollWidth,
    }));
    assert.equal(seen.rows, list);
    assert.equal(seen.picture > 0, list === 0);
    assert.ok(seen.wide <= 688, `${seen.wide} px`);
    assert.equal(seen.paper, "rgb(255, 255, 255)");
    await page.close();
  }
});

test("forty leaves are small and quick", async () => {
  assert.ok(sizeOf(pages.forty.page) < 300_000, `${sizeOf(pages.forty.page)} bytes`);
  const { page } = await open(browser, pages.forty.page);
  const meter = await page.context().newCDPSession(page);
  // The time that the page's thread itself worked since it began to load: other programs may keep
  // the machine busy.
  await meter.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await meter.send("Performance.getMetrics");
    return 1000 * metrics.find((metric) => metric.name === "TaskDuration").value;
  };
  const times = [];
  for (let round = 0; round < 5; round++) {
    await page.reload();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    times.push(await worked());
  }
  await page.close();
  assert.ok(Math.min(...times) < 100, `${times} ms`);
});
