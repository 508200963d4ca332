import { systemCaller } from '@stepward/core';
import { appCode } from '@stepward/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csrfOf } from '../../../test/page-answer.js';
import { textOf } from '../../../test/portal-browser.js';
import { createSecurityWorld, ONE, PHONE, secretOf } from '../../../test/security-world.js';

const ADA = { tenantId: 'acme', identityId: 'ada' };
const OTHER_PHONE = '+14155550199';
const WEAKER = 'Text messages are the weaker method: ';

describe('the security page', () => {
  it('shows the factors and the masked number, and nothing of others', async () => {
    const { open } = await createSecurityWorld();
    const { status, html } = await open('/security');
    expect(status).toBe(200);
    const text = textOf(html);
    expect(text).toContain('Text messages Off');
    expect(text).toContain('Authenticator app Off');
    expect(text).toContain('+14*****2671');
    expect(html).not.toContain(PHONE);
  });

  // standard: nist/3.2.9-notice, asvs/6.6.1
  it('says that SMS is the weaker method, before and after it is set up, until there is a stronger one', async () => {
    const { open, enrolSms, addApp, raise } = await createSecurityWorld();
    const weaker = async () => textOf((await open('/security')).html).includes(WEAKER);
    const shown = [await weaker()];
    await enrolSms();
    shown.push(await weaker());
    raise('aal2');
    await addApp('');
    shown.push(await weaker());
    expect(shown).toEqual([true, true, false]);
    expect((await open('/security')).html).not.toContain('href="#totp"');
  });

  it('sets text messages up: a code, a wrong one, the right one', async () => {
    const { open, submit, post, follow, sms, methods } = await createSecurityWorld();
    await open('/security');
    expect(sms.sent).toHaveLength(0);
    const csrf = csrfOf(await open('/security'));
    const started = await post('/security/sms', { csrf, do: 'start' });
    const next = started.headers.get('location') ?? '';
    const asked = await open(next);
    expect(textOf(asked.html)).toContain('We sent a 6-digit code to +14*****2671 .');
    for (let again = 0; again < 3; again += 1) await open(next);
    expect(sms.sent).toHaveLength(1);

    const code = sms.lastCode(PHONE);
    const wrong = await submit('/security/sms', {
      do: 'verify',
      code: code === '000000' ? '000001' : '000000',
    });
    expect([wrong.status, textOf(wrong.html).includes('The code is wrong.')]).toEqual([422, true]);
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    const done = await follow('/security/sms', { do: 'verify', code: spaced });
    expect(textOf(done.html)).toContain('Text messages are set up.');
    expect(await methods()).toEqual(['sms']);
  });

  it('sends no second message within a minute, and says how long to wait', async () => {
    const { submit, sms } = await createSecurityWorld();
    await submit('/security/sms', { do: 'start' });
    const early = await submit('/security/sms', { do: 'send' });
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    expect(textOf(early.html)).toContain('You can request a new one in 1:00.');
    expect(early.html).toContain('name="code"');
    expect(sms.sent).toHaveLength(1);
  });

  it('sets an authenticator app up by a picture or a key, which it shows once', async () => {
    const { submit, post, open, clock, methods } = await createSecurityWorld();
    const csrf = csrfOf(await open('/security'));
    const shown = await post('/security/totp', { csrf, do: 'start' });
    expect(shown.html).toMatch(/<svg class="qr"[^>]*viewBox="0 0 \d+ \d+"/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const secret = secretOf(shown.html);
    expect(secret).toHaveLength(32);
    const repeated = await post('/security/totp', { csrf, do: 'start' });
    expect([repeated.status, repeated.html.includes(secret)]).toEqual([409, false]);

    const code = appCode(secret, clock.now());
    expect((await submit('/security/totp', { do: 'verify', code: '１２３４５６' })).status).toBe(
      422,
    );
    expect((await submit('/security/totp', { do: 'verify', code })).status).toBe(303);
    expect(await methods()).toEqual(['totp']);
    expect((await open('/security/totp')).html).not.toContain(secret);
  });

  it('lists the apps of a person by name, and renames and removes one of them', async () => {
    const { addApp, raise, open, submit, follow, authenticators, stepward, clock } =
      await createSecurityWorld();
    await addApp('');
    raise('aal2');
    clock.advance(60_000);
    await addApp('Work phone <b>');
    const listed = textOf((await open('/security')).html);
    expect(listed).toContain(
      'Authenticator app Change Added on Jan 1, 2026, 12:00:00 AM UTC . Not used yet.',
    );
    expect(listed).toContain(
      'Work phone <b> Change Added on Jan 1, 2026, 12:01:00 AM UTC . Not used yet.',
    );

    const [, work = ''] = await authenticators();
    const malformed = await submit(work, { do: 'rename', name: 'Work\u202Ephone' });
    expect([malformed.status, textOf(malformed.html).includes('1 to 64 visible')]).toEqual([
      422,
      true,
    ]);
    const renamed = await follow(work, { do: 'rename', name: ' Old phone ' });
    expect(textOf(renamed.html)).toContain('Saved: Old phone');
    const removed = await follow(work, { do: 'remove' });
    expect(textOf(removed.html)).toContain('Removed: Old phone');
    const left = await stepward.authenticators.list({ ...ADA, assurance: null });
    expect(left._unsafeUnwrap().map(({ name }) => name)).toEqual([null]);
    expect((await open(work)).status).toBe(404);
  });

  it('says when an app was used last', async () => {
    const { addApp, open, stepward, clock } = await createSecurityWorld();
    const secret = await addApp('');
    clock.advance(90_000);
    const session = { ...ADA, sessionId: 'session-1', factor: 'totp' } as const;
    (await stepward.stepUp.verify(session, appCode(secret, clock.now())))._unsafeUnwrap();
    expect(textOf((await open('/security')).html)).toContain(
      'Last used on Jan 1, 2026, 12:01:30 AM UTC',
    );
  });

  it('says why no app can be added to ten', async () => {
    const { addApp, raise, open, clock } = await createSecurityWorld();
    await addApp('');
    raise('aal2');
    for (let more = 1; more < 10; more += 1) {
      // 10 starts an hour.
      clock.advance(3_600_000);
      await addApp(`App ${String(more)}`);
    }
    const { html } = await open('/security');
    expect(textOf(html)).toContain('You have set up as many as you can. Remove one first.');
    expect(html).not.toContain('action="/security/totp"');
  });

  it('marks an app that is suspended, and says what to do', async () => {
    const { addApp, open, stepward, clock, authenticators } = await createSecurityWorld();
    const secret = await addApp('');
    for (let wrong = 0; wrong < 100; wrong += 1) {
      clock.advance(3_600_000);
      const session = { ...ADA, sessionId: 'session-1', factor: 'totp' } as const;
      const code = appCode(secret, clock.now());
      const wrong = code === '000000' ? '000001' : '000000';
      (await stepward.stepUp.verify(session, wrong))._unsafeUnwrapErr();
    }
    const { html } = await open('/security');
    expect(html).toContain('<span class="tag no">Locked</span>');
    expect(textOf(html)).toContain('Remove it, then set it up again.');
    const [app = ''] = await authenticators();
    expect(textOf((await open(app)).html)).toContain('Remove it, then set it up again.');
  });

  it("answers for another person's authenticator as for one that does not exist", async () => {
    const { enrolSms, raise, open, post, signedIn, authenticators, methods, ...test } =
      await createSecurityWorld();
    await enrolSms();
    const [adas = ''] = await authenticators();
    await test.addIdentity('bob', { phone: null });
    raise('aal2');
    signedIn.session = { ...signedIn.session!, identityId: 'bob' };
    expect((await open(adas)).status).toBe(404);
    for (const action of ['rename', 'remove']) {
      const csrf = csrfOf(await open('/security'));
      expect((await post(adas, { csrf, do: action, name: 'mine' })).status).toBe(404);
    }
    expect(await methods()).toEqual(['sms']);
  });

  it('shows recovery codes once, and how many are left', async () => {
    const { enrolSms, raise, submit, post, open, stepward } = await createSecurityWorld();
    await enrolSms();
    raise('aal2');
    const csrf = csrfOf(await open('/security'));
    const shown = await post('/security', { csrf, do: 'make_codes' });
    const codes = textOf(shown.html).match(/\b[0-9A-Z]{4}(-[0-9A-Z]{4}){3}\b/g) ?? [];
    expect(codes).toHaveLength(10);
    const repeated = await post('/security', { csrf, do: 'make_codes' });
    expect([repeated.status, repeated.html.includes(codes[0]!)]).toEqual([409, false]);
    expect(textOf((await open('/security')).html)).toContain('Codes left: 10');

    const session = { tenantId: 'acme', identityId: 'ada', sessionId: 's' };
    await submit('/security', { do: 'make_codes' });
    const earlier = { ...session, factor: 'recovery_code', organisationId: null } as const;
    expect((await stepward.stepUp.verify(earlier, codes[0]))._unsafeUnwrapErr().code).toBe(
      'code_mismatch',
    );
  });

  it('changes the phone number with a code to the new one', async () => {
    const { submit, post, open, sms, stepward } = await createSecurityWorld();
    const asked = await submit('/security/phone', {
      do: 'start',
      phone_number: '+1 (415) 555-0199',
    });
    expect(textOf(asked.html)).toMatch(/We sent a 6-digit code to \+14\*{5}0199 ?\./);
    expect(asked.html).toContain(`name="phone_number" value="${OTHER_PHONE}"`);
    const code = sms.lastCode(OTHER_PHONE);
    const csrf = csrfOf(await open('/security/phone'));
    const fields = { csrf, do: 'verify', phone_number: OTHER_PHONE };
    const malformed = await post('/security/phone', { ...fields, code: '12' });
    expect([malformed.status, malformed.html.includes(OTHER_PHONE)]).toEqual([422, true]);
    expect((await post('/security/phone', { ...fields, code })).status).toBe(303);
    const { phone } = (await stepward.identities.find('acme', 'ada'))!;
    expect(phone).toEqual({ number: OTHER_PHONE, verified: true });
  });

  it.each([
    ['nonsense', 422, 'Enter the number with a plus sign'],
    ['', 422, 'Enter the number with a plus sign'],
  ])('refuses the number %j with the reason', async (phone_number, status, reason) => {
    const { submit, sms } = await createSecurityWorld();
    const refused = await submit('/security/phone', { do: 'start', phone_number });
    expect([refused.status, textOf(refused.html).includes(reason)]).toEqual([status, true]);
    expect(sms.sent).toHaveLength(0);
  });

  it('removes a factor after a question, and the phone number once no factor uses it', async () => {
    const { enrolSms, raise, open, submit, follow, methods, authenticators, stepward } =
      await createSecurityWorld();
    await enrolSms();
    raise('aal2');
    const inUse = await submit('/security/remove/phone', { do: 'remove' });
    expect([inUse.status, textOf(inUse.html).includes('Text messages go to this number.')]).toEqual(
      [409, true],
    );
    const [sms = ''] = await authenticators();
    expect((await open(sms)).html).toContain('<h1>Text messages</h1>');
    expect(await methods()).toEqual(['sms']);
    const removed = await follow(sms, { do: 'remove' });
    expect(textOf(removed.html)).toContain('Removed: Text messages');
    expect(await methods()).toEqual([]);
    expect((await submit('/security/remove/phone', { do: 'remove' })).status).toBe(303);
    expect((await stepward.identities.find('acme', 'ada'))?.phone).toBeNull();
    expect((await open('/security/remove/identity')).status).toBe(404);
  });

  it('is in German where the browser asks for it', async () => {
    const { open } = await createSecurityWorld();
    const { html } = await open('/security', { 'accept-language': 'de-AT' });
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('<h1>Ihre Sicherheit</h1>');
  });
});

describe('a session at aal1 of a person with a factor', () => {
  const FORMS = [
    ['/security/totp', { do: 'start' }],
    ['/security', { do: 'make_codes' }],
    ['/security/phone', { do: 'start', phone_number: OTHER_PHONE }],
    [ONE, { do: 'rename', name: 'x' }],
    [ONE, { do: 'remove' }],
    ['/security/remove/phone', { do: 'remove' }],
  ] as const;

  it('sees everything and the way to aal2, and no form', async () => {
    const { enrolSms, open } = await createSecurityWorld();
    await enrolSms();
    const { html } = await open('/security');
    expect(html).toContain('href="/sms-verify?of=session-1&amp;by=sms"');
    expect(html).not.toContain('<form');
  });

  it.each(FORMS)('changes nothing at %s by sending %j all the same', async (path, fields) => {
    const { enrolSms, open, post, methods, authenticators, sms, stepward } =
      await createSecurityWorld();
    await enrolSms();
    const before = sms.sent.length;
    const csrf = csrfOf(await open('/security/phone'));
    const [one = ''] = await authenticators();
    const refused = await post(path === ONE ? one : path, { csrf, ...fields });
    expect(refused.status).toBe(403);
    expect(textOf(refused.html)).toContain('To make changes, verify your identity.');
    expect(refused.html).toContain('href="/sms-verify?of=session-1&amp;by=sms"');
    expect(await methods()).toEqual(['sms']);
    expect(sms.sent).toHaveLength(before);
    expect((await stepward.identities.find('acme', 'ada'))?.phone?.number).toBe(PHONE);
  });

  it.each(FORMS)('may use %s with %j at aal2', async (path, fields) => {
    const { enrolSms, raise, submit, authenticators } = await createSecurityWorld();
    await enrolSms();
    raise('aal2');
    const [one = ''] = await authenticators();
    expect((await submit(path === ONE ? one : path, fields)).status).not.toBe(403);
  });

  it('loses its forms when it is raised: they are those of another session', async () => {
    const { enrolSms, raise, open, post } = await createSecurityWorld();
    raise('aal2');
    await enrolSms();
    const csrf = csrfOf(await open('/security/totp'));
    raise('aal1');
    expect((await post('/security/totp', { csrf, do: 'start' })).status).toBe(403);
  });
});

describe('bad input', () => {
  it.each(['sms', 'totp', 'webauthn'])(
    "sets no factor up that the session's organisation forbids: %s",
    async (factor) => {
      const { open, post, signedIn, stepward, sms, methods } = await createSecurityWorld();
      await stepward.organisations.put('acme', 'org_strict');
      const change = { allowedFactors: ['email'] };
      const changed = await stepward.policies.update(systemCaller('acme'), 'org_strict', change);
      expect(changed.isOk()).toBe(true);
      signedIn.session = { ...signedIn.session!, organisationId: 'org_strict' };
      const csrf = csrfOf(await open('/security/phone'));
      const refused = await post(`/security/${factor}`, { csrf, do: 'start' });
      expect(refused.status).toBe(503);
      expect(textOf(refused.html)).toContain('Your organisation does not allow this.');
      expect([sms.sent.length, await methods()]).toEqual([0, []]);
    },
  );

  it('spends the attempts of a code by 500 tries, and accepts none after that', async () => {
    const { submit, post, open, sms, methods } = await createSecurityWorld();
    await submit('/security/sms', { do: 'start' });
    const code = sms.lastCode(PHONE);
    const wrong = code === '000000' ? '000001' : '000000';
    const csrf = csrfOf(await open('/security/sms'));
    for (let tried = 0; tried < 500; tried += 1) {
      expect((await post('/security/sms', { csrf, do: 'verify', code: wrong })).status).toBe(422);
    }
    expect((await post('/security/sms', { csrf, do: 'verify', code })).status).toBe(422);
    expect(await methods()).toEqual([]);
  });

  it('shows a person who is suspended or gone that the session has ended', async () => {
    const { open, stepward, signedIn } = await createSecurityWorld();
    const ada = (await stepward.identities.find('acme', 'ada'))!;
    (await stepward.identities.put('acme', { ...ada, state: 'suspended' }))._unsafeUnwrap();
    expect((await open('/security')).html).toContain('<h1>You are signed out</h1>');
    signedIn.session = { ...signedIn.session!, identityId: 'nobody' };
    expect((await open('/security')).status).toBe(403);
  });

  it('has no portal link: a person signs in with the host', async () => {
    const { page, open } = await createSecurityWorld();
    expect(page).not.toHaveProperty('createPortalLink');
    expect((await open('/security/enter?link=x')).status).toBe(400);
  });

  // standard: asvs/1.2.1, asvs/3.2.2
  it('keeps markup inert in every text that a tenant or a person can set', async () => {
    const markup = fc.constantFrom('<script>', '"><img src=x>', "'onload='", '</svg><b>', '&lt;');
    await fc.assert(
      fc.asyncProperty(markup, markup, async (name, typed) => {
        const { stepward, submit, open } = await createSecurityWorld({ brand: { name } });
        const sms = { appName: 'Acme & <b>' };
        const configured = await stepward.tenants.configure(systemCaller('acme'), { sms });
        expect(configured.isOk()).toBe(true);
        const answers = [
          await open('/security'),
          await submit('/security/phone', { do: 'start', phone_number: typed }),
          await submit('/security/phone', { do: 'verify', phone_number: typed, code: typed }),
          await submit('/security/totp', { do: 'start' }),
        ];
        for (const { html } of answers) {
          expect(html).not.toMatch(/<script|<img|<b>| onload=/);
          expect(html.match(/<svg/g)?.length ?? 0).toBe(html.match(/<\/svg>/g)?.length ?? 0);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('names the option that is missing', async () => {
    await expect(createSecurityWorld({ stepUpAddress: undefined as never })).rejects.toThrow(
      'createSecurityPage: stepUpAddress is missing; it must be a function',
    );
  });
});
