/** The documentation site, built once for this file. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedPackages } from '../../scripts/workspaces.js';
import { pages, readPage } from '../docs/pages.js';
import { expectAccessible } from '../pages/harness/accessibility.js';
import { noBrowser, openBrowser } from '../pages/harness/open-browser.js';
import { buildSite, readBuilt, serveSite, type SiteServer } from './built-site.js';
import { builtPages, linksOf, resolves } from './site-links.js';

beforeAll(buildSite);

it('has each page of docs, and one for each README and entry point', () => {
  const built = builtPages();
  const expected = pages()
    .filter((page) => page.startsWith('docs/'))
    .map((page) => page.slice('docs/'.length).replace(/README\.md$|\.md$/, toBuilt));
  expect(expected.filter((page) => !built.includes(page))).toEqual([]);
  expect(built).toEqual(
    expect.arrayContaining([
      'api/@stepward/core/policy.html',
      'readme/quick-start.html',
      'readme/receiver.html',
    ]),
  );
});

const toBuilt = (ending: string) => (ending === '.md' ? '.html' : 'index.html');

it('has no link to a page, file or heading that does not exist', () => {
  const links = builtPages().flatMap(linksOf);
  expect(links.length).toBeGreaterThan(1_000);
  expect(links.filter((link) => !resolves(link))).toEqual([]);
});

it('has each page as Markdown, and all of them in one file', () => {
  expect(readBuilt('totp.md')).toContain('# Authenticator apps');
  expect(readBuilt('llms.txt')).toContain('(/totp.md)');
  const all = readBuilt('llms-full.txt');
  expect(all).toContain(readPage('docs/totp.md').split('\n')[2]);
  for (const { folder } of publishedPackages()) {
    expect(all).toContain(readPage(`packages/${folder}/README.md`).split('\n')[0]);
  }
  expect(all).toContain('## Quick start');
  expect(all).toMatch(
    /^# The documentation of Stepward in one file\n[^]*?- \[NestJS\]\(\/nestjs\.md\)/,
  );
  expect(all).toContain('](readme/receiver.md#deduplication)');
  expect(all).not.toContain('](/packages/');
  // The page hides what its code declares.
  expect(readPage('docs/scaling.md')).toContain('<!--\n```ts\nimport type { KeyRing }');
  expect(all).toContain('declare const northPool: PostgresPool;');
});

describe.skipIf(noBrowser !== null)(`the site in Chromium (${noBrowser ?? 'found'})`, () => {
  let browser: Browser;
  let server: SiteServer;

  beforeAll(async () => {
    [browser, server] = await Promise.all([openBrowser(), serveSite()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  /** A page in a context of its own, with nothing cached or remembered. */
  async function open(path: string, scheme = 'light'): Promise<Page> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${server.url}${path}`, { waitUntil: 'networkidle0' });
    return page;
  }

  async function search(page: Page, words: string): Promise<string> {
    await page.click('.DocSearch-Button');
    await page.waitForSelector('#localsearch-input');
    await page.focus('#localsearch-input');
    await page.keyboard.sendCharacter(words);
    const first = await page.waitForSelector('.result[data-index="0"]');
    return (await first?.evaluate((link) => link.getAttribute('href'))) ?? '';
  }

  it('loads at most 150 kB with its first page: all bodies that are sent, compressed with gzip', async () => {
    server.takeSentBytes();
    const page = await open('/');
    const sent = server.takeSentBytes();
    expect(await page.title()).toContain('Stepward');
    expect(sent).toBeGreaterThan(10_000);
    expect(sent).toBeLessThanOrEqual(150_000);
  });

  describe.each(['light', 'dark'])('in %s', (scheme) => {
    it.each([
      ['the first page', '/', 'h1'],
      ['a guide', '/totp.html', 'h1'],
      ['a guide with tabs', '/mounting.html', '.plugin-tabs--tab'],
      ['the OpenAPI document', '/openapi.html', '.opblock'],
    ])('%s is accessible', async (_, path, selector) => {
      const page = await open(path, scheme);
      await page.waitForSelector(selector);
      await expectAccessible(page);
    });

    it('the search is accessible', async () => {
      const page = await open('/', scheme);
      await search(page, 'recovery codes');
      await expectAccessible(page);
    });
  });

  it.each([
    ['lost phone', '/people.html'],
    ['rotate', '/command-line.html#keys-rotate'],
    ['RLS', '/running.html#looking-at-the-tables'],
    ['Prisma', '/transactions.html#prisma'],
    ['createStepward', '/api/@stepward/core.html#createstepward'],
  ])('searching for "%s" finds %s first', async (words, expected) => {
    expect(await search(await open('/'), words)).toContain(expected);
  });

  it('remembers a chosen framework on other pages', async () => {
    const page = await open('/mounting.html');
    const chosen = () =>
      page.$eval('[role=tab][aria-selected=true]::-p-text(Fastify)', (tab) => tab.textContent);
    await page.click('[role=tab]::-p-text(Fastify)');
    expect(await chosen()).toBe('Fastify');
    await page.reload({ waitUntil: 'networkidle0' });
    expect(await chosen()).toBe('Fastify');
  });
});
