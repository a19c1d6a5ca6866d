// Takes the pictures of the analysis board that the documentation shows:
//
//     npm run demo && node test/pictures.mjs [FOLDER]

import { fileURLToPath } from "node:url";

import { browsers } from "./browsers.mjs";
import { serve } from "./server.mjs";

const demo = fileURLToPath(new URL("../demo/dist", import.meta.url));
const folder = process.argv[2] ?? fileURLToPath(new URL("../../docs/images", import.meta.url));

/** The Opera Game, before the queen is given away. */
const MOVES =
    "e2e4_e7e5_g1f3_d7d6_d2d4_c8g4_d4e5_g4f3_d1f3_d6e5_f1c4_g8f6_f3b3_d8e7_b1c3_c7c6_c1g5_b7b5_c3b5_c6b5_c4b5_b8d7_" +
    "e1c1_a8d8_d1d7_d8d7_h1d1_e7e6_b5d7_f6d7_b3b8_d7b8_d1d8";
const PLY = 18;

const pictures = [
    { name: "demo", width: 1280, height: 960, scale: 1, scheme: "light" },
    { name: "demo-phone", width: 375, height: 812, scale: 2, scheme: "dark" },
];

const server = await serve(demo);
const browser = await browsers.chromium();
for (const { name, width, height, scale, scheme } of pictures) {
    const page = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme: scheme,
    });
    await page.goto(`${server.url}/index.html#moves=${MOVES}&ply=${PLY}`);
    await page.waitForSelector("#stats:not([hidden])", { state: "attached" });
    // The scores of all positions.
    await page.waitForFunction(
        (count) => document.querySelector("#graph .curve").getAttribute("points").split(" ").length === count,
        MOVES.split("_").length + 1,
    );
    await page.screenshot({ path: `${folder}/${name}.png` });
    await page.close();
}
await browser.close();
server.close();
