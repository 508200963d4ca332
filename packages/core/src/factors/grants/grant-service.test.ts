import { describe, expect, it } from 'vitest';
import { appCode, createMemoryStorage } from '@stepward/testing';
import { key } from '../../../test/fixtures.js';
import { caller, createServiceHost, type ServiceHost } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { minutes } from '../../shared/duration.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import type { StepwardOptions } from '../../stepward.js';

const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

function payment(amount: string, text = `Pay ${amount} EUR to Miller Ltd`) {
  return { id: 'payment_81', text, data: { amount, currency: 'EUR', payee: 'Miller Ltd' } };
}

/** `ada` has SMS, an app and recovery codes, and no cool-down runs. */
async function enrolledHost(options: Partial<StepwardOptions> = {}) {
  const host = await createServiceHost(options);
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
  const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
  const now = () => host.clock.now();
  (await host.totp.verify(caller(), appCode(secret, now())))._unsafeUnwrap();
  const { codes } = (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
  host.clock.advance(minutes(1));
  return { host, recoveryCodes: codes, appCode: () => appCode(secret, now()) };
}

/** Approves an operation by SMS. */
async function approved(host: ServiceHost, operation: object = payment('120.00')): Promise<string> {
  (await host.stepUp.challenge({ ...SESSION, operation }))._unsafeUnwrap();
  const verified = await host.stepUp.verify({ ...SESSION, operation }, host.codes.at(-1));
  return verified._unsafeUnwrap().grant!.reveal();
}

function use(host: ServiceHost, grant: string, change: object = {}) {
  return host.grants.use({ ...SESSION, grant, operation: payment('120.00'), ...change });
}

describe('dynamic linking (PSD2 RTS, article 5 (1))', () => {
  it('(a) makes the payer aware of amount and payee: the message begins with them', async () => {
    const { host } = await enrolledHost();
    await approved(host);
    const { body } = host.sms.sent.at(-1)!;
    expect(body).toMatch(/^Pay 120\.00 EUR to Miller Ltd\n\d{6} is your .* code\./);
  });

  it.each([
    ['another amount', payment('1200.00')],
    ['another payee', { ...payment('120.00'), data: { amount: '120.00', payee: 'Mallory' } }],
    ['no operation', null],
  ])('(b) makes a code that is specific to them: for %s it is wrong', async (_, operation) => {
    const { host } = await enrolledHost();
    (await host.stepUp.challenge({ ...SESSION, operation: payment('120.00') }))._unsafeUnwrap();
    const code = host.codes.at(-1);
    await host.stepUp.verify({ ...SESSION, operation }, code).then(expectErr('code_mismatch'));
    const right = await host.stepUp.verify({ ...SESSION, operation: payment('120.00') }, code);
    expect(right._unsafeUnwrap().grant).toBeDefined();
  });

  it('(b) a code for a session alone is wrong for an operation, and gives no grant', async () => {
    const { host } = await enrolledHost();
    (await host.stepUp.challenge(SESSION))._unsafeUnwrap();
    const code = host.codes.at(-1);
    const answering = { ...SESSION, operation: payment('120.00') };
    await host.stepUp.verify(answering, code).then(expectErr('code_mismatch'));
    const verified = (await host.stepUp.verify(SESSION, code))._unsafeUnwrap();
    expect(verified).not.toHaveProperty('grant');
  });

  it('(c) accepts what was approved, with fields in another order, and nothing else', async () => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    const { id, text, data } = payment('120.00');
    const { amount, currency, payee } = data;
    const operation = { data: { payee, amount, currency }, text, id };
    expect((await use(host, grant, { operation }))._unsafeUnwrap()).toEqual({
      id,
      text,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it.each([
    ['a digit', payment('1200.00', payment('120.00').text)],
    ['1.0 for 1', { ...payment('120.00'), data: { ...payment('120.00').data, amount: '120.0' } }],
    ['the text', payment('120.00', 'Pay 1 EUR')],
    ['something that is no operation', { id: 'payment_81' }],
  ])('(d) a change of %s ends the approval', async (_, operation) => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    await use(host, grant, { operation }).then(expectErr('grant_mismatch'));
    await use(host, grant).then(expectErr('grant_invalid'));
  });
});

describe('a grant', () => {
  it('is good once', async () => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    const uses = await Promise.all([use(host, grant), use(host, grant), use(host, grant)]);
    expect(uses.filter((used) => used.isOk())).toHaveLength(1);
    await use(host, grant).then(expectErr('grant_invalid'));
  });

  it('is good for 5 minutes', async () => {
    const { host } = await enrolledHost();
    const [first, second] = [await approved(host), await approved(host)];
    host.clock.advance(minutes(5) - 1);
    expect((await use(host, first)).isOk()).toBe(true);
    host.clock.advance(1);
    await use(host, second).then(expectErr('grant_invalid'));
  });

  it.each([
    ['another person', { identityId: 'bob' }],
    ['a person who does not exist', { identityId: 'nobody' }],
    ['another session', { sessionId: 'session-2' }],
    ['another tenant', { tenantId: 'globex' }],
  ])('of %s is invalid, and stays good for its owner', async (_, other) => {
    const { host } = await enrolledHost();
    await host.change('bob', {});
    const grant = await approved(host);
    await use(host, grant, other).then(expectErr('grant_invalid'));
    expect((await use(host, grant)).isOk()).toBe(true);
  });

  it.each([
    ['an empty text', ''],
    ['one that was never given', 'a'.repeat(43)],
    ['one that is too long', 'a'.repeat(44)],
    ['letters that it cannot have', 'ä'.repeat(43)],
  ])('is not %s', async (_, grant) => {
    const { host } = await enrolledHost();
    await use(host, grant).then(expectErr('grant_invalid'));
  });

  it('of a suspended person is refused', async () => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    await host.change('ada', { state: 'suspended' });
    await use(host, grant).then(expectErr('identity_suspended'));
  });

  it.each([
    ['was removed', false],
    ['was removed and enrolled again', true],
  ])('is invalid once its factor %s', async (_, again) => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    host.clock.advance(minutes(1));
    (await host.enrolments.remove(caller('ada', 'aal2')))._unsafeUnwrap();
    if (again) {
      (await host.enrolments.start(caller('ada', 'aal2')))._unsafeUnwrap();
      (await host.enrolments.verify(caller('ada', 'aal2'), host.codes.at(-1)))._unsafeUnwrap();
    }
    await use(host, grant).then(expectErr('grant_invalid'));
  });

  it('is given for the code of an app and for a recovery code as well', async () => {
    const { host, ...answers } = await enrolledHost();
    for (const [factor, answer] of [
      ['totp', answers.appCode()],
      ['recovery_code', answers.recoveryCodes[0]],
    ] as const) {
      const answering = { ...SESSION, factor, operation: payment('120.00') };
      const { grant } = (await host.stepUp.verify(answering, answer))._unsafeUnwrap();
      expect((await use(host, grant!.reveal())).isOk()).toBe(true);
    }
  });

  it('is not given for a wrong code', async () => {
    const { host } = await enrolledHost();
    const answering = { ...SESSION, factor: 'totp', operation: payment('120.00') };
    await host.stepUp.verify(answering, '000000').then(expectErr('code_mismatch'));
  });

  it('is not given for a temporary pass, which is for enrolling alone', async () => {
    const { host } = await enrolledHost();
    const given = await host.people.givePass(systemCaller('acme'), 'ada', { reason: 'a test' });
    const pass = given._unsafeUnwrap().pass.reveal();
    const answering = { ...SESSION, factor: 'temporary_pass' };
    const operation = payment('120.00');
    const refused = await host.stepUp.verify({ ...answering, operation }, pass);
    expect(refused._unsafeUnwrapErr().code).toBe('operation_invalid');
    expect((await host.stepUp.verify(answering, pass)).isOk()).toBe(true);
  });

  it('outlives a rotation of keys, and ends with its key', async () => {
    const storage = createMemoryStorage();
    const { host } = await enrolledHost({ storage });
    const [first, second] = [await approved(host), await approved(host)];
    const { clock } = host;
    const active = key('k2', 8);
    const rotated = createKeyRing({ active, previous: [key('k1')] });
    const after = await createServiceHost({ storage, clock, codeKeys: rotated });
    expect((await use(after, first)).isOk()).toBe(true);
    const dropped = await createServiceHost({
      storage,
      clock,
      codeKeys: createKeyRing({ active }),
    });
    await use(dropped, second).then(expectErr('grant_invalid'));
  });

  it('and its operation are in the log by id and digest, and not by their data', async () => {
    const { host } = await enrolledHost();
    const grant = await approved(host);
    host.clock.advance(1);
    const other = await approved(host);
    host.clock.advance(1);
    (await use(host, grant))._unsafeUnwrap();
    host.clock.advance(1);
    await use(host, other, { operation: payment('1200.00') }).then(expectErr('grant_mismatch'));
    const { items } = await host.authenticationLog.list('acme', { identityId: 'ada' });
    const [one] = items;
    const told = items.map(({ type, reason, operation }) => [type, reason, operation?.id]);
    const steps = [
      ['factor.verified', null, 'payment_81'],
      ['factor.challenged', null, 'payment_81'],
    ];
    expect(told.slice(0, 2)).toEqual([
      ['grant.refused', 'grant_mismatch', 'payment_81'],
      ['grant.used', null, 'payment_81'],
    ]);
    expect(told.slice(2, 6)).toEqual(expect.arrayContaining(steps));
    expect(one).toMatchObject({ factor: 'sms', sessionId: 'session-1', actor: { id: 'ada' } });
    const digests = new Set(items.slice(0, 6).map(({ operation }) => operation?.digest));
    expect(digests.size).toBe(2);
    expect(JSON.stringify(items)).not.toMatch(/120\.00|Miller/);
  });
});

