import { systemCaller, type Identity, type ManagementScope, type Sessions } from '@stepward/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csrfOf, expectMessage } from '../../../test/page-answer.js';
import { createPeopleWorld, PEOPLE_SESSION } from '../../../test/people-world.js';
import { textOf } from '../../../test/portal-browser.js';
import { peopleEnglish } from './people-english.js';
import type { KnownPerson, PeoplePort } from './people-port.js';
import type { PeopleSession } from './people-visit.js';

const ADA = '/people/person/ada';
const RESET = `${ADA}/reset`;
const PASS = `${ADA}/pass`;
const REASON = { reason: 'lost her phone' };
const SHOWN_PASS = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/;

const PHONE = '+14155552671';
const PERSON: Omit<Identity, 'identityId'> = {
  state: 'active',
  phone: null,
  otherFactors: [],
  backupCodesRemaining: 0,
  locale: null,
};
const READER: PeopleSession = { ...PEOPLE_SESSION, scopes: ['identities:read'] };

describe('/people', () => {
  it('finds a person by id, and shows nobody who was not searched for', async () => {
    const { open } = await createPeopleWorld();
    const first = await open('/people');
    expect(textOf(first.html)).toContain('Identity id');
    expect(first.html).not.toContain('ada');
    const { html } = await open('/people?q=%20ada%20');
    expect(html).toContain(`href="${ADA}"`);
    for (const none of ['ad', 'nobody', '%00', 'x'.repeat(256)]) {
      const { status, html: empty } = await open(`/people?q=${none}`);
      expect([none, status]).toEqual([none, 200]);
      expect(textOf(empty)).toContain('No person was found.');
    }
  });

  it('leads to people whose ids look like a part of an address', async () => {
    const { open, addIdentity } = await createPeopleWorld();
    for (const id of ['enter', 'page.css', 'a/b?c#d%20', 'ö']) {
      await addIdentity(id);
      const found = await open(`/people?q=${encodeURIComponent(id)}`);
      const address = /href="(\/people\/person\/[^"]*)"/.exec(found.html)?.[1] ?? '';
      const { status, html } = await open(address);
      expect([id, status]).toEqual([id, 200]);
      expect(textOf(html)).toContain(id);
    }
  });

  it('shows what the person has and what limits it, without the number and the secrets', async () => {
    const { open, stepward } = await createPeopleWorld();
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 's', factor: 'totp' } as const;
    (await stepward.stepUp.verify(owner, '000000'))._unsafeUnwrapErr();
    const { html } = await open(ADA);
    const text = textOf(html);
    expect(text).toContain('Identity id ada Authenticator app Old phone . Added on Jan 1, 2026');
    expect(text).toContain('Text messages Added on');
    expect(text).toContain('Recovery codes left 10');
    expect(text).toContain('Wrong answers left 9. All are back at Jan 1, 2026, 1:00:00 AM UTC.');
    expect(text).not.toContain('Deadline');
    expect(html).not.toContain('4155552671');
  });

  it('says which factors are suspended', async () => {
    const { open, stepward } = await createPeopleWorld({}, { limits: { guessesInARow: 1 } });
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 's', factor: 'totp' } as const;
    (await stepward.stepUp.verify(owner, '000000'))._unsafeUnwrapErr();
    expect(textOf((await open(ADA)).html)).toContain(
      'Not used yet. Suspended after too many wrong answers Text messages',
    );
  });

  it('is in German, too', async () => {
    const { open } = await createPeopleWorld();
    const { html } = await open(RESET, { 'accept-language': 'de' });
    expect(html).toContain('<h1>Zweite Faktoren zurücksetzen?</h1>');
    expect(textOf(html)).toContain('Zweite Faktoren von ada werden entfernt.');
  });

  it('opens by a portal link, which names whom it is for', async () => {
    const { page, open, submit, signedIn } = await createPeopleWorld();
    signedIn.session = null;
    expectMessage(await open(ADA), 403, 'You are signed out');
    const { sessionId: _, ...owner } = PEOPLE_SESSION;
    const entered = await submit(await page.createPortalLink(owner), {});
    expect(entered.headers.get('location')).toBe('/people');
    expect(textOf((await open(ADA)).html)).toContain('with a link for root in acme');
    const broken = { ...owner, scopes: 'identities:read' as never };
    await expect(page.createPortalLink(broken)).rejects.toThrow(
      'createPeoplePage: owner.scopes must be an array of scopes',
    );
  });
});

