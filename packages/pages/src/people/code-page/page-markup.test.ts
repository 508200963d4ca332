import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csrfOf } from '../../../test/page-answer.js';
import { createPageWorld, ORIGIN } from '../../../test/page-world.js';
import { CODE_PAGE_TEXTS } from './code-page-texts.js';

const MARKUP = [
  '<script>',
  '</p>',
  '"',
  "'",
  '&',
  '<img src=x onerror=1>',
  '{phone}',
  '</title>',
  'a',
];
const markup = fc
  .array(fc.constantFrom(...MARKUP), { minLength: 1, maxLength: 6 })
  .map((all) => all.join(''));

/** What a parser makes of the page: its tags with their attributes, without the texts between them. */
function skeleton(html: string): string[] {
  return [...html.matchAll(/<(\/?[a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, tag = '', attributes = '']) => `${tag}${attributes.replaceAll(/="[^"]*"/g, '')}`,
  );
}

describe('a page', () => {
  // standard: asvs/1.1.2, asvs/1.2.1, asvs/3.2.2
  it('shows markup in every text that a tenant or a person sets as text', async () => {
    const plain = await createPageWorld();
    const expected = skeleton((await plain.open(await plain.linkWithCode())).html);
    await fc.assert(
      fc.asyncProperty(markup, markup, markup, async (name, text, sentTo) => {
        const texts = Object.fromEntries(
          Object.keys(CODE_PAGE_TEXTS.en).map((key) => [key, key === 'direction' ? 'ltr' : text]),
        );
        const world = await createPageWorld({ brand: { name }, texts: { en: texts } });
        const { html } = await world.open(await world.linkWithCode({ sentTo }));
        const withoutNumbers = (tags: string[]) => tags.filter((tag) => !tag.includes('bdi'));
        expect(withoutNumbers(skeleton(html))).toEqual(withoutNumbers(expected));
        expect(html).not.toMatch(/<script>|<img|onerror=1>/);
        expect(html.split('<').length).toBe(html.split('>').length);
      }),
      { numRuns: 100 },
    );
  });

  // standard: asvs/11.5.1
  it('guards its forms with a token of 128 random bits', async () => {
    const newToken = async () => {
      const { open, linkWithCode } = await createPageWorld();
      return csrfOf(await open(await linkWithCode()));
    };
    const one = await newToken();
    const other = await newToken();
    expect(Buffer.from(one, 'base64url')).toHaveLength(16);
    expect(one).not.toBe(other);
  });

  it('shows nothing of the request', async () => {
    const { open, linkWithCode } = await createPageWorld();
    const url = `${await linkWithCode()}&x=%3Cscript%3E&state=%3Cscript%3E`;
    expect((await open(url, { 'accept-language': '<script>' })).html).not.toContain('<script>');
  });

  // standard: asvs/1.2.3, asvs/3.2.1, asvs/3.4.3, asvs/3.4.4, asvs/3.4.5, asvs/3.4.6, asvs/14.2.3, asvs/14.3.1, asvs/14.3.2
  it('has headers that forbid framing, caching, referrers and every foreign source', async () => {
    const brand = { name: 'Example', logoUrl: 'https://cdn.example.net/logo.svg' };
    const { open, linkWithCode } = await createPageWorld({ brand });
    const redirectOrigins = ['https://client.example.org'];
    const url = await linkWithCode({ returnTo: 'https://app.example.com/a', redirectOrigins });
    const { headers } = await open(url);
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-language': 'en',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src https://cdn.example.net; " +
        "form-action 'self' https://app.example.com https://client.example.org; frame-ancestors 'none'; base-uri 'none'",
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'otp-credentials=(self)',
    });
  });

  it('weighs at most 10 KB with its style and its script, and the script at most 2 KB', async () => {
    const { open, linkWithCode } = await createPageWorld();
    const { html } = await open(await linkWithCode());
    const addresses = [...html.matchAll(/(?:href|src)="(sms-verify\/page[^"]*)"/g)].map(
      ([, address = '']) => address.replaceAll('&amp;', '&'),
    );
    const assets = await Promise.all(addresses.map((address) => open(`${ORIGIN}/${address}`)));
    expect(assets.map(({ headers }) => headers.get('content-type'))).toEqual([
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
    const [style = '', script = ''] = assets.map((asset) => asset.html);
    expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2_048);
    expect(Buffer.byteLength(html + style + script)).toBeLessThanOrEqual(10_240);
  });

  it('takes its colours from the brand, with a text on them that can be read', async () => {
    const brand = { name: 'Example', accent: '#ffd700', accentDark: '#202080' };
    const { open, linkWithCode } = await createPageWorld({ brand });
    const { html } = await open(await linkWithCode());
    const address = /href="(sms-verify\/page.css[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    const { html: style } = await open(`${ORIGIN}/${address ?? ''}`);
    expect(style).toContain('--accent:#ffd700;--on-accent:#000000');
    expect(style).toContain('--accent:#202080;--on-accent:#ffffff');
    const other = await open('/sms-verify/page.js?v=another');
    expect(other.headers.get('cache-control')).toBe('no-store');
    const injected = await open('/sms-verify/page.css?light=red;}body{display:none');
    expect(injected.html).not.toContain('display:none');
  });
});

describe('the language of a page', () => {
  it.each([
    [null, 'de-AT, en;q=0.5', 'de'],
    ['de', 'en', 'de'],
    ['xx', 'de', 'de'],
    [null, 'fr', 'en'],
    [null, '', 'en'],
  ])('with the link in %j and Accept-Language %j is %s', async (locale, accepted, expected) => {
    const { open, linkWithCode } = await createPageWorld();
    const { html } = await open(await linkWithCode({ locale }), { 'accept-language': accepted });
    expect(html).toContain(`<html lang="${expected}" dir="ltr">`);
  });

  it('may be one that is read from right to left, with the number as it is', async () => {
    const arabic = { ...CODE_PAGE_TEXTS.en, direction: 'rtl', heading: 'تأكيد' } as const;
    const { open, linkWithCode } = await createPageWorld({ texts: { ar: arabic } });
    const { html } = await open(await linkWithCode({ locale: 'ar' }));
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('<bdi dir="ltr">+14*****2671</bdi>');
  });

  it('must have all texts, and no others', async () => {
    await expect(createPageWorld({ texts: { fr: { heading: 'Bonjour' } } })).rejects.toThrow(
      'texts.fr.direction must',
    );
    await expect(createPageWorld({ texts: { de: { titel: 'x' } as never } })).rejects.toThrow(
      'texts.de has no text titel',
    );
  });
});
