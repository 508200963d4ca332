/** Passkeys and security keys on the pages, in Chromium with virtual security keys. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible, useSmallScreen } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';
import { startSecurityHost, type SecurityHost } from './harness/security-host.js';
import { createVirtualKeys, type VirtualKey } from './harness/virtual-keys.js';

interface World {
  readonly host: SecurityHost;
  readonly page: Page;
  /** Plugs another security key in. */
  readonly plugIn: () => Promise<VirtualKey>;
}

const CANCEL_FIRST = `{
  const { credentials } = navigator;
  const asked = { get: credentials.get, create: credentials.create };
  const cancel = async () => {
    Object.assign(credentials, asked);
    throw new DOMException('', 'NotAllowedError');
  };
  Object.assign(credentials, { get: cancel, create: cancel });
}`;

/** A browser without the JSON functions of WebAuthn, as those before 2024. */
const WITHOUT_JSON = `{
  delete PublicKeyCredential.parseCreationOptionsFromJSON;
  delete PublicKeyCredential.parseRequestOptionsFromJSON;
  delete PublicKeyCredential.prototype.toJSON;
}`;

describe.skipIf(noBrowser !== null)(`security keys in Chromium (${noBrowser ?? 'found'})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
  });

  async function open(): Promise<World> {
    const host = await startSecurityHost();
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    onTestFinished(async () => {
      await context.close();
      await host.stop();
    });
    const plugIn = await createVirtualKeys(page);
    await page.goto(host.url);
    return { host, page, plugIn };
  }

  /** Presses what leads to another page. */
  const press = async (page: Page, selector: string): Promise<void> => {
    await Promise.all([page.waitForNavigation(), page.click(selector)]);
  };
  const shown = (page: Page) =>
    page.evaluate("document.querySelector('main').innerText") as Promise<string>;
  const told = (page: Page) => page.waitForSelector('#prompt.bad');

  /** Enrols a key that is touched. */
  async function enrol({ page }: World, key: VirtualKey, name?: string): Promise<void> {
    if (name !== undefined) await page.type('#webauthn-name', name);
    await press(page, 'form[action="/security/webauthn"] button');
    await key.touch(true);
    await press(page, '#ask');
    await key.touch(false);
  }

  /** Opens the code page, and goes on to where the browser asks for a key. */
  async function ask({ host, page }: World): Promise<void> {
    host.session.assurance = 'aal1';
    await page.goto(await host.link('webauthn'));
    await press(page, 'form button');
  }

  /** Lets the person cancel the first question of the browser on each page from now on. */
  const cancelFirst = (page: Page) => page.evaluateOnNewDocument(CANCEL_FIRST);

  /** Signs in with a key that is touched. */
  async function signIn({ host, page }: World, key: VirtualKey): Promise<void> {
    host.session.assurance = 'aal1';
    await page.goto(await host.link('webauthn'));
    await key.touch(true);
    await page.click('form button');
    await page.waitForFunction("location.pathname === '/security'");
    await key.touch(false);
    expect(host.session.assurance).toBe('aal2');
  }

  it('are enrolled, sign a person in one by one, and are refused once they are removed', async () => {
    const world = await open();
    const { page } = world;
    const [first, second] = [await world.plugIn(), await world.plugIn()];
    await enrol(world, first);
    expect(await shown(page)).toContain('The passkey or security key is set up.');
    await signIn(world, first);
    await enrol(world, second, 'Spare key');
    expect(await shown(page)).toContain('Spare key');
    for (const key of [first, second]) await signIn(world, key);

    // The browser is told to accept either of them. Then one is removed elsewhere, and touched.
    await cancelFirst(page);
    await ask(world);
    await told(page);
    world.host.session.assurance = 'aal2';
    const other = await page.browserContext().newPage();
    await other.goto(world.host.url);
    await press(other, 'a[aria-label="Change: Spare key"]');
    await press(other, 'button[value=remove]');
    expect(await shown(other)).toContain('Removed: Spare key');
    await other.close();
    world.host.session.assurance = 'aal1';
    await second.touch(true);
    await page.bringToFront();
    await press(page, '#ask');
    expect(await shown(page)).toContain('This passkey or security key was not accepted.');
    expect(world.host.session.assurance).toBe('aal1');

    await second.touch(false);
  });

  it('are enrolled and sign a person in where the browser cannot convert the JSON', async () => {
    const world = await open();
    const { page } = world;
    await page.evaluateOnNewDocument(WITHOUT_JSON);
    const key = await world.plugIn();
    await enrol(world, key);
    expect(await page.evaluate("'toJSON' in PublicKeyCredential.prototype")).toBe(false);
    await signIn(world, key);
    // The browser finds the key among those that exist.
    await page.type('#webauthn-name', 'Again');
    await press(page, 'form[action="/security/webauthn"] button');
    await key.touch(true);
    await page.click('#ask');
    await told(page);
    expect(await shown(page)).toContain('This passkey or security key is already set up.');
  });

  it('may be asked for again after the person cancelled', async () => {
    const world = await open();
    const { page, host } = world;
    const key = await world.plugIn();
    await cancelFirst(page);
    await press(page, 'form[action="/security/webauthn"] button');
    await page.click('#ask');
    await told(page);
    expect(await shown(page)).toContain('The request was cancelled or took too long.');
    await key.touch(true);
    await press(page, '#ask');
    expect(await shown(page)).toContain('The passkey or security key is set up.');
    await ask(world);
    await told(page);
    await press(page, '#ask');
    expect(host.session.assurance).toBe('aal2');
  });

  it('that were never enrolled are refused', async () => {
    const world = await open();
    const { page, host } = world;
    const key = await world.plugIn();
    await enrol(world, key);
    await key.unplug();
    const stranger = await world.plugIn();
    await stranger.touch(true);
    await ask(world);
    await told(page);
    expect(host.session.assurance).toBe('aal1');
  });

  it('need JavaScript: without it, a person reads so and has the other factors', async () => {
    const world = await open();
    const { page, host } = world;
    await enrol(world, await world.plugIn());
    await page.setJavaScriptEnabled(false);
    await page.goto(await host.link('webauthn'));
    expect(await shown(page)).toContain('needs JavaScript, which is turned off in your browser');
    expect(await page.$eval('form', (form) => form.checkVisibility())).toBe(false);
    host.session.assurance = 'aal2';
    await page.goto(host.url);
    expect(await shown(page)).toContain('needs JavaScript, which is turned off in your browser');
    await press(page, 'form[action="/security/sms"] button');
    await page.type('#code', host.smsCode());
    await press(page, 'button[value=verify]');
    await page.goto(await host.link('webauthn'));
    await press(page, 'main section a');
    expect(await shown(page)).toContain('We can send a 6-digit code to your phone');
  });

  it('are not offered by a browser that does not know them', async () => {
    const world = await open();
    const { page, host } = world;
    await enrol(world, await world.plugIn());
    await page.evaluateOnNewDocument('delete window.PublicKeyCredential');
    await page.goto(await host.link('webauthn'));
    await told(page);
    expect(await shown(page)).toContain('This browser does not support passkeys');
    expect(await page.$('form:not([hidden])')).toBeNull();
  });

  it('need no looser policy: the pages load scripts of their own origin alone', async () => {
    const world = await open();
    const { page, host } = world;
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    const key = await world.plugIn();
    await enrol(world, key);
    const answer = await page.goto(await host.link('webauthn'));
    expect(answer?.headers()['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    );
    await signIn(world, key);
    expect(errors).toEqual([]);
  });

  it.each([
    ['light', 'en'],
    ['dark', 'de'],
  ])('have pages without an axe violation at 320 pixels: %s, %s', async (scheme, locale) => {
    const world = await open();
    const { page, host } = world;
    await page.setExtraHTTPHeaders({ 'accept-language': locale });
    await useSmallScreen(page, scheme);
    await page.reload();
    await cancelFirst(page);
    const key = await world.plugIn();
    await press(page, 'form[action="/security/webauthn"] button');
    await expectAccessible(page);
    await page.click('#ask');
    await told(page);
    await expectAccessible(page);
    await key.touch(true);
    await press(page, '#ask');
    await expectAccessible(page);
    await page.goto(await host.link('webauthn'));
    await expectAccessible(page);
    await press(page, 'form button');
    await told(page);
    await expectAccessible(page);
  });
});