describe('a reset', () => {
  it('is asked for, removes everything, and is in the logs with the actor and the reason', async () => {
    const { open, follow, record, audited } = await createPeopleWorld();
    const question = textOf((await open(RESET)).html);
    expect(question).toContain('This removes second factors of ada .');
    expect(question).toContain('Verify who asks first.');
    expect(await record()).toMatchObject({ methods: ['totp', 'sms'] });
    const { html } = await follow(RESET, { do: 'reset', what: 'all', reason: ' lost her phone ' });
    expect(textOf(html)).toContain('The second factors of ada were reset.');
    expect(textOf(html)).toContain('Second factors None');
    expect(await record()).toMatchObject({ methods: [], backupCodesRemaining: 0 });
    expect(await audited()).toEqual([
      {
        type: 'identity.mfa_reset',
        actor: PEOPLE_SESSION.actor,
        target: 'ada',
        details: { ...REASON, factors: ['sms', 'totp', 'recovery_code'] },
      },
    ]);
  });

  it('removes only the factors that are selected', async () => {
    const { follow, record } = await createPeopleWorld();
    await follow(RESET, { do: 'reset', ...REASON, what: 'some', 'factor.sms': 'on' });
    expect(await record()).toMatchObject({ methods: ['totp'], backupCodesRemaining: 10 });
  });

  it('voids a live challenge', async () => {
    const { follow, stepward, sms, clock } = await createPeopleWorld();
    clock.advance(60_000);
    const session = { tenantId: 'acme', identityId: 'ada', sessionId: 's' };
    (await stepward.stepUp.challenge(session))._unsafeUnwrap();
    await follow(RESET, { do: 'reset', ...REASON });
    const late = await stepward.stepUp.verify({ ...session, factor: 'sms' }, sms.lastCode(PHONE));
    expect(late._unsafeUnwrapErr().code).toBe('sms_not_enrolled');
  });

  it('whose sessions could not be ended says so, and ends them when it is sent again', async () => {
    let fails = true;
    const ended: string[] = [];
    const sessions: Sessions = {
      list: async () => [],
      end: async () => false,
      async endOthers({ identityId }) {
        if (fails) throw new Error('the store of sessions is away');
        ended.push(identityId);
      },
    };
    const { open, post, record } = await createPeopleWorld({}, { sessions });
    const csrf = csrfOf(await open(RESET));
    const fields = { csrf, do: 'reset', ...REASON, what: 'some', 'factor.sms': 'on' };
    const first = await post(RESET, fields);
    expect(first.status).toBe(503);
    expect(textOf(first.html)).toContain('the sessions of the person could not be ended.');
    expect(await record()).toMatchObject({ methods: ['totp', 'sms'] });
    fails = false;
    expect((await post(RESET, fields)).status).toBe(303);
    expect(await record()).toMatchObject({ methods: ['totp'] });
    expect(ended).toEqual(['ada', 'ada']);
  });

  it.each([
    ['without a reason', {}, 'reason', 'Enter a reason'],
    ['with a reason of spaces', { reason: '  ' }, 'reason', 'Enter a reason'],
    ['with a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason', 'Enter a reason'],
    ['of nothing that is selected', { ...REASON, what: 'some' }, 'factors', 'Select at least one.'],
    [
      'of a factor that does not exist',
      { ...REASON, what: 'some', 'factor.email': 'on' },
      'factors',
      'Select at least one.',
    ],
  ])('%s changes nothing, and may be sent again', async (_, fields, field, text) => {
    const { open, post, record, audited } = await createPeopleWorld();
    const csrf = csrfOf(await open(RESET));
    const refused = await post(RESET, { csrf, do: 'reset', ...fields });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`id="${field}-fault"`);
    expect(textOf(refused.html)).toContain(text);
    expect(textOf(refused.html)).toContain('Nothing was changed.');
    expect(await record()).toMatchObject({ enabled: true });
    expect(await audited()).toEqual([]);
    expect((await post(RESET, { csrf, do: 'reset', ...REASON })).status).toBe(303);
  });

  it('keeps what was entered after a refusal', async () => {
    const { submit } = await createPeopleWorld();
    const fields = { what: 'some', 'factor.totp': 'on', reason: '' };
    const { html } = await submit(RESET, { do: 'reset', ...fields });
    expect(html).toContain('value="some" checked');
    expect(html).toContain('name="factor.totp" checked');
    expect(html).not.toContain('name="factor.sms" checked');
  });

  it('takes effect once, also if its form is sent twice at the same moment', async () => {
    const { open, post, audited, otherBrowser } = await createPeopleWorld();
    const csrf = csrfOf(await open(RESET));
    const fields = { csrf, do: 'reset', ...REASON };
    const answers = await Promise.all([post(RESET, fields), otherBrowser().post(RESET, fields)]);
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(303);
    expect(await audited()).toHaveLength(1);
  });

  it('by two administrators at once is audited twice, and removes each factor once', async () => {
    const { open, post, audited, stepward } = await createPeopleWorld();
    const forms = [csrfOf(await open(RESET)), csrfOf(await open(RESET))];
    const answers = await Promise.all(
      forms.map((csrf) => post(RESET, { csrf, do: 'reset', ...REASON })),
    );
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await audited()).toHaveLength(2);
    const { items } = await stepward.authenticationLog.list('acme');
    const removed = items.filter(({ type }) => type === 'factor.removed');
    const client = { address: '192.0.2.0/24', userAgent: null };
    expect(removed.map(({ client: found }) => found)).toEqual([client, client, client]);
  });
});

