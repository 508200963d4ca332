import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible, useSmallScreen } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';
import { running } from './harness/page-host.js';
import { startSecurityHost, type SecurityHost } from './harness/security-host.js';

describe.skipIf(noBrowser !== null)(
  `the security page in Chromium (${noBrowser ?? 'found'})`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser.close();
    });

    async function open(isRightToLeft = false): Promise<{ host: SecurityHost; page: Page }> {
      const host = await startSecurityHost(isRightToLeft ? { en: { direction: 'rtl' } } : {});
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await page.setJavaScriptEnabled(false);
      onTestFinished(async () => {
        await context.close();
        await host.stop();
      });
      await page.goto(host.url);
      return { host, page };
    }

    /** Presses what leads to another page. */
    const button = async (page: Page, selector: string): Promise<void> => {
      await Promise.all([page.waitForNavigation(), page.click(selector)]);
    };
    const shown = (page: Page) =>
      page.evaluate("document.querySelector('main').innerText") as Promise<string>;

    async function enrolSms({ host, page }: { host: SecurityHost; page: Page }): Promise<void> {
      await button(page, 'form[action="/security/sms"] button');
      await page.type('#code', host.smsCode());
      await button(page, 'button[value=verify]');
      host.clock.advance(60_000);
    }

    /** Sets an app up, with the code that it shows. */
    async function addApp({ host, page }: { host: SecurityHost; page: Page }): Promise<void> {
      await button(page, 'form[action="/security/totp"] button');
      const secret = await page.$eval('pre', (pre) => (pre.textContent ?? '').replaceAll(' ', ''));
      await page.type('#code', host.appCode(secret));
      await button(page, 'button[value=verify]');
    }

    it('sets text messages up, steps up on the code page, and sets an app and recovery codes up', async () => {
      const { host, page } = await open();
      await enrolSms({ host, page });
      expect(await shown(page)).toContain('Text messages are set up.');
      expect(await page.$('form')).toBeNull();

      await button(page, '.note a');
      expect(new URL(page.url()).pathname).toBe('/sms-verify');
      await button(page, '#send');
      await page.type('#code', host.smsCode());
      await button(page, 'button[value=verify]');
      expect(new URL(page.url()).pathname).toBe('/security');

      await button(page, 'form[action="/security/totp"] button');
      const picture = await page.$eval('svg', (svg) => svg.getBoundingClientRect().width);
      expect(picture).toBeGreaterThan(150);
      const secret = await page.$eval('pre', (pre) => (pre.textContent ?? '').replaceAll(' ', ''));
      await page.type('#code', host.appCode(secret));
      await button(page, 'button[value=verify]');
      expect(await shown(page)).toContain('The authenticator app is set up.');

      host.clock.advance(30_000);
      await page.type('#totp-name', 'Work phone');
      await addApp({ host, page });
      expect(await shown(page)).toContain('Work phone');
      await button(page, 'a[aria-label="Change: Work phone"]');
      await button(page, 'button[value=remove]');
      expect(await shown(page)).toContain('Removed: Work phone');

      await button(page, 'button[value=make_codes]');
      expect((await shown(page)).match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g)).toHaveLength(10);
      const sent = host.sms.sent.length;
      await button(page, 'main a');
      expect(await shown(page)).toContain('Codes left: 10');
      await page.reload();
      expect(host.sms.sent).toHaveLength(sent);
    });

    it('works by keyboard alone', async () => {
      const { host, page } = await open();
      const isThere = `document.activeElement.closest('form[action="/security/sms"]') !== null`;
      while ((await page.evaluate(isThere)) !== true) await page.keyboard.press('Tab');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      await page.waitForSelector('#code:focus');
      await page.keyboard.type(host.smsCode());
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await shown(page)).toContain('Text messages are set up.');
    });

    it('does not render in a frame of another origin', async () => {
      const { host, page } = await open();
      const other = await running((_, response) => {
        response.end(`<!doctype html><iframe src="${host.url}"></iframe>`);
      });
      onTestFinished(other.stop);
      await page.goto(other.url, { waitUntil: 'networkidle0' });
      const [frame] = page.frames().filter((each) => each !== page.mainFrame());
      expect(frame?.url()).toMatch(/^chrome-error:/);
    });

    type Show = (page: Page, host: SecurityHost) => Promise<unknown>;

    /** How each page is reached. */
    const PAGES: readonly (readonly [string, Show])[] = [
      ['the first page', async () => undefined],
      ['a code to enter', (page) => button(page, 'form[action="/security/sms"] button')],
      [
        'a wrong code',
        async (page) => {
          await button(page, 'form[action="/security/sms"] button');
          await page.type('#code', '12');
          await button(page, 'button[value=verify]');
        },
      ],
      ['an app to set up', (page) => button(page, 'form[action="/security/totp"] button')],
      ['a phone number to enter', (page) => page.goto(new URL('/security/phone', page.url()).href)],
      ['a session at aal1', (page, host) => enrolSms({ host, page })],
      [
        'recovery codes',
        async (page, host) => {
          await enrolSms({ host, page });
          host.session.assurance = 'aal2';
          await page.reload();
          await button(page, 'button[value=make_codes]');
        },
      ],
      [
        'several apps, and one of them',
        async (page, host) => {
          await addApp({ host, page });
          host.session.assurance = 'aal2';
          await page.reload();
          await page.type('#totp-name', 'Work phone');
          await addApp({ host, page });
          await expectAccessible(page);
          await button(page, 'a[href*="/security/authenticators/"]');
        },
      ],
      ['a removal', (page) => page.goto(new URL('/security/remove/phone', page.url()).href)],
      [
        'a session that has ended',
        async (page, host) => {
          host.session.isActive = false;
          await page.reload();
        },
      ],
    ];

    describe.each(PAGES)('%s', (_, show) => {
      it.each([
        ['light', false],
        ['dark', true],
      ])(
        'has no axe violation and no sideways scroll at 320 pixels: %s, right to left: %s',
        async (scheme, isRightToLeft) => {
          const { host, page } = await open(isRightToLeft);
          await page.setJavaScriptEnabled(true);
          await useSmallScreen(page, scheme);
          await show(page, host);
          await expectAccessible(page);
        },
      );
    });
  },
);
