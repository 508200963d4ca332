/**
 * Takes the screenshots of the pages in `docs`: `npm run docs:screenshots`. Fonts differ between machines, so they are not
 * compared by a test.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startHost } from '@stepward/reference-host/testing';
import type { Page } from 'puppeteer-core';
import { openBrowser } from '../test/pages/harness/open-browser.js';
import { startPageHost, type PageHost } from '../test/pages/harness/page-host.js';
import { startPortalHost } from '../test/pages/harness/portal-host.js';
import { startSecurityHost } from '../test/pages/harness/security-host.js';
import { root } from './workspaces.js';

type Show = (page: Page, host: PageHost) => Promise<unknown>;

const SHOTS: Readonly<Record<string, Show>> = {
  'code-page': async (page, host) => page.goto(await host.linkWithCode()),
  'code-page-wrong': async (page, host) => {
    await page.goto(await host.linkWithCode());
    await page.type('#code', host.smsCode() === '000000' ? '111111' : '000000');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  },
  'code-page-recovery': async (page, host) =>
    page.goto(await host.link({ factor: 'recovery_code' })),
};

const folder = join(root, 'docs/images');
mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
for (const [name, show] of Object.entries(SHOTS)) {
  for (const scheme of ['light', 'dark']) {
    // Long enough that the page shows the countdown.
    const host = await startPageHost({}, 60_000);
    const page = await browser.newPage();
    await page.setViewport({ width: 420, height: 620 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await show(page, host);
    await page.screenshot({ path: `${join(folder, `${name}-${scheme}`)}.png`, fullPage: true });
    await page.close();
    await host.stop();
  }
}
await takeSecurityPages();
await takeAdminPages();
await takeFrontPage();
await browser.close();

/** The security page of a person who has text messages, and the page for an authenticator app. */
async function takeSecurityPages(): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    const host = await startSecurityHost();
    const page = await browser.newPage();
    await page.setViewport({ width: 640, height: 700 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const take = (name: string) =>
      page.screenshot({ path: `${join(folder, `${name}-${scheme}`)}.png`, fullPage: true });
    const press = (selector: string) =>
      Promise.all([page.waitForNavigation(), page.click(selector)]);
    await page.goto(host.url);
    await press('form[action="/security/sms"] button');
    await page.type('#code', host.smsCode());
    await press('button[value=verify]');
    host.session.assurance = 'aal2';
    await page.goto(host.url);
    await take('security-page');
    await press('form[action="/security/totp"] button');
    await take('security-page-app');
    await page.close();
    await host.stop();
  }
}

/** A policy with own values, the list of webhooks, one that fails, the picker of its events, and a person to help. */
async function takeAdminPages(): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    const host = await startPortalHost();
    const { webhookId, deliveryId } = host;
    const shots: Readonly<Record<string, string>> = {
      'policy-page': '/policy',
      'webhooks-page': '/webhooks',
      'webhook-page': `/webhooks/${webhookId}`,
      'webhook-events': `/webhooks/${webhookId}/edit`,
      'webhook-delivery': `/webhooks/${webhookId}/deliveries/${deliveryId}`,
      'person-page': host.personPath,
      'person-reset': `${host.personPath}/reset`,
    };
    const page = await browser.newPage();
    await page.setViewport({ width: 820, height: 760 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    for (const [name, path] of Object.entries(shots)) {
      await page.goto(host.url + path);
      await page.screenshot({ path: `${join(folder, `${name}-${scheme}`)}.png` });
    }
    await page.close();
    await host.stop();
  }
}

/** The reference host's page, in the middle of what it is for. */
async function takeFrontPage(): Promise<void> {
  const host = await startHost('start', null);
  const page = await browser.newPage();
  await page.setViewport({ width: 960, height: 700 });
  await page.goto(host.report.base_url);
  await page.click('#enrol button');
  await page.click('#require button');
  await page.waitForFunction(`document.getElementById('messages').textContent.includes('code')`);
  await page.waitForFunction(`document.getElementById('deliveries').textContent.includes('org')`);
  await page.evaluate('scrollTo(0, 0)');
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.screenshot({ path: `${join(folder, `front-page-${scheme}`)}.png` });
  }
  await host.signal('SIGTERM');
}