describe('a temporary pass', () => {
  it('is shown once, and is good for a step-up until the time that is shown', async () => {
    const { open, post, stepward, audited } = await createPeopleWorld();
    const csrf = csrfOf(await open(PASS));
    const fields = { csrf, do: 'give', ...REASON, lifetime_minutes: ' 30 ' };
    const shown = await post(PASS, fields);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [pass] = SHOWN_PASS.exec(shown.html) ?? [];
    expect(textOf(shown.html)).toContain('until Jan 1, 2026, 12:30:00 AM UTC');
    expectMessage(await post(PASS, fields), 409, 'This form was already sent');
    expect((await open(ADA)).html).not.toContain(pass);
    expect(JSON.stringify(await audited())).not.toContain(pass);
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 's' };
    const verified = await stepward.stepUp.verify({ ...owner, factor: 'temporary_pass' }, pass);
    expect(verified._unsafeUnwrap()).toMatchObject({ purpose: 'enrolment' });
  });

  it.each(['', '4', '1441', '7.5', 'an hour', '1e999'])(
    'with a lifetime of %j is refused',
    async (minutes) => {
      const { submit, audited } = await createPeopleWorld();
      const refused = await submit(PASS, { do: 'give', ...REASON, lifetime_minutes: minutes });
      expect(refused.status).toBe(400);
      expect(textOf(refused.html)).toContain('Enter a whole number from 5 to 1440.');
      expect(await audited()).toEqual([]);
    },
  );

  it('is refused for a person who is suspended, and says so', async () => {
    const { submit, addIdentity } = await createPeopleWorld();
    await addIdentity('bob', { state: 'suspended' });
    const path = '/people/person/bob/pass';
    const refused = await submit(path, { do: 'give', ...REASON, lifetime_minutes: '60' });
    expect(refused.status).toBe(403);
    expect(textOf(refused.html)).toContain('The person is suspended');
  });

  it('is withdrawn, and only once', async () => {
    const { open, post, follow, stepward } = await createPeopleWorld();
    expect((await open(ADA)).html).not.toContain('value="withdraw"');
    const given = await stepward.people.givePass(systemCaller('acme'), 'ada', REASON);
    const pass = given._unsafeUnwrap().pass.reveal();
    const shown = await open(ADA);
    expect(textOf(shown.html)).toContain(
      'Temporary pass Can be used once, until Jan 1, 2026, 1:00:00 AM UTC.',
    );
    expect(shown.html).not.toContain(pass);
    const { html } = await follow(ADA, { do: 'withdraw' });
    expect(textOf(html)).toContain('The temporary pass of ada was withdrawn.');
    expect(html).not.toContain('value="withdraw"');
    const { temporaryPass } = (
      await stepward.people.see(systemCaller('acme'), 'ada')
    )._unsafeUnwrap();
    expect(temporaryPass).toBeNull();
    const csrf = csrfOf(await open(RESET));
    const again = await post(ADA, { csrf, do: 'withdraw' });
    expect(again.status).toBe(404);
    expect(textOf(again.html)).toContain('The person has no temporary pass.');
  });
});

