/** The whole flow of the OpenID example in a browser: sign-in, step-up on the code page, consent, payment. */
import { testDatabase } from '@stepward/dev-postgres';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start, type Started } from '../../examples/oidc-step-up/src/start.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';

const BEA_PHONE = '+14155550102';

describe.skipIf(noBrowser !== null)(
  `an OAuth flow in Chromium (${noBrowser ?? 'found'})`,
  async () => {
    const database = await testDatabase();
    let browser: Browser;
    let example: Started;
    beforeAll(async () => {
      // The servers are in this process, and read its clock.
      vi.useFakeTimers({ toFake: ['Date'] });
      const codeKey = Buffer.alloc(32, 7).toString('base64');
      example = await start({ pool: database.pool({ max: 4 }), codeKey });
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser.close();
      example.close();
      vi.useRealTimers();
    });

    const advance = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);

    /** Does something that leads to another page. */
    const leading = (page: Page, act: () => Promise<unknown>): Promise<unknown> =>
      Promise.all([page.waitForNavigation(), act()]);

    it.each([
      ['with JavaScript', true],
      ['without JavaScript', false],
    ])(
      'takes a wrong code, a resend and the right code, then consent, %s',
      async (_, isEnabled) => {
        advance(25 * 60 * 60);
        const context = await browser.createBrowserContext();
        const page = await context.newPage();
        await page.setJavaScriptEnabled(isEnabled);
        const click = (selector: string) => leading(page, () => page.click(selector));
        const bodyText = () => page.$eval('body', (body) => body.textContent ?? '');

        await page.goto(example.shop);
        await click('form[action="/sign-in"] button');
        await page.type('input[name=user]', 'bea');
        await page.type('input[name=password]', 'correct horse');
        await click('form button');

        expect(new URL(page.url()).pathname).toBe('/sms-verify');
        await click('button[value=send]');
        await page.type('#code', '000000');
        await click('button[value=verify]');
        expect(await page.$eval('[role=alert]', (alert) => alert.textContent)).toContain(
          'The code is wrong',
        );
        advance(60);
        await page.goto(page.url());
        await click('button[value=send]');
        await page.type('#code', example.phones.lastCode(BEA_PHONE));
        await click('button[value=verify]');

        expect(await bodyText()).toContain('Allow shop?');
        await click('form[action$="/consent"] button');
        expect(await bodyText()).toContain('You are bea.');
        await click('form[action="/pay"] button');
        expect(await bodyText()).toContain('bea has paid.');

        // Without a consent to ask for, the code page leads straight back to the shop, which is another origin.
        advance(301);
        await page.goto(example.shop);
        await click('form[action="/pay"] button');
        await page.type('input[name=user]', 'bea');
        await page.type('input[name=password]', 'correct horse');
        await click('form button');
        await click('button[value=send]');
        await page.type('#code', example.phones.lastCode(BEA_PHONE));
        await click('button[value=verify]');
        expect(await bodyText()).toContain('bea has paid.');
        await context.close();
      },
    );

    // PSD2 RTS, article 5 (1)(d)
    it.each([
      ['is paid as it was approved', '120.00', 'bea has paid 120.00 EUR.'],
      [
        'is refused with another amount, set in the tools of the browser',
        '1200.00',
        'grant_mismatch',
      ],
    ])('a transfer %s', async (_, sent, expected) => {
      advance(25 * 60 * 60);
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const click = (selector: string) => leading(page, () => page.click(selector));
      const bodyText = () => page.$eval('body', (body) => body.textContent ?? '');
      const verify = async (): Promise<void> => {
        await click('button[value=send]');
        await page.type('#code', example.phones.lastCode(BEA_PHONE));
        await click('button[value=verify]');
      };
      await page.goto(example.shop);
      await click('form[action="/sign-in"] button');
      await page.type('input[name=user]', 'bea');
      await page.type('input[name=password]', 'correct horse');
      await click('form button');
      await verify();
      await click('form[action$="/consent"] button');

      await click('form[action="/approve"] button');
      expect(await page.$eval('#operation', ({ textContent }) => textContent)).toBe(
        'You approve: Pay 120.00 EUR to the shop',
      );
      advance(60);
      await verify();
      const [message] = example.phones.messages();
      expect(message?.text).toContain('Pay 120.00 EUR to the shop\n');
      await page.$eval('input[name=amount]', (input, amount) => (input.value = amount), sent);
      await click('form button');
      expect(await bodyText()).toContain(expected);
      await context.close();
    });
  },
);
