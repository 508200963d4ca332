import { startHost } from '@stepward/reference-host/testing';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, useSmallScreen } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';

type Host = Awaited<ReturnType<typeof startHost>>;

describe.skipIf(noBrowser !== null)(`the front page in Chromium (${noBrowser ?? 'found'})`, () => {
  let browser: Browser;
  let host: Host;
  beforeAll(async () => {
    [browser, host] = await Promise.all([openBrowser(), startHost('start', null)]);
  });
  afterAll(async () => {
    await browser.close();
    expect(await host.signal('SIGTERM')).toBe(0);
  });

  const answer = (page: Page, expected: string) =>
    page.waitForFunction(`document.getElementById('answer').textContent.includes('${expected}')`);
  /** By the keyboard: the lists fill while a test runs, and move what a click would hit. */
  const press = async (page: Page, selector: string): Promise<void> => {
    await page.focus(selector);
    await page.keyboard.press('Enter');
  };
  const shown = (page: Page, id: string, expected: string) =>
    page.waitForFunction(`document.getElementById('${id}').textContent.includes('${expected}')`);
  const newestCode = (page: Page) =>
    page.$eval('#messages li .soft', (line) => line.textContent?.slice(0, 6) ?? '');

  it('sets up text messages, steps up on the code page, and comes back with the result', async () => {
    const page = await browser.newPage();
    await page.goto(host.report.base_url);
    await shown(page, 'factors', 'none');
    await press(page, '#enrol button');
    await answer(page, 'A code was sent to +14*****0101.');
    await shown(page, 'messages', 'is your Demo code');
    await page.type('#code', await newestCode(page));
    await press(page, '#confirm button');
    await answer(page, 'Text messages are set up.');
    await shown(page, 'notices', 'identity_adafactor_enrolled sms');

    await page.waitForSelector('#step-up button', { visible: true });
    await Promise.all([page.waitForNavigation(), press(page, '#step-up button')]);
    expect(new URL(page.url()).pathname).toBe('/sms-verify');
    const phones = await browser.newPage();
    await phones.goto(host.report.base_url);
    await shown(phones, 'messages', 'is your Demo code');
    const sent = await newestCode(phones);
    await page.bringToFront();
    await page.type('#code', sent);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    await shown(page, 'session', 'aal2 (pwd, sms, otp, mfa)');
    await page.waitForSelector('#remove button', { visible: true });
    await press(page, '#remove button');
    await answer(page, 'Text messages are removed.');
    await shown(page, 'notices', 'factor_removed sms');
    await page.waitForSelector('#enrol button', { visible: true });
  });

  it('plays a lost phone by the mouse: reset, temporary pass, and a factor enrolled again', async () => {
    const page = await browser.newPage();
    await page.goto(`${host.report.base_url}/?user=cy`);
    const newest = `document.querySelector('#messages li').textContent`;
    /** @param before the code of the message that is there already */
    const enrol = async (before = 'none'): Promise<string> => {
      await page.locator('#enrol button').click();
      await answer(page, 'A code was sent to +14*****0102.');
      await page.waitForFunction(
        `${newest}.startsWith('+14155550102') && !${newest}.includes('${before}')`,
      );
      const code = await newestCode(page);
      await page.locator('#code').fill(code);
      await page.locator('#confirm button').click();
      await answer(page, 'Text messages are set up.');
      return code;
    };
    const code = await enrol();
    await page.locator('#lose button').click();
    await answer(page, 'cy has to set up text messages again');
    expect(
      await page.$$eval('#story li', (items) => items.map((item) => item.textContent)),
    ).toEqual([
      'The administratorhas removed the factors of cy.',
      expect.stringMatching(
        /^The administratorreads out a temporary pass: ([0-9A-Z]{4}-){3}[0-9A-Z]{4}\.$/,
      ),
      'cyhas signed in with the pass. Next: enrol.',
      'The same pass againis refused. 404: nothing_pending',
    ]);
    await shown(page, 'factors', 'none');
    await shown(page, 'session', 'aal2 (pwd, otp, mfa)');
    for (const type of ['factor_reset sms', 'temporary_pass_made', 'temporary_pass_used']) {
      await shown(page, 'notices', `identity_cy${type}`);
    }

    await enrol(code);
    await shown(page, 'factors', 'sms');
  });

  it('changes a policy and emits an event, and shows the deliveries', async () => {
    const page = await browser.newPage();
    await page.goto(host.report.base_url);
    await press(page, '#require button');
    await answer(page, 'The organisation requires a second factor.');
    await shown(page, 'policy', 'mfaEnforcementrequiredthe organisation');
    await shown(page, 'policy', 'mfaPolicyadaptivethe tenant');
    await shown(page, 'deliveries', 'organisation.updatedsignature verified');
    await press(page, '#reset button');
    await answer(page, 'The organisation takes');
    await press(page, '#event button');
    await shown(page, 'deliveries', 'organisation.member_added');
  });

  it.each([
    ['policy', 'Security policy'],
    ['webhooks', 'Webhooks'],
    ['people', 'People'],
  ])('leads an administrator to the %s page by a link that works once', async (id, heading) => {
    const page = await browser.newPage();
    await page.goto(host.report.base_url);
    await shown(page, 'policy', 'mfaEnforcement');
    await Promise.all([page.waitForNavigation(), press(page, `#${id}-page button`)]);
    const link = page.url();
    expect(new URL(link).pathname).toBe(`/${id}/enter`);
    await Promise.all([page.waitForNavigation(), page.click('button')]);
    expect(new URL(page.url()).pathname).toBe(`/${id}`);
    const read = () => page.$eval('h1', (element) => element.textContent);
    expect(await read()).toBe(heading);
    await page.goto(link);
    expect(await read()).toBe('This link was already used');
  });

  it.each(['light', 'dark'])('has no axe violation and no sideways scroll: %s', async (scheme) => {
    const page = await browser.newPage();
    await useSmallScreen(page, scheme);
    await page.goto(host.report.base_url);
    await shown(page, 'policy', 'mfaEnforcement');
    await expectAccessible(page);
  });
});