describe('a trusted browser', () => {
  async function trust({ stepward }: Awaited<ReturnType<typeof createPeopleWorld>>, name: string) {
    const mfa = { trustedDeviceDays: 30 };
    (await stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    const ada = { tenantId: 'acme', identityId: 'ada' };
    const trusted = await stepward.trustedDevices.trust({ ...ada, proven: ['totp'], name });
    return trusted._unsafeUnwrap().device.id;
  }

  it('is shown and ended, once', async () => {
    const world = await createPeopleWorld();
    const { open, post, follow, stepward } = world;
    expect(textOf((await open(ADA)).html)).not.toContain('Trusted browsers');
    const device = await trust(world, 'Laptop');
    expect(textOf((await open(ADA)).html)).toMatch(
      /Trusted browsers Laptop Trusted on Jan 1, 2026, .* Until Jan 31, 2026, .* Not used yet\./,
    );
    const { html } = await follow(ADA, { do: 'end_device', device });
    expect(textOf(html)).toContain('A browser of ada is not trusted any more.');
    expect(html).not.toContain('Laptop');
    const left = await stepward.people.trustedDevices(systemCaller('acme'), 'ada');
    expect(left._unsafeUnwrap()).toEqual([]);
    const csrf = csrfOf(await open(RESET));
    const again = await post(ADA, { csrf, do: 'end_device', device });
    expect(again.status).toBe(404);
    expect(textOf(again.html)).toContain('This browser was not trusted any more.');
  });

  it('is shown without a button to who may not help', async () => {
    const world = await createPeopleWorld();
    await trust(world, 'Laptop');
    await world.enter(READER);
    const { html } = await world.open(ADA);
    expect(textOf(html)).toContain('Laptop');
    expect(html).not.toContain('end_device');
  });
});

describe('who may', () => {
  const FORMS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    [ADA, { do: 'withdraw' }],
    [ADA, { do: 'end_device', device: 'one' }],
    [RESET, { do: 'reset', ...REASON }],
    [PASS, { do: 'give', ...REASON, lifetime_minutes: '60' }],
  ];
  const PAGES = ['/people', '/people?q=ada', ADA, RESET, PASS];

  it('see people with identities:read: no page has a button, and no form is carried out', async () => {
    const { open, post, enter, record, audited } = await createPeopleWorld();
    await enter(READER);
    const { html } = await open(ADA);
    expect(textOf(html)).toContain('Authenticator app');
    expect(html).not.toMatch(/\/reset|\/pass|value="withdraw"/);
    for (const [path, fields] of FORMS) {
      // The form token is that of the button that closes the portal session.
      const csrf = csrfOf(await open(ADA));
      const refused = await post(path, { csrf, ...fields });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(textOf(refused.html)).toContain('You do not have the permission to change this.');
    }
    for (const path of [RESET, PASS]) expect((await open(path)).status).toBe(403);
    expect(await record()).toMatchObject({ enabled: true });
    expect(await audited()).toEqual([]);
  });

  const BLIND: readonly (readonly [readonly ManagementScope[]])[] = [
    [[]],
    [['identities:write']],
    [['settings:read']],
  ];
  it.each(BLIND)('see nothing without identities:read: %j', async (scopes) => {
    const { open, signedIn } = await createPeopleWorld();
    signedIn.session = { ...PEOPLE_SESSION, scopes };
    for (const path of PAGES) {
      const refused = await open(path);
      expect([path, refused.status]).toEqual([path, 403]);
      expect(textOf(refused.html)).toContain('You do not have the permission to see people.');
      expect(refused.html).not.toContain('ada');
    }
  });

  it('see nobody at aal1', async () => {
    const { open, signedIn } = await createPeopleWorld();
    signedIn.session = { ...PEOPLE_SESSION, assurance: 'aal1' };
    for (const path of PAGES.slice(1)) {
      const refused = await open(path);
      expect([path, refused.status]).toEqual([path, 401]);
      expect(textOf(refused.html)).toContain('Sign in again with one.');
    }
  });

  it('see nobody at aal1, and are led to aal2 where the host offers it', async () => {
    const stepUpAddress = async ({ sessionId, actor }: PeopleSession) =>
      `/sms-verify?of=${sessionId}&by=${actor.id}`;
    const { open, post, signedIn, record } = await createPeopleWorld({ stepUpAddress });
    const csrf = csrfOf(await open(RESET));
    signedIn.session = { ...PEOPLE_SESSION, assurance: 'aal1' };
    for (const path of PAGES.slice(1)) {
      const { status, html } = await open(path);
      expect([path, status]).toEqual([path, 401]);
      expect(html).toContain(
        'href="/sms-verify?of=session-1&amp;by=root">Verify your identity</a>',
      );
      expect(textOf(html)).not.toMatch(/Sign in again|Old phone/);
    }
    // The form was shown at aal2.
    expect((await post(RESET, { csrf, do: 'reset', ...REASON })).status).toBe(403);
    expect(await record()).toMatchObject({ enabled: true });
  });

  it('see nobody at aal1 in the session of a portal link, which cannot be raised', async () => {
    const { open, post, enter, record } = await createPeopleWorld({
      stepUpAddress: () => '/verify',
    });
    await enter({ ...PEOPLE_SESSION, assurance: 'aal1' });
    const refused = await open(ADA);
    expect([refused.status, refused.html.includes('/verify')]).toEqual([401, false]);
    const csrf = csrfOf(refused);
    expect((await post(RESET, { csrf, do: 'reset', ...REASON })).status).toBe(401);
    expect(await record()).toMatchObject({ enabled: true });
  });

  it('are not themselves: the page says why, has no button, and no form is carried out', async () => {
    const { open, post, enter, record, audited } = await createPeopleWorld();
    await enter({ ...PEOPLE_SESSION, actor: { type: 'identity', id: 'ada' } });
    const { html } = await open(ADA);
    expect(textOf(html)).toContain('Ask another administrator.');
    expect(html).not.toMatch(/\/reset|\/pass|value="withdraw"/);
    for (const [path, fields] of FORMS) {
      const csrf = csrfOf(await open(ADA));
      const refused = await post(path, { csrf, ...fields });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(textOf(refused.html)).toContain('Ask another administrator.');
    }
    expect(await record()).toMatchObject({ enabled: true });
    expect(await audited()).toEqual([]);
  });

  it('are of the tenant: a person of another one is not there', async () => {
    const { open, post, signedIn, stepward, record } = await createPeopleWorld();
    (await stepward.tenants.configure(systemCaller('globex'), {}))._unsafeUnwrap();
    const eve = { ...PERSON, identityId: 'eve' };
    (await stepward.identities.put('globex', eve))._unsafeUnwrap();
    signedIn.session = { ...PEOPLE_SESSION, tenantId: 'globex' };
    expect(textOf((await open('/people?q=ada')).html)).toContain('No person was found.');
    for (const path of [ADA, RESET, PASS, '/people/person/%00', '/people/person/nobody']) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
    for (const [path, fields] of FORMS) {
      const csrf = csrfOf(await open('/people/person/eve/reset'));
      expect([path, (await post(path, { csrf, ...fields })).status]).toEqual([path, 404]);
    }
    expect(await record()).toMatchObject({ enabled: true });
  });
});

