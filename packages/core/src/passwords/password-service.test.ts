import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MANAGER, ORG, TENANT, createManagementHost } from '../../test/management-host.js';
import type { BreachAnswer } from '../ports/passwords.js';
import { addMs, days } from '../shared/duration.js';

const PASSWORD = 'correct horse';
const ADA = { tenantId: TENANT, identityId: 'ada', organisationId: null };

const answering = (answer: BreachAnswer) => ({ check: async () => answer });

// standard: nist/3.1.1.2-block-list, asvs/6.2.4, asvs/6.2.12
describe('the breach check of a password', () => {
  it.each<[BreachAnswer, 'allow' | 'refuse', boolean, string | null]>([
    ['clean', 'refuse', true, null],
    // spec: policy/hibp-check, password-policy/hibp-check
    ['breached', 'allow', false, 'password_breached'],
    ['unavailable', 'allow', false, null],
    ['unavailable', 'refuse', false, 'password_breach_check_failed'],
    ['unavailable', 'allow', true, 'password_breach_check_failed'],
  ])(
    'that is %s, with onBreachCheckError %s and HIPAA mode %s',
    async (answer, check, hipaa, code) => {
      const host = await createManagementHost({
        breachedPasswords: answering(answer),
        onBreachCheckError: check,
      });
      if (hipaa) (await host.tenants.setHipaa(MANAGER, true, 'a hospital'))._unsafeUnwrap();

      const checked = await host.passwords.check(PASSWORD, ADA);

      if (code === null) expect(checked.isOk()).toBe(true);
      else
        expect(checked._unsafeUnwrapErr()).toEqual({
          code: 'password_rejected',
          broken: [{ code }],
        });
      expect(host.lines).toHaveLength(answer === 'unavailable' ? 1 : 0);
      if (answer === 'unavailable') {
        expect(host.lines[0]).toContain('the breach check of a password was unavailable');
        expect(host.lines[0]).toContain(`refused: ${String(code !== null)}`);
      }
      expect(host.lines.join()).not.toContain(PASSWORD);
      expect(inspect(checked, { depth: null })).not.toContain(PASSWORD);
    },
  );

  // spec: policy/hibp-check, password-policy/hibp-check
  it('is not made where the policy does without', async () => {
    const host = await createManagementHost({ breachedPasswords: answering('breached') });
    (await host.tenants.configure(MANAGER, { password: { hibpCheck: false } }))._unsafeUnwrap();
    expect((await host.passwords.check(PASSWORD, ADA)).isOk()).toBe(true);
  });

  it('and the history get the password in normal form', async () => {
    const heard: string[] = [];
    const host = await createManagementHost({
      breachedPasswords: { check: async (text) => (heard.push(text), 'clean') },
      passwordHistory: { includes: async (_, text) => (heard.push(text), false) },
    });
    (await host.tenants.configure(MANAGER, { password: { disallowReuse: 1 } }))._unsafeUnwrap();
    expect((await host.passwords.check('fine p\u0061\u0308ssword', ADA)).isOk()).toBe(true);
    expect(heard).toEqual(['fine pässword', 'fine pässword']);
  });
});

describe('the least length of a password', () => {
  it.each([
    ['optional', 15, 14, 15],
    ['optional', 15, 15, null],
    ['disabled', 15, 14, 15],
    ['required', 15, 8, null],
    ['required', 15, 7, 8],
    ['optional', 8, 9, 10],
  ] as const)(
    'where a second factor is %s and alone it is %i: %i characters',
    async (enforcement, minLengthWithoutMfa, length, limit) => {
      const host = await createManagementHost({ breachedPasswords: answering('clean') });
      const minLength = limit === 10 ? 10 : 8;
      const change = { mfa: { enforcement }, password: { minLength, minLengthWithoutMfa } };
      (await host.tenants.configure(MANAGER, change))._unsafeUnwrap();

      const checked = await host.passwords.check('x'.repeat(length), ADA);

      const broken = checked.isOk() ? null : checked.error;
      const tooShort = {
        code: 'password_rejected',
        broken: [{ code: 'password_too_short', limit }],
      };
      expect(broken).toEqual(limit === null ? null : tooShort);
    },
  );
});

describe('the context of a password', () => {
  // standard: nist/3.1.1.2-block-list, asvs/6.2.11
  it('is compared, and is in no answer and no log line', async () => {
    const host = await createManagementHost({ breachedPasswords: answering('clean') });
    const checked = await host.passwords.check('my-Lovelace-1815', ADA, ['lovelace']);
    expect(checked._unsafeUnwrapErr()).toEqual({
      code: 'password_rejected',
      broken: [{ code: 'password_context' }],
    });
    expect(host.lines.join()).not.toContain('lovelace');
  });

  it.each([
    ['a text', 'lovelace'],
    ['no text in it', [7]],
    ['101 words', Array<string>(101).fill('lovelace')],
  ])('is not %s', async (_, context) => {
    const host = await createManagementHost({});
    await expect(host.passwords.check(PASSWORD, ADA, context as string[])).rejects.toThrow(
      'context',
    );
  });
});

