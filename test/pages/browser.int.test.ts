import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { arabic } from './harness/arabic.js';
import { expectAccessible, useSmallScreen } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';
import { running, startPageHost, type PageHost } from './harness/page-host.js';

describe.skipIf(noBrowser !== null)(`the code page in Chromium (${noBrowser ?? 'found'})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function open(): Promise<{ host: PageHost; page: Page; errors: string[] }> {
    const host = await startPageHost({ ar: arabic });
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => {
      // The answers to wrong codes are errors in the console, as they should be.
      if (message.type() === 'error' && !message.text().includes('status of 4')) {
        errors.push(message.text());
      }
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    onTestFinished(async () => {
      await context.close();
      await host.stop();
    });
    return { host, page, errors };
  }

  /** Does something that leads to another page. */
  async function leading(page: Page, act: () => Promise<unknown>): Promise<void> {
    await Promise.all([page.waitForNavigation(), act()]);
  }

  const submit = (page: Page) => leading(page, () => page.click('button[value=verify]'));
  const text = (page: Page, selector: string) =>
    page.$eval(selector, (element) => element.textContent ?? '');
  const other = (code: string) => (code === '000000' ? '111111' : '000000');

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('takes a wrong code, a resend and the right code, %s', async (_, isEnabled) => {
    const { host, page, errors } = await open();
    await page.setJavaScriptEnabled(isEnabled);
    await page.goto(await host.linkWithCode());
    await page.type('#code', other(host.smsCode()));
    await submit(page);
    expect(await text(page, '[role=alert]')).toContain('The code is wrong.');

    host.clock.advance(1_000);
    await page.waitForSelector('#send:not([disabled])');
    await leading(page, () => page.click('#send'));
    expect(await text(page, '[role=status]')).toContain('We sent a new code to +14*****2671');
    const sent = host.sms.sent.length;
    await page.reload();
    expect(host.sms.sent).toHaveLength(sent);

    const code = host.smsCode();
    await page.type('#code', `${code.slice(0, 3)} ${code.slice(3)}`);
    await submit(page);
    expect(await page.title()).toBe('The application');
    expect(host.verified).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('counts down to the next send, and says when it is possible', async () => {
    const { host, page, errors } = await open();
    await page.goto(await host.linkWithCode());
    await page.waitForSelector('#send:not([disabled])');
    expect(await page.$eval('#wait', (element) => element.hasAttribute('hidden'))).toBe(true);
    expect(await text(page, '[role=status]')).toBe('You can request a new code now.');
    expect(errors).toEqual([]);
  });

  it('works by keyboard alone', async () => {
    const { host, page } = await open();
    await page.goto(await host.linkWithCode());
    const focused = () =>
      page.evaluate('document.activeElement.id || document.activeElement.textContent');
    // The browser moves the focus once it has drawn the page.
    await page.waitForSelector('#code:focus');
    const order: unknown[] = [];
    await page.waitForSelector('#send:not([disabled])');
    for (let tab = 0; tab < 4; tab += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual([
      'Continue',
      'send',
      'Use your authenticator app',
      'Use a recovery code',
    ]);
    await leading(page, () => page.keyboard.press('Enter'));
    await page.waitForSelector('#code:focus');
    await page.keyboard.type(host.recoveryCode());
    await leading(page, () => page.keyboard.press('Enter'));
    expect(host.verified.map(({ amr }) => amr)).toEqual([['mfa']]);
  });

  it('leads to another factor and back, and sends nothing on the way', async () => {
    const { host, page } = await open();
    const sent = host.sms.sent.length;
    await page.goto(await host.link({ factor: 'totp' }));
    await leading(page, () => page.click('li:nth-child(1) a'));
    expect(await text(page, '#send')).toBe('Send the code');
    expect(host.sms.sent).toHaveLength(sent);
    await leading(page, () => page.click('li:nth-child(1) a'));
    host.clock.advance(30_000);
    await page.type('#code', host.totpCode());
    await submit(page);
    expect(host.verified.map(({ amr }) => amr)).toEqual([['otp', 'mfa']]);
  });

  it('lets the browser go on from the return address to a listed origin, and to no other', async () => {
    const { host, page, errors } = await open();
    const returnTo = `${host.application.url}/?to=${encodeURIComponent(host.client.url)}`;
    await page.goto(await host.linkWithCode({ returnTo, redirectOrigins: [host.client.url] }));
    await page.type('#code', host.smsCode());
    await submit(page);
    expect(new URL(page.url()).origin).toBe(host.client.url);

    await page.goto(await host.linkWithCode({ returnTo }));
    await page.type('#code', host.smsCode());
    const blocked = new Promise((resolve) => page.on('console', resolve));
    await page.click('button[value=verify]');
    await blocked;
    expect(errors.join()).toContain('form-action');
    expect(new URL(page.url()).origin).toBe(host.url);
  });

  it('does not render in a frame of another origin', async () => {
    const { host, page } = await open();
    const address = await host.linkWithCode();
    const other = await running((_, response) => {
      response.end(`<!doctype html><iframe src="${address}"></iframe>`);
    });
    onTestFinished(other.stop);
    await page.goto(other.url, { waitUntil: 'networkidle0' });
    const [frame] = page.frames().filter((each) => each !== page.mainFrame());
    expect(frame?.url()).toMatch(/^chrome-error:/);
    expect(await page.content()).not.toContain('one-time-code');
  });

  /** How each page comes about. */
  const PAGES: readonly (readonly [string, (page: Page, host: PageHost) => Promise<unknown>])[] = [
    ['the form after a message', async (page, host) => page.goto(await host.linkWithCode())],
    ['the form before a message', async (page, host) => page.goto(await host.link())],
    ['an authenticator app', async (page, host) => page.goto(await host.link({ factor: 'totp' }))],
    [
      'a recovery code',
      async (page, host) => page.goto(await host.link({ factor: 'recovery_code' })),
    ],
    [
      'a wrong code',
      async (page, host) => {
        await page.goto(await host.linkWithCode());
        await page.type('#code', other(host.smsCode()));
        await submit(page);
      },
    ],
    [
      'a new code',
      async (page, host) => {
        await page.goto(await host.linkWithCode());
        host.clock.advance(1_000);
        await page.waitForSelector('#send:not([disabled])');
        await leading(page, () => page.click('#send'));
      },
    ],
    ['a forged link', async (page, host) => page.goto(`${host.url}/sms-verify?state=x`)],
    [
      'an expired link',
      async (page, host) => {
        const address = await host.link();
        host.clock.advance(600_000);
        await page.goto(address);
      },
    ],
    [
      'a used link',
      async (page, host) => {
        const address = await host.linkWithCode();
        await page.goto(address);
        await page.type('#code', host.smsCode());
        await submit(page);
        await page.goto(address);
      },
    ],
    [
      'a session that has ended',
      async (page, host) => {
        host.state.isActive = false;
        await page.goto(await host.link());
      },
    ],
    [
      'a failure',
      async (page, host) => {
        host.state.isDown = true;
        await page.goto(await host.link());
      },
    ],
  ];

  describe.each(PAGES)('%s', (_, show) => {
    it.each([
      ['light', 'en'],
      ['dark', 'de'],
      ['dark', 'ar'],
    ])(
      'has no axe violation and no sideways scroll at 320 pixels: %s, %s',
      async (scheme, locale) => {
        const { host, page } = await open();
        await page.setExtraHTTPHeaders({ 'accept-language': locale });
        await useSmallScreen(page, scheme);
        await show(page, host);
        expect(await page.$eval('html', (html) => html.getAttribute('lang'))).toBe(locale);
        expect(await page.$eval('html', (html) => html.getAttribute('dir'))).toBe(
          locale === 'ar' ? 'rtl' : 'ltr',
        );
        await expectAccessible(page);
      },
    );
  });
});