describe('names of people', () => {
  /** A name that tries to leave its place, and to look like another person's. */
  const HOSTILE = `</bdi></code>\u202Ennim\u2066\u0000\n${'x'.repeat(65)}`;

  const port = (changes: Partial<PeoplePort> = {}): PeoplePort => ({
    search: async () => [
      { identityId: 'ada', name: 'Ada Lovelace' },
      { identityId: 'nobody', name: HOSTILE },
    ],
    find: async () => ({ name: 'Ada Lovelace' }),
    ...changes,
  });

  it('are searched for, and are beside the id wherever a person is shown', async () => {
    const asked: string[][] = [];
    const search: PeoplePort['search'] = async (...given) => {
      asked.push(given);
      return [{ identityId: 'ada', name: 'Ada Lovelace' }];
    };
    const { open, follow } = await createPeopleWorld({ people: port({ search }) });
    const { html } = await open('/people?q=love+lace');
    expect(asked).toEqual([['acme', 'love lace']]);
    expect(textOf(html)).toContain('Name, or identity id');
    expect(textOf(html)).toContain('Ada Lovelace ada');
    for (const path of [ADA, RESET, PASS]) {
      expect(textOf((await open(path)).html)).toContain('Name Ada Lovelace Identity id ada');
    }
    const done = await follow(RESET, { do: 'reset', ...REASON });
    expect(textOf(done.html)).toContain('The second factors of Ada Lovelace were reset.');
  });

  it('that are hostile stay in their place, in one line of at most 64 characters', async () => {
    const people = port({ find: async () => ({ name: HOSTILE }) });
    const { open } = await createPeopleWorld({ people });
    const shown = `&lt;/bdi&gt;&lt;/code&gt;nnim ${'x'.repeat(45)}…`;
    for (const path of ['/people?q=x', ADA, RESET, PASS]) {
      const { html } = await open(path);
      expect([path, html.includes(`<bdi>${shown}</bdi>`)]).toEqual([path, true]);
      for (const hidden of ['\u202E', '\u2066', '\u0000']) expect(html).not.toContain(hidden);
    }
  });

  it('that cannot be had leave the ids, one warning in the log, and a note for who searches', async () => {
    const fail = async () => Promise.reject(new RangeError('of Ada Lovelace'));
    const { open, follow, logger } = await createPeopleWorld({
      people: { search: fail, find: fail },
    });
    const { html } = await open('/people?q=ada');
    expect(textOf(html)).toContain('Names are not available at the moment.');
    expect(html).toContain(`href="${ADA}"`);
    expect(logger.lines).toMatchObject([{ fields: { method: 'search', reason: 'RangeError' } }]);
    expect(JSON.stringify(logger.lines)).not.toContain('Ada Lovelace');
    const done = await follow(RESET, { do: 'reset', ...REASON });
    expect(textOf(done.html)).toContain('The second factors of ada were reset.');
  });

  it('are not asked for by a session at aal1', async () => {
    let asked = 0;
    const people = port({ search: async () => ((asked += 1), []) });
    const { open, signedIn } = await createPeopleWorld({ people });
    signedIn.session = { ...PEOPLE_SESSION, assurance: 'aal1' };
    expect((await open('/people?q=ada')).status).toBe(401);
    expect(asked).toBe(0);
  });

  it('come with what the deadline is computed by', async () => {
    const memberSince = new Date('2026-01-01T00:00:00Z');
    const day = 86_400_000;
    const mfa = {
      enforcement: 'required',
      unenrolledUserAction: 'force_enrollment',
      gracePeriodMs: 7 * day,
    } as const;
    const known = { name: 'Bob', organisationId: 'org_none', memberSince };
    const found = { current: known as KnownPerson };
    const people = port({ find: async () => found.current });
    const { open, addIdentity, clock } = await createPeopleWorld({ people }, { tenant: { mfa } });
    await addIdentity('bob');
    const bob = async () => textOf((await open('/people/person/bob')).html);
    // An organisation that the tenant does not have.
    expect(await bob()).not.toContain('Deadline');
    found.current = { ...known, organisationId: null };
    expect(await bob()).toContain('second factor until Jan 8, 2026, 12:00:00 AM UTC.');
    clock.advance(7 * day);
    expect(await bob()).toContain('Must set up a second factor to sign in, since Jan 8, 2026');
  });
});

