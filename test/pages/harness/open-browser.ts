import { existsSync } from 'node:fs';
import { launch, type Browser } from 'puppeteer-core';
import { bundledChromium } from './bundled-chromium.js';

/** Where installed ones are; `CHROMIUM_PATH` names another. */
const INSTALLED = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const installed = INSTALLED.find((path) => path !== '' && existsSync(path)) ?? null;

/** Why there is no browser on this machine; null where there is one. */
export const noBrowser =
  installed === null && !(process.platform === 'linux' && process.arch === 'x64')
    ? 'no Chromium is installed; install one, or name it in CHROMIUM_PATH'
    : null;

/** Starts Chromium: an installed one, otherwise the one that comes as a package for Linux. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = installed ?? (await bundledChromium());
  // Not the package's own arguments: with a single process, closing a tab ends the browser.
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];
  return launch({ executablePath, args, headless: 'shell' });
}