describe('the reuse of a password', () => {
  const passwordHistory = {
    includes: async (whose: { identityId: string }, text: string, count: number) =>
      whose.identityId === 'ada' && text === PASSWORD && count >= 3,
  };

  // spec: policy/disallow-reuse, password-policy/disallow-reuse
  it.each([
    [0, true],
    [2, true],
    [3, false],
  ])('with a history of %d: is it allowed?', async (disallowReuse, allowed) => {
    const host = await createManagementHost({
      passwordHistory,
      breachedPasswords: answering('clean'),
    });
    (await host.tenants.configure(MANAGER, { password: { disallowReuse } }))._unsafeUnwrap();
    const checked = await host.passwords.check(PASSWORD, ADA);
    expect(checked.isOk()).toBe(allowed);
    if (checked.isErr()) {
      expect(checked.error).toEqual({
        code: 'password_rejected',
        broken: [{ code: 'password_reused' }],
      });
    }
  });
});

it('a person who signs up has no id and no history yet', async () => {
  const host = await createManagementHost({
    passwordHistory: { includes: async () => true },
    breachedPasswords: answering('clean'),
  });
  (await host.tenants.configure(MANAGER, { password: { disallowReuse: 1 } }))._unsafeUnwrap();
  const newcomer = { ...ADA, identityId: null };
  expect((await host.passwords.check(PASSWORD, newcomer)).isOk()).toBe(true);
  expect((await host.passwords.check(PASSWORD, ADA)).isOk()).toBe(false);
});

it('everything that a password breaks is listed at once', async () => {
  const host = await createManagementHost({ breachedPasswords: answering('breached') });
  const password = { requireUppercase: true, requireNumber: true };
  (await host.tenants.configure(MANAGER, { password }))._unsafeUnwrap();
  const refused = (await host.passwords.check('short', ADA))._unsafeUnwrapErr();
  expect('broken' in refused && refused.broken.map(({ code }) => code)).toEqual([
    'password_too_short',
    'password_needs_uppercase',
    'password_needs_number',
    'password_breached',
  ]);
});

it('a password that is far too long is passed to no other service', async () => {
  const handed: string[] = [];
  const host = await createManagementHost({
    breachedPasswords: { check: async (text) => (handed.push(text), 'clean') },
  });
  const refused = await host.passwords.check('x'.repeat(100_000), ADA);
  expect(refused._unsafeUnwrapErr()).toMatchObject({ broken: [{ code: 'password_too_long' }] });
  expect(handed).toEqual([]);
});

describe('called as JavaScript may call it', () => {
  const owner = 'owner must be { tenantId, identityId, organisationId }, with strings';
  const policyOwner = 'owner must be { tenantId, organisationId }, with strings';
  const context = 'context must be at most 100 strings';

  it.each<[string, object, unknown]>([
    [owner, { ...ADA, tenantId: '' }, []],
    [owner, { ...ADA, identityId: 7 }, []],
    [owner, { ...ADA, organisationId: undefined }, []],
    [context, ADA, 'acme'],
    [context, ADA, ['acme', 7]],
    [context, ADA, new Array<string>(101).fill('acme')],
  ])('check says what it needs: %s', async (needs, whose, words) => {
    const { passwords } = await createManagementHost();
    const checked = passwords.check(PASSWORD, whose as typeof ADA, words as string[]);
    await expect(checked).rejects.toThrow(`passwords.check: ${needs}`);
  });

  it.each<[string, object, unknown]>([
    [policyOwner, { ...ADA, tenantId: '' }, new Date(0)],
    [policyOwner, { ...ADA, organisationId: 7 }, new Date(0)],
    ['changedAt must be a valid Date', ADA, 0],
    ['changedAt must be a valid Date', ADA, new Date('soon')],
  ])('mustChange says what it needs: %s', async (needs, whose, changedAt) => {
    const { passwords } = await createManagementHost();
    const checked = passwords.mustChange(changedAt as Date, whose as typeof ADA);
    await expect(checked).rejects.toThrow(`passwords.mustChange: ${needs}`);
  });

  it('check takes a hundred words', async () => {
    const { passwords } = await createManagementHost({ breachedPasswords: answering('clean') });
    const words = new Array<string>(100).fill('acme');
    expect((await passwords.check(PASSWORD, ADA, words)).isOk()).toBe(true);
  });
});

describe('whose rules hold', () => {
  it("those of the organisation, and an unknown one's are refused", async () => {
    const host = await createManagementHost({ breachedPasswords: answering('clean') });
    (await host.policies.update(MANAGER, ORG, { passwordMinLength: 20 }))._unsafeUnwrap();
    const check = (organisationId: string | null) =>
      host.passwords.check(PASSWORD, { ...ADA, organisationId });
    expect((await check(null)).isOk()).toBe(true);
    expect((await check(ORG))._unsafeUnwrapErr().code).toBe('password_rejected');
    expect((await check('org-2'))._unsafeUnwrapErr().code).toBe('organisation_not_found');
  });

  it.each([
    [0, 10_000, false],
    [90, 90, true],
    [90, 89.999, false],
  ])(
    'with a maximum age of %d days, must one of %d days be changed?',
    async (maxAgeDays, age, must) => {
      const host = await createManagementHost();
      (await host.tenants.configure(MANAGER, { password: { maxAgeDays } }))._unsafeUnwrap();
      const changedAt = addMs(host.clock.now(), -days(age));
      expect((await host.passwords.mustChange(changedAt, ADA))._unsafeUnwrap()).toBe(must);
      const elsewhere = { ...ADA, organisationId: 'org-2' };
      const unknown = await host.passwords.mustChange(changedAt, elsewhere);
      expect(unknown._unsafeUnwrapErr().code).toBe('organisation_not_found');
    },
  );
});