describe('markup', () => {
  const markup = fc
    .array(fc.constantFrom('<script>', '"', "'", '&', '<img src=x onerror=1>', '{person}', 'a'), {
      minLength: 1,
      maxLength: 5,
    })
    .map((all) => all.join(''));

  it('is shown as text wherever a host, a person or an administrator sets it', async () => {
    await fc.assert(
      fc.asyncProperty(markup, markup, markup, async (name, text, set) => {
        const en = Object.fromEntries(
          Object.keys(peopleEnglish).map((key) => [key, key === 'direction' ? 'ltr' : text]),
        );
        const people: PeoplePort = {
          search: async () => [{ identityId: set, name: set }],
          find: async () => ({ name: set }),
        };
        const { open, submit } = await createPeopleWorld({
          brand: { name },
          texts: { en },
          people,
        });
        const pages = [
          await open(`/people?q=${encodeURIComponent(set)}`),
          await open(ADA),
          await submit(RESET, { do: 'reset', what: 'some', reason: '' }),
          await submit(PASS, { do: 'give', reason: set, lifetime_minutes: set }),
          await submit(PASS, { do: 'give', reason: set, lifetime_minutes: '60' }),
        ];
        for (const { html } of pages) {
          expect(html).not.toMatch(/<script>|<img|onerror=1>/);
          expect(html.split('<').length).toBe(html.split('>').length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
