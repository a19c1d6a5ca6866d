// Starts the browsers of the system. Their pages have what the tests use in common: goto, evaluate, close.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

/** Each starts a browser; those that are not installed are null. */
export const browsers = {
    chromium: existsSync(CHROMIUM)
        ? () =>
              chromium.launch({
                  executablePath: CHROMIUM,
                  args: [
                      "--no-sandbox",
                      "--disable-gpu",
                      "--disable-quic",
                      "--no-first-run",
                      "--disable-background-networking",
                      "--disable-component-update",
                      "--disable-sync",
                      "--js-flags=--expose-gc",
                  ],
              })
        : null,
    firefox: existsSync(FIREFOX)
        ? (prefs = {}) =>
              puppeteer.launch({
                  browser: "firefox",
                  executablePath: FIREFOX,
                  headless: true,
                  extraPrefsFirefox: { "datareporting.policy.dataSubmissionEnabled": false, ...prefs },
              })
        : null,
};