describe('the text of an operation', () => {
  it.each([
    ['characters outside GSM-7', 'Zapłać 120', {}],
    [
      'a long message beside it',
      'x'.repeat(60),
      { originHost: 'login.a-really-rather-long-name.example.com' },
    ],
  ])('is refused with %s, and nothing is sent', async (_, text, settings) => {
    const { host } = await enrolledHost();
    await host.configure(settings);
    const sent = host.sms.attempts;
    const operation = payment('120.00', text);
    const refused = await host.stepUp.challenge({ ...SESSION, operation });
    expect(refused._unsafeUnwrapErr()).toMatchObject({
      code: 'operation_invalid',
      violations: [{ field: 'operation.text', rule: 'gsm7_length', value: null }],
    });
    expect(host.sms.attempts).toBe(sent);
  });

  it('of 60 characters fits the message that every tenant begins with', async () => {
    const { host } = await enrolledHost();
    await approved(host, payment('120.00', '€'.repeat(30)));
    expect(host.sms.sent).toHaveLength(2);
  });

  it('is sent within the budgets that any challenge has', async () => {
    const { host } = await enrolledHost();
    const operation = payment('120.00');
    (await host.stepUp.challenge({ ...SESSION, operation }))._unsafeUnwrap();
    await host.stepUp.challenge({ ...SESSION, operation }).then(expectErr('send_cooling_down'));
  });
});

function expectErr(code: string) {
  return (result: { isErr(): boolean; _unsafeUnwrapErr(): { readonly code: string } }): void => {
    expect(result._unsafeUnwrapErr().code).toBe(code);
  };
}
