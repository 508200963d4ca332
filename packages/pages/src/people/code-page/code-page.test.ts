import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createPageWorld, ORIGIN } from '../../../test/page-world.js';

describe('the code page', () => {
  // standard: nist/2.2.2-intent
  it('asks for the code that was sent, and marks the session when it is right', async () => {
    const { linkWithCode, open, submit, verified, lastCode, stepward } = await createPageWorld();
    const url = await linkWithCode({ returnTo: '/inbox?new=1' });
    const page = await open(url);
    expect(page.status).toBe(200);
    expect(page.html).toContain('+14*****2671');
    const browser = { 'user-agent': 'Firefox/140' };
    const right = await submit(url, { do: 'verify', code: lastCode() }, browser);
    expect([right.status, right.headers.get('location')]).toEqual([303, '/inbox?new=1']);
    expect(verified).toEqual([
      { assurance: 'aal2', amr: ['sms', 'otp', 'mfa'], identityId: 'ada', sessionId: 'session-1' },
    ]);
    const { items } = await stepward.authenticationLog.list('acme', { type: 'factor.verified' });
    expect(items.map(({ client }) => client?.userAgent)).toEqual(['Firefox/140']);
  });

  it('has one field that browsers fill in, and that takes what is pasted', async () => {
    const { linkWithCode, open } = await createPageWorld();
    const { html } = await open(await linkWithCode());
    const fields = html.match(/<input(?! type="hidden")[^>]*>/g) ?? [];
    expect(fields).toHaveLength(1);
    expect(fields[0]).toContain('type="text"');
    expect(fields[0]).toContain('autocomplete="one-time-code"');
    expect(fields[0]).toContain('inputmode="numeric"');
    expect(fields[0]).not.toMatch(/maxlength|pattern/);
  });

  it('names the operation that is approved, and hands its grant over', async () => {
    const { link, open, submit, verified, lastCode, stepward, sms } = await createPageWorld();
    const text = 'Pay 120 EUR to "Miller & Sons"';
    const operation = { id: 'payment_81', text, data: { amount: '120' } };
    const url = await link({ operation });
    const named =
      'You approve: <strong dir="auto">Pay 120 EUR to &quot;Miller &amp; Sons&quot;</strong>';
    expect((await open(url)).html).toContain(named);
    const sent = await submit(url, { do: 'send' });
    expect(sms.sent.at(-1)?.body).toContain(`${text}\n`);
    const next = sent.headers.get('location') ?? '';
    const wrong = await submit(next, { do: 'verify', code: '000000' });
    expect([wrong.status, wrong.html.includes(named)]).toEqual([422, true]);
    expect((await submit(next, { do: 'verify', code: lastCode() })).status).toBe(303);
    const grant = verified[0]?.grant?.reveal() ?? '';
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1', grant };
    expect((await stepward.grants.use({ ...owner, operation })).isOk()).toBe(true);
  });

  it('is made for no operation that is not valid', async () => {
    const { codePage } = await createPageWorld();
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const operation = { id: 'payment_81', text: 'Pay\n120', data: {} };
    const made = await codePage.createVerifyLink({ ...owner, operation });
    expect(made._unsafeUnwrapErr().code).toBe('operation_invalid');
  });

  it('is made for no operation that is too long for an address', async () => {
    const { codePage } = await createPageWorld();
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const linkOf = async (note: string) =>
      codePage.createVerifyLink({
        ...owner,
        operation: { id: 'payment_81', text: 'Pay 120 EUR', data: { note } },
      });
    const longest = await linkOf('x'.repeat(4_085));
    expect(longest._unsafeUnwrap().length).toBeLessThan(7_168);
    expect((await linkOf('支'.repeat(4_000)))._unsafeUnwrapErr()).toMatchObject({
      code: 'operation_invalid',
      violations: [{ field: 'operation.data', limit: 'a link of at most 7168 characters' }],
    });
  });

  // standard: asvs/3.5.3
  it('sends nothing when it is opened, however often', async () => {
    const { link, open, sms } = await createPageWorld();
    const before = sms.sent.length;
    const url = await link();
    for (let opened = 0; opened < 3; opened += 1) expect((await open(url)).status).toBe(200);
    expect(sms.sent).toHaveLength(before);
  });

  it('sends a code on request, and shows the result on a page that may be reloaded', async () => {
    const { link, open, submit, sms, lastCode, verified } = await createPageWorld();
    const url = await link();
    expect((await open(url)).html).not.toContain('id="code"');
    const before = sms.sent.length;
    const sent = await submit(url, { do: 'send' });
    expect(sent.status).toBe(303);
    const next = sent.headers.get('location') ?? '';
    expect(next.startsWith(`${ORIGIN}/sms-verify?state=`)).toBe(true);
    for (let reloaded = 0; reloaded < 2; reloaded += 1) {
      expect((await open(next)).html).toContain('+14*****2671');
    }
    expect(sms.sent).toHaveLength(before + 1);
    expect((await submit(next, { do: 'verify', code: lastCode() })).status).toBe(303);
    expect(verified).toHaveLength(1);
  });

  it('sends a new code after the wait, and says before how long it is', async () => {
    const { linkWithCode, open, submit, sms, clock } = await createPageWorld();
    const url = await linkWithCode();
    const before = sms.sent.length;
    clock.advance(18_000);
    const early = await submit(url, { do: 'send' });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '42']);
    expect(early.html).toContain('You can request a new one in 0:42.');
    clock.advance(42_000);
    const again = await submit(url, { do: 'send' });
    expect(again.status).toBe(303);
    const { html } = await open(again.headers.get('location') ?? '');
    expect(html).toContain('We sent a new code');
    expect(sms.sent).toHaveLength(before + 1);
  });

  it('takes a code with spaces and hyphens, and no other digits than ASCII, which cost nothing', async () => {
    const { linkWithCode, submit, lastCode } = await createPageWorld();
    const url = await linkWithCode();
    const code = lastCode();
    const wide = code.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    for (let tried = 0; tried < 12; tried += 1) {
      const refused = await submit(url, { do: 'verify', code: wide });
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('Enter all 6 digits of the code.');
    }
    const typed = ` ${code.slice(0, 3)} \u2013 ${code.slice(3)}-`;
    expect((await submit(url, { do: 'verify', code: typed })).status).toBe(303);
  });

  it('says that a code was wrong, and keeps the budgets over 500 tries', async () => {
    const { linkWithCode, submit, verified, lastCode, clock } = await createPageWorld();
    const url = await linkWithCode();
    const code = lastCode();
    const wrong = code === '000000' ? '111111' : '000000';
    const first = await submit(url, { do: 'verify', code: wrong });
    expect(first.status).toBe(422);
    expect(first.html).toContain('The code is wrong.');
    expect(first.html).toContain('aria-invalid="true"');
    const texts = new Set<string>();
    for (let tried = 1; tried < 500; tried += 1) {
      const { status, html } = await submit(url, { do: 'verify', code: tried < 5 ? wrong : code });
      expect(status).toBe(422);
      texts.add(/role="alert">([^<]*)/.exec(html)?.[1] ?? '');
    }
    expect([...texts].at(-1)).toContain('Too many wrong codes were entered.');
    clock.advance(60_000);
    expect(verified).toEqual([]);
  });

  it('asks for an authenticator app or a recovery code where the person has one', async () => {
    const world = await createPageWorld();
    const { stepward, ada, clock, link, open, submit, verified } = world;
    const { secret } = (await stepward.totp.start(ada))._unsafeUnwrap();
    const shown = (): string => appCode(secret, clock.now());
    expect((await stepward.totp.verify(ada, shown())).isOk()).toBe(true);
    const { codes } = (await stepward.recoveryCodes.generate(ada))._unsafeUnwrap();

    const url = await link({ factor: 'totp' });
    const { html } = await open(url);
    expect(html).toContain('Open your authenticator app');
    const ways = [...html.matchAll(/<li><a href="([^"]*)">([^<]*)/g)];
    expect(ways.map(([, , text]) => text)).toEqual([
      'Get a code by text message',
      'Use a recovery code',
    ]);

    const byCode = ways[1]?.[1] ?? '';
    const malformed = await submit(byCode, { do: 'verify', code: '123456' });
    expect(malformed.html).toContain('Enter all 16 characters of the recovery code.');
    const typed = codes[0]?.toLowerCase() ?? '';
    expect((await submit(byCode, { do: 'verify', code: typed })).status).toBe(303);
    clock.advance(30_000);
    expect(
      (await submit(await link({ factor: 'totp' }), { do: 'verify', code: shown() })).status,
    ).toBe(303);
    expect(verified.map(({ amr }) => amr)).toEqual([['mfa'], ['otp', 'mfa']]);
  });
});
