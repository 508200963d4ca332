import { describe, expect, it } from 'vitest';
import { appCode } from '@stepward/testing';
import { caller, createServiceHost, wrongCode } from '../../test/service-host.js';
import { systemCaller } from '../access/caller.js';
import { hours, seconds } from '../shared/duration.js';

type Host = Awaited<ReturnType<typeof createServiceHost>>;

const SESSION = {
  tenantId: 'acme',
  identityId: 'ada',
  sessionId: 'session-1',
  factor: 'totp',
} as const;

/** Enrols an app for `ada`, and returns what it shows. */
async function addApp(host: Host, name?: string): Promise<() => string> {
  const { secret } = (await host.totp.start(caller(), name))._unsafeUnwrap();
  const code = () => appCode(secret, host.clock.now());
  (await host.totp.verify(caller(), code()))._unsafeUnwrap();
  host.clock.advance(seconds(30));
  return code;
}

const list = async (host: Host, who = caller()) =>
  (await host.authenticators.list(who))._unsafeUnwrap();

async function idOf(host: Host, name: string): Promise<string> {
  const found = (await list(host)).find((one) => one.name === name);
  return found?.id ?? 'none';
}

describe('the authenticators of a person', () => {
  // standard: nist/4.1-record, nist/4.1-time
  it('are listed with their names and their last use, SMS with them and recovery codes not', async () => {
    const host = await createServiceHost();
    await host.change('bob', {});
    const enrolled = host.clock.now();
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
    (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
    host.clock.advance(seconds(1));
    const code = await addApp(host, 'Work phone');
    (await host.stepUp.verify(SESSION, code()))._unsafeUnwrap();

    expect(await list(host)).toEqual([
      {
        ...{ id: anId(), factor: 'sms', name: null, suspended: false },
        createdAt: enrolled,
        lastUsedAt: null,
      },
      {
        ...{ id: anId(), factor: 'totp', name: 'Work phone', suspended: false },
        createdAt: new Date(enrolled.getTime() + seconds(1)),
        lastUsedAt: host.clock.now(),
      },
    ]);
    expect(await list(host, caller('bob'))).toEqual([]);
  });

  // standard: nist/4.1.2.1-several
  it('each give codes that are good once for each of them, and methods name the factor once', async () => {
    const host = await createServiceHost();
    const first = await addApp(host, 'first');
    const second = await addApp(host, 'second');
    const codes = [first(), second()];
    for (const code of codes) (await host.stepUp.verify(SESSION, code))._unsafeUnwrap();
    for (const code of codes) {
      await host.stepUp.verify(SESSION, code).then(expectErr('code_mismatch'));
    }
    const status = (await host.enrolments.status(caller()))._unsafeUnwrap();
    expect(status.methods).toEqual(['totp']);
  });

  it('are at most ten apps', async () => {
    const host = await createServiceHost({ limits: { startsPerHour: 100 } });
    for (let n = 0; n < 10; n += 1) await addApp(host);
    await host.totp.start(caller()).then(expectErr('too_many_authenticators'));
    await host.totp.verify(caller(), '000000').then(expectErr('already_enrolled'));
    const [one] = await list(host);
    (await host.authenticators.remove(caller(), one?.id ?? ''))._unsafeUnwrap();
    await addApp(host);
  });

  it('are all removed with the factor', async () => {
    const host = await createServiceHost();
    await addApp(host);
    await addApp(host);
    (await host.totp.remove(caller()))._unsafeUnwrap();
    expect(await list(host)).toEqual([]);
  });
});

describe('the name of an authenticator', () => {
  it('is given with the start or later, and a change of it is recorded once', async () => {
    const host = await createServiceHost();
    await addApp(host, 'Old phone');
    const id = await idOf(host, 'Old phone');
    for (let n = 0; n < 2; n += 1) {
      const renamed = await host.authenticators.rename(caller(), id, 'New phone');
      expect(renamed._unsafeUnwrap()).toMatchObject({ id, name: 'New phone' });
    }
    expect((await list(host)).map(({ name }) => name)).toEqual(['New phone']);
    expect(await told(host, 'mfa.authenticator_renamed')).toEqual([
      { identity_id: 'ada', factor: 'totp', authenticator_id: id, renamed_at: expect.any(String) },
    ]);
    const log = await host.authenticationLog.list('acme', { type: 'authenticator.renamed' });
    expect(log.items.map(({ factor, actor }) => [factor, actor.id])).toEqual([['totp', 'ada']]);
  });

  it.each([
    ['an invalid name', caller(), 'a\u202Eb', 'name_malformed'],
    ["another person's", caller('bob'), 'Mine', 'authenticator_not_found'],
    ['a session at aal1', caller('ada', 'aal1'), 'Mine', 'assurance_insufficient'],
    ['a person who is unknown', caller('nobody'), 'Mine', 'identity_unknown'],
  ])('is refused for %s', async (_, who, name, code) => {
    const host = await createServiceHost();
    await host.change('bob', {});
    await addApp(host, 'Phone');
    const id = await idOf(host, 'Phone');
    await host.authenticators.rename(who, id, name).then(expectErr(code));
    await host.totp.start(caller(), '').then(expectErr('name_malformed'));
    expect(await idOf(host, 'Phone')).toBe(id);
  });
});

describe('the removal of an authenticator', () => {
  it('leaves the others of the factor, and the last one takes the factor with it', async () => {
    const host = await createServiceHost();
    const lost = await addApp(host, 'lost');
    const kept = await addApp(host, 'kept');
    const [lostId, keptId] = [await idOf(host, 'lost'), await idOf(host, 'kept')];
    const methods = (await host.authenticators.remove(caller(), lostId))._unsafeUnwrap().methods;
    expect(methods).toEqual(['totp']);
    await host.stepUp.verify(SESSION, lost()).then(expectErr('code_mismatch'));
    (await host.stepUp.verify(SESSION, kept()))._unsafeUnwrap();
    await host.authenticators.remove(caller(), lostId).then(expectErr('authenticator_not_found'));
    const left = (await host.authenticators.remove(caller(), keptId))._unsafeUnwrap();
    expect(left.enabled).toBe(false);
    expect(await told(host, 'mfa.authenticator_removed')).toMatchObject([
      { identity_id: 'ada', factor: 'totp', authenticator_id: lostId },
    ]);
    expect(await told(host, 'mfa.factor_removed')).toMatchObject([{ factor: 'totp' }]);
  });

  it('withdraws the codes of SMS', async () => {
    const host = await createServiceHost();
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
    const session = { ...SESSION, factor: 'sms' };
    (await host.stepUp.challenge(session))._unsafeUnwrap();
    const [sms] = await list(host);
    (await host.authenticators.remove(caller(), sms?.id ?? ''))._unsafeUnwrap();
    const late = await host.stepUp.verify(session, host.codes[1]);
    expect(late._unsafeUnwrapErr().code).toBe('sms_not_enrolled');
  });

  it('is refused to others, at aal1, and for the last one that the policy requires', async () => {
    const host = await createServiceHost({ keepLastFactor: true });
    await host.change('bob', {});
    const mfa = { enforcement: 'required', gracePeriodMs: 0 } as const;
    (await host.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    await addApp(host, 'one');
    const id = await idOf(host, 'one');
    const remove = (who: ReturnType<typeof caller>) => host.authenticators.remove(who, id);
    await remove(caller('bob')).then(expectErr('authenticator_not_found'));
    await remove(caller('ada', 'aal1')).then(expectErr('assurance_insufficient'));
    await remove(caller()).then(expectErr('last_factor'));
    await addApp(host, 'two');
    expect((await remove(caller())).isOk()).toBe(true);
  });
});

it('100 wrong codes in a row suspend all apps of the person, and a new one makes the factor usable', async () => {
  const host = await createServiceHost();
  const apps = [await addApp(host), await addApp(host)];
  for (let n = 0; n < 100; n += 1) {
    if (n % 10 === 0) host.clock.advance(hours(1));
    const right = apps.map((code) => code());
    const wrong = right.reduce((code) => wrongCode(code), wrongCode(right[0] ?? ''));
    await host.stepUp.verify(SESSION, wrong).then(expectErr('code_mismatch'));
  }
  host.clock.advance(hours(1));
  for (const code of apps) {
    await host.stepUp.verify(SESSION, code()).then(expectErr('factor_suspended'));
  }
  expect(await told(host, 'mfa.factor_suspended')).toHaveLength(1);
  const fresh = await addApp(host);
  (await host.stepUp.verify(SESSION, fresh()))._unsafeUnwrap();
  expect((await list(host)).map(({ suspended }) => suspended)).toEqual([true, true, false]);
  for (const code of apps) {
    await host.stepUp.verify(SESSION, code()).then(expectErr('code_mismatch'));
  }
});

async function told(host: Host, type: string): Promise<readonly unknown[]> {
  const { items } = await host.events.list('acme', { type });
  return items.map(({ data }) => JSON.parse(data));
}

function anId(): unknown {
  return expect.stringMatching(/^[0-9a-f-]{36}$/);
}

function expectErr(code: string) {
  return (result: { isErr(): boolean; _unsafeUnwrapErr(): { readonly code: string } }): void => {
    expect(result._unsafeUnwrapErr().code).toBe(code);
  };
}
