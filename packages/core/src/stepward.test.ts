import { describe, expect, it, vi } from 'vitest';
import { KEYS } from '../test/fixtures.js';
import { systemCaller } from './access/caller.js';
import { caller, createServiceHost, wrongCode } from '../test/service-host.js';
import { createStepward } from './stepward.js';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';

it('an old Node is refused before anything else', () => {
  vi.stubGlobal('process', { versions: { node: '18.20.8' } });
  try {
    expect(() => createStepward({} as never)).toThrow('Node 18.20.8 is too old for Stepward');
  } finally {
    vi.unstubAllGlobals();
  }
});

describe('a mistake in the options is reported when Stepward is built, by the name of the option', () => {
  const right = {
    storage: createMemoryStorage(),
    smsSender: createRecordingSmsSender(),
    codeKeys: KEYS,
  };
  const webhooks = { keys: KEYS, targets: { check: () => Promise.resolve('allowed' as const) } };

  it('which are taken where each is right', () => {
    const build = () => createStepward({ ...right, webhooks, limits: { attempts: 3 } });
    expect(build).not.toThrow();
  });

  it.each<[string, object]>([
    ['storage is missing; it must be a storage', { storage: undefined }],
    ['storage must be a storage', { storage: 'postgres://app@db' }],
    ['storage must be a storage', { storage: { ...right.storage, decide: undefined } }],
    ['storage must be a storage', { storage: { ...right.storage, ready: undefined } }],
    ['smsSender must be an SMS sender', { smsSender: () => undefined }],
    ['codeKeys is missing; it must be a key ring', { codeKeys: undefined }],
    ['codeKeys must be a key ring', { codeKeys: { id: 'k1', secret: 'x'.repeat(44) } }],
    ['directory must be a function', { directory: { find: () => null } }],
    ['onBreachCheckError must be', { onBreachCheckError: 'allow-everything' }],
    ['logger must be a logger', { logger: console.log }],
    ['limits must be an object of limits', { limits: 5 }],
    ['limits.attempts must be a positive integer', { limits: { attempts: 0 } }],
    ['there is no option limits.attempt;', { limits: { attempt: 3 } }],
    ['there is no option sender;', { sender: right.smsSender }],
    ['webhooks.keys is missing', { webhooks: { targets: webhooks.targets } }],
    ['webhooks.targets must be', { webhooks: { ...webhooks, targets: [] } }],
    ['there is no option webhooks.key;', { webhooks: { ...webhooks, key: KEYS } }],
  ])('%s', (message, wrong) => {
    expect(() => createStepward({ ...right, ...wrong })).toThrow(
      new RegExp(`^createStepward: ${message.replace(/[.()]/g, '\\$&')}`),
    );
  });

  it('and so is a call without any', () => {
    expect(() => createStepward(undefined as never)).toThrow(
      new TypeError('createStepward: the options must be an object'),
    );
  });
});

it('a host without SMS needs no sender: nothing is sent, and authenticator apps work', async () => {
  const storage = createMemoryStorage();
  const { configure } = await createServiceHost({ storage });
  await configure({ enabled: true, mfaEnabled: true });
  const { enrolments, phones, totp } = createStepward({ storage, codeKeys: KEYS });

  const started = [await enrolments.start(caller()), await phones.start(caller(), '+14155550199')];

  expect(started.map((each) => each._unsafeUnwrapErr().code)).toEqual([
    'sms_disabled',
    'sms_disabled',
  ]);
  expect((await totp.start(caller())).isOk()).toBe(true);
});

it("a host's limits hold in place of the defaults", async () => {
  const host = await createServiceHost({ limits: { attempts: 1 } });
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  const guess = await host.enrolments.verify(caller(), wrongCode(host.codes[0]));
  expect(guess._unsafeUnwrapErr().code).toBe('attempts_exhausted');
});

it('countries can be restricted only if the host can determine them', async () => {
  const sms = { allowedCountries: ['US'] };
  const knowing = await createServiceHost({ phoneCountry: () => 'US' });
  await knowing.configure(sms);
  expect((await knowing.enrolments.start(caller())).isOk()).toBe(true);

  const ignorant = await createServiceHost();
  const refused = await ignorant.tenants.configure(systemCaller('acme'), { sms });
  expect(refused._unsafeUnwrapErr()).toMatchObject({
    code: 'sms_settings_invalid',
    violations: [{ field: 'allowedCountries', rule: 'phone_country_missing' }],
  });
  expect((await ignorant.enrolments.start(caller())).isOk()).toBe(true);
});

it('a purge goes by the clock of the host', async () => {
  const host = await createServiceHost();
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  host.clock.advance(15 * 60_000 + 24 * 3_600_000);
  await host.purge();
  const late = await host.enrolments.verify(caller(), host.codes[0]);
  expect(late._unsafeUnwrapErr().code).toBe('nothing_pending');
});
