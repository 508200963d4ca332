import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible, useSmallScreen } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';
import { running } from './harness/page-host.js';
import { startPortalHost, type PortalHost } from './harness/portal-host.js';

const CASE = `the pages for administrators in Chromium (${noBrowser ?? 'found'})`;

describe.skipIf(noBrowser !== null)(CASE, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function open(): Promise<{ host: PortalHost; page: Page; errors: string[] }> {
    const host = await startPortalHost();
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setJavaScriptEnabled(false);
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of [45]/.test(message.text())) {
        errors.push(message.text());
      }
    });
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

  const press = (page: Page, action: string) =>
    leading(page, () => page.click(`button[value=${action}]`));
  const status = (page: Page) => page.$eval('[role=status]', (element) => element.textContent);
  const heading = (page: Page) => page.$eval('h1', (element) => element.textContent);

  it('changes a policy without JavaScript, and marks what is refused', async () => {
    const { host, page, errors } = await open();
    await page.goto(`${host.url}/policy`);
    await page.type('#passwordMinLength', '4');
    await page.select('#mfaPolicy', 'always');
    await press(page, 'save');
    const fault = await page.$eval('#passwordMinLength-fault', (element) => element.textContent);
    expect(fault).toBe('Enter at least 8 characters.');
    expect(await page.$('#mfaPolicy option[value=always][selected]')).not.toBeNull();
    await page.focus('#passwordMinLength');
    await page.keyboard.press('End');
    await page.keyboard.type('0');
    await page.click('#field-allowedFactors input[value=own]');
    await page.click('[name="allowedFactors.email"]');
    await press(page, 'save');
    expect(await status(page)).toBe('The policy is saved and takes effect now.');
    const policy = (await host.stepward.policies.get('acme', 'org_main'))._unsafeUnwrap();
    expect(policy).toMatchObject({ passwordMinLength: 40, mfaPolicy: 'always' });
    expect(policy.allowedFactors).not.toContain('email');

    await leading(page, () => page.click('a[href$="/policy/reset"]'));
    await press(page, 'reset');
    expect(await status(page)).toBe('All settings of your organisation have been removed.');
    expect(errors).toEqual([]);
  });

  it('adds a webhook without JavaScript, shows its secret once, and sends it a test', async () => {
    const { host, page, errors } = await open();
    await page.goto(`${host.url}/webhooks`);
    await leading(page, () => page.click('a.button'));
    await page.type('#url', 'https://example.com/new');
    const groups = '.boxes';
    expect(await page.$eval(groups, (element) => element.checkVisibility())).toBe(false);
    await page.click('input[value=some]');
    expect(await page.$eval(groups, (element) => element.checkVisibility())).toBe(true);
    await page.click('.boxes summary');
    await page.click('[name="event.user.created"]');
    await press(page, 'create');
    const secret = await page.$eval('#secret', (element) => element.textContent);
    expect(secret).toMatch(/^whsec_/);
    await leading(page, () => page.click('a.button'));
    expect(await page.content()).not.toContain('whsec_');
    await press(page, 'test');
    expect(await status(page)).toContain('A test event is on its way.');
    await leading(page, () => page.click('td a'));
    expect(await heading(page)).toBe('Delivery of webhook.test');
    expect(errors).toEqual([]);
  });

  it('finds a person, resets a factor and gives a pass without JavaScript', async () => {
    const { host, page, errors } = await open();
    await page.goto(`${host.url}/people`);
    await page.type('#q', 'Ada');
    await leading(page, () => page.keyboard.press('Enter'));
    await leading(page, () => page.click(`a[href$="${host.personPath}"]`));
    await leading(page, () => page.click('a[href$="/reset"]'));
    const boxes = () => page.$eval('.boxes', (element) => element.checkVisibility());
    expect(await boxes()).toBe(false);
    await page.click('input[value=some]');
    expect(await boxes()).toBe(true);
    await page.click('[name="factor.sms"]');
    await press(page, 'reset');
    expect(await page.$eval('#reason-fault', (element) => element.textContent)).toContain('Enter');
    await page.type('#reason', 'lost her phone');
    await press(page, 'reset');
    expect(await status(page)).toContain('were reset.');
    const { methods } = await host.personRecord();
    expect(methods).toEqual(['totp']);

    await leading(page, () => page.click('a[href$="/pass"]'));
    await page.type('#reason', 'lost her phone');
    await press(page, 'give');
    const pass = await page.$eval('#secret', (element) => element.textContent);
    expect(pass).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    await leading(page, () => page.click('a.button'));
    expect(await page.content()).not.toContain(pass);
    await press(page, 'withdraw');
    expect(await status(page)).toContain('was withdrawn.');
    expect(errors).toEqual([]);
  });

  it('opens by a portal link, which a second browser cannot use, and closes', async () => {
    const { host, page } = await open();
    host.state.isSignedIn = false;
    await page.goto(`${host.url}/webhooks`);
    expect(await heading(page)).toBe('You are signed out');
    const actor = { type: 'identity', id: 'customer' } as const;
    const link = await host.webhooksPage.createPortalLink({ tenantId: 'acme', actor });
    // As in a message of another site.
    const other = await running((_, response) => {
      response.end(`<!doctype html><a href="${link}">the link</a>`);
    });
    onTestFinished(other.stop);
    await page.goto(other.url.replace('127.0.0.1', 'localhost'));
    await leading(page, () => page.click('a'));
    await leading(page, () => page.click('button'));
    expect(await heading(page)).toBe('Webhooks');
    await page.goto(`${host.url}/policy`);
    expect(await heading(page)).toBe('You are signed out');
    const second = await (await browser.createBrowserContext()).newPage();
    await second.goto(link);
    expect(await heading(second)).toBe('This link was already used');
    await page.goto(`${host.url}/webhooks`);
    await press(page, 'leave');
    await page.goto(`${host.url}/webhooks`);
    expect(await heading(page)).toBe('You are signed out');
  });

  it('works by keyboard alone', async () => {
    const { host, page } = await open();
    await page.goto(`${host.url}/webhooks/${host.webhookId}`);
    const focused = () =>
      page.evaluate('document.activeElement.textContent || document.activeElement.id');
    const order: unknown[] = [];
    for (let tab = 0; tab < 6; tab += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual([
      'All webhooks',
      'Send a test event',
      'Disable',
      'Edit',
      'Create a new secret',
      'Delete',
    ]);
    await leading(page, () => page.keyboard.press('Enter'));
    for (let tab = 0; tab < 2; tab += 1) await page.keyboard.press('Tab');
    await leading(page, () => page.keyboard.press('Enter'));
    expect(await status(page)).toBe('The webhook has been deleted.');

    await page.goto(`${host.url}/policy`);
    await page.focus('#passwordMinLength');
    await page.keyboard.type('14');
    await leading(page, () => page.keyboard.press('Enter'));
    expect(await status(page)).toBe('The policy is saved and takes effect now.');
  });

  it.each(['/policy', '/webhooks', '/people'])('%s does not render in a frame', async (path) => {
    const { host, page } = await open();
    const other = await running((_, response) => {
      response.end(`<!doctype html><iframe src="${host.url}${path}"></iframe>`);
    });
    onTestFinished(other.stop);
    await page.goto(other.url, { waitUntil: 'networkidle0' });
    const [frame] = page.frames().filter((each) => each !== page.mainFrame());
    expect(frame?.url()).toMatch(/^chrome-error:/);
  });

  /** How each page comes about. */
  const PAGES: readonly (readonly [string, (page: Page, host: PortalHost) => Promise<unknown>])[] =
    [
      ['a policy', (page, host) => page.goto(`${host.url}/policy`)],
      [
        'a policy that was refused',
        async (page, host) => {
          await page.goto(`${host.url}/policy`);
          await page.type('#passwordMinLength', 'x');
          await page.click('#field-allowedFactors input[value=own]');
          await press(page, 'save');
        },
      ],
      ['the question about a reset', (page, host) => page.goto(`${host.url}/policy/reset`)],
      ['the list of webhooks', (page, host) => page.goto(`${host.url}/webhooks`)],
      [
        'a new webhook that was refused',
        async (page, host) => {
          await page.goto(`${host.url}/webhooks/new`);
          await page.type('#url', 'x');
          await page.click('input[value=some]');
          await page.click('.boxes summary');
          await page.click('.boxes details details summary');
          await press(page, 'create');
        },
      ],
      [
        'a secret',
        async (page, host) => {
          await page.goto(`${host.url}/webhooks/new`);
          await page.type('#url', 'https://example.com/new');
          await press(page, 'create');
        },
      ],
      [
        'a webhook with deliveries',
        async (page, host) => {
          await page.goto(`${host.url}/webhooks/${host.webhookId}`);
          await press(page, 'test');
        },
      ],
      [
        'the change of a webhook',
        (page, host) => page.goto(`${host.url}/webhooks/${host.webhookId}/edit`),
      ],
      ['a new secret', (page, host) => page.goto(`${host.url}/webhooks/${host.webhookId}/secret`)],
      [
        'the question about a deletion',
        (page, host) => page.goto(`${host.url}/webhooks/${host.webhookId}/delete`),
      ],
      [
        'the replay of a period that was refused',
        async (page, host) => {
          await page.goto(`${host.url}/webhooks/${host.webhookId}/replay`);
          await press(page, 'replay');
        },
      ],
      [
        'what a replay of a period would send',
        async (page, host) => {
          await page.goto(`${host.url}/webhooks/${host.webhookId}/replay`);
          await page.evaluate(`document.querySelector('#since').value = '2026-01-01T00:00'`);
          await press(page, 'preview');
        },
      ],
      [
        'a delivery',
        (page, host) =>
          page.goto(`${host.url}/webhooks/${host.webhookId}/deliveries/${host.deliveryId}`),
      ],
      ['the search for people', (page, host) => page.goto(`${host.url}/people?q=Ada`)],
      ['a person', (page, host) => page.goto(host.url + host.personPath)],
      [
        'a reset that was refused',
        async (page, host) => {
          await page.goto(`${host.url}${host.personPath}/reset`);
          await page.click('input[value=some]');
          await press(page, 'reset');
        },
      ],
      [
        'a temporary pass that was refused',
        async (page, host) => {
          await page.goto(`${host.url}${host.personPath}/pass`);
          await page.type('#lifetime_minutes', 'x');
          await press(page, 'give');
        },
      ],
      [
        'a temporary pass',
        async (page, host) => {
          await page.goto(`${host.url}${host.personPath}/pass`);
          await page.type('#reason', 'lost her phone');
          await press(page, 'give');
        },
      ],
      ['what does not exist', (page, host) => page.goto(`${host.url}/webhooks/none`)],
      [
        'a portal link',
        async (page, host) => {
          const actor = { type: 'identity', id: 'customer' } as const;
          await page.goto(await host.webhooksPage.createPortalLink({ tenantId: 'acme', actor }));
        },
      ],
      [
        'a session of a portal link',
        async (page, host) => {
          const actor = { type: 'identity', id: 'customer' } as const;
          const owner = { tenantId: 'acme', organisationId: 'org_main', actor };
          await page.goto(await host.policyPage.createPortalLink(owner));
          await leading(page, () => page.click('button'));
        },
      ],
      ['a forged link', (page, host) => page.goto(`${host.url}/webhooks/enter?link=x`)],
      [
        'a session that has ended',
        async (page, host) => {
          host.state.isSignedIn = false;
          await page.goto(`${host.url}/policy`);
        },
      ],
      [
        'a failure',
        async (page, host) => {
          host.state.isDown = true;
          await page.goto(`${host.url}/policy`);
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
        await page.setJavaScriptEnabled(true);
        expect(await page.$eval('html', (html) => html.getAttribute('dir'))).toBe(
          locale === 'ar' ? 'rtl' : 'ltr',
        );
        await expectAccessible(page);
      },
    );
  });
});
