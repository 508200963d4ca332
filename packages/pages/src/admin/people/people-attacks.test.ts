import { systemCaller, type Identity } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { csrfOf, type PageAnswer } from '../../../test/page-answer.js';
import { createPeopleWorld, PEOPLE_SESSION } from '../../../test/people-world.js';
import type { PeopleSession } from './people-visit.js';

const ADA = '/people/person/ada';
const RESET = `${ADA}/reset`;
const PASS = `${ADA}/pass`;
const REASON = { reason: 'lost her phone' };
const GIVE = { do: 'give', ...REASON, lifetime_minutes: '60' };
const SHOWN_PASS = /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/;

/** A person of the same id in another tenant. */
const OTHER_ADA: Identity = {
  ...{ identityId: 'ada', state: 'active', phone: null, otherFactors: [] },
  ...{ backupCodesRemaining: 0, locale: null },
};

function expectGuarded({ status, headers }: PageAnswer): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  // A redirect has no body to frame.
  if (status === 303) return;
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
}

it('no answer can be framed, is kept, or tells another site where it came from', async () => {
  const { open, post, request, submit, signedIn } = await createPeopleWorld();
  const csrf = csrfOf(await open(RESET));
  const seen = [
    await open(ADA),
    await post(PASS, { csrf, ...GIVE }),
    await post(PASS, { csrf, ...GIVE }),
    await submit(RESET, { do: 'reset', ...REASON }),
    await submit(RESET, { do: 'reset', reason: '' }),
    await open('/people/person/nobody'),
    await request(ADA, { method: 'DELETE' }),
    await post(RESET, { do: 'reset', ...REASON }),
    await request(RESET, { method: 'POST', body: '{}' }),
  ];
  signedIn.session = { ...PEOPLE_SESSION, assurance: 'aal1' };
  seen.push(await open(ADA));
  for (const answer of seen) expectGuarded(answer);
  const statuses = seen.map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 409, 303, 400, 404, 405, 403, 415, 401]);
});

describe('a form that another site sends', () => {
  it.each([
    ['with another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of the same site', { origin: 'https://other.example.com', 'sec-fetch-site': 'same-site' }],
    ['without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('%s changes nothing, though it has a token', async (_, headers) => {
    const { open, post, record, audited } = await createPeopleWorld();
    const csrf = csrfOf(await open(RESET));
    for (const [path, fields] of [
      [RESET, { do: 'reset', ...REASON }],
      [PASS, GIVE],
    ] as const) {
      expect((await post(path, { csrf, ...fields }, headers)).status).toBe(403);
    }
    expect([await record(), await audited()]).toMatchObject([{ enabled: true }, []]);
  });

  it.each<[string, Partial<PeopleSession>]>([
    ['of another session', { sessionId: 'session-2' }],
    ['of another administrator', { actor: { type: 'identity', id: 'eve' } }],
    ['of another tenant', { tenantId: 'globex' }],
    ['of a session without assurance', { assurance: null }],
  ])('with a token %s changes nothing', async (_, other) => {
    const { open, post, signedIn, stepward, record, audited } = await createPeopleWorld();
    (await stepward.tenants.configure(systemCaller('globex'), {}))._unsafeUnwrap();
    (await stepward.identities.put('globex', OTHER_ADA))._unsafeUnwrap();
    signedIn.session = { ...PEOPLE_SESSION, ...other };
    const csrf = csrfOf(await open(RESET));
    expect(csrf).not.toBe('');
    signedIn.session = PEOPLE_SESSION;
    expect((await post(RESET, { csrf, do: 'reset', ...REASON })).status).toBe(403);
    expect([await record(), await audited()]).toMatchObject([{ enabled: true }, []]);
  });

  it('is not carried out by GET, nor for a person whom a field names', async () => {
    const { open, follow, addIdentity, record, audited } = await createPeopleWorld();
    await addIdentity('bob');
    await open(`${RESET}?do=reset&reason=x&csrf=${csrfOf(await open(RESET))}`);
    expect(await audited()).toEqual([]);
    await follow('/people/person/bob/reset', { do: 'reset', ...REASON, identityId: 'ada' });
    expect(await audited()).toMatchObject([{ target: 'bob' }]);
    expect(await record()).toMatchObject({ enabled: true });
  });
});

describe('a temporary pass', () => {
  it('whose form is sent twice at the same moment is shown once', async () => {
    const { open, post, otherBrowser, audited } = await createPeopleWorld();
    const fields = { csrf: csrfOf(await open(PASS)), ...GIVE };
    const answers = await Promise.all([post(PASS, fields), otherBrowser().post(PASS, fields)]);
    const shown = answers.filter(({ html }) => SHOWN_PASS.test(html));
    expect(shown).toHaveLength(1);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await audited()).toHaveLength(1);
  });

  it('is in no address, log line, later page or entry', async () => {
    const { open, post, stepward, audited, logger } = await createPeopleWorld();
    const fields = { csrf: csrfOf(await open(PASS)), ...GIVE };
    const shown = await post(PASS, fields);
    const [pass = ''] = SHOWN_PASS.exec(shown.html) ?? [];
    expect(pass).not.toBe('');
    expect(shown.headers.get('location')).toBeNull();
    for (const address of shown.html.match(/(?:href|action)="[^"]*"/g) ?? []) {
      expect(address).not.toContain(pass);
    }
    const later = [await open(ADA), await open(PASS), await post(PASS, fields)];
    const { items: entries } = await stepward.authenticationLog.list('acme');
    const { items: events } = await stepward.events.list('acme');
    const all = { html: later.map(({ html }) => html), entries, events, lines: logger.lines };
    const kept = JSON.stringify([all, await audited()]);
    for (const form of [pass, pass.replaceAll('-', '')]) expect(kept).not.toContain(form);
  });
});

it('an id that hides something is written out wherever it is shown', async () => {
  const { open, follow, addIdentity } = await createPeopleWorld();
  const id = 'ada\u200B';
  await addIdentity(id);
  const path = `/people/person/${encodeURIComponent(id)}`;
  const pages = [
    await open(`/people?q=${encodeURIComponent(id)}`),
    await open(path),
    await open(`${path}/pass`),
    await follow(`${path}/reset`, { do: 'reset', ...REASON }),
  ];
  for (const { html } of pages) expect(html).toContain('<bdi>ada\\u{200b}</bdi>');
});

it('an error of the host is not shown', async () => {
  const stepUpAddress = async () => Promise.reject(new Error('no session of root in redis-7'));
  const { open, signedIn } = await createPeopleWorld({ stepUpAddress });
  signedIn.session = { ...PEOPLE_SESSION, assurance: 'aal1' };
  const failed = await open(ADA);
  expect([failed.status, failed.html.includes('redis-7')]).toEqual([500, false]);
  expectGuarded(failed);
});
