import { beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStorage } from '@stepward/testing';
import { identityWith } from '../../test/fixtures.js';
import { caller, createServiceHost, type ServiceHost } from '../../test/service-host.js';
import { systemCaller, type ManagementCaller } from '../access/caller.js';
import type { IdentityDirectoryFactory } from '../ports/directories.js';
import type { SmsReceipt } from '../ports/sms-sender.js';
import type { Identity } from '../records/identity.js';

const KEY: ManagementCaller = { ...systemCaller('acme'), actor: { type: 'api_key', id: 'key-1' } };
const FIRST_PAGE = { limit: 20, position: null };

function admin(assurance: ManagementCaller['assurance'], id = 'root'): ManagementCaller {
  return { ...KEY, actor: { type: 'identity', id }, assurance: assurance ?? null };
}

let host: ServiceHost;
beforeEach(async () => {
  host = await createServiceHost();
});

const codeOf = (result: { isErr(): boolean }) =>
  (result as { error?: { code: string } }).error?.code ?? 'ok';
const audited = async () => (await host.audit.list('acme', {}, FIRST_PAGE)).items;

describe('the erasure of a person', () => {
  it('leaves an audit entry with the actor and the id, and nothing else of the person', async () => {
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();

    const erased = (await host.identities.erase(KEY, 'ada'))._unsafeUnwrap();

    expect(erased).toMatchObject({ identities: 1, authenticators: 1, authenticationLog: 2 });
    expect(await host.identities.find('acme', 'ada')).toBeNull();
    expect((await audited())[0]).toMatchObject({
      type: 'identity.erased',
      actor: { type: 'api_key', id: 'key-1' },
      target: 'ada',
      details: { authentication_log_kept: false },
    });
    expect((await host.events.list('acme', {}, FIRST_PAGE)).items).toEqual([]);
    expect((await host.authenticationLog.list('acme', {}, FIRST_PAGE)).items).toEqual([]);
    expect(codeOf(await host.enrolments.start(caller()))).toBe('identity_unknown');
  });

  it('that finds nothing is Ok, and no entry', async () => {
    const before = (await audited()).length;
    expect((await host.identities.erase(KEY, 'nobody'))._unsafeUnwrap()).toEqual({});
    expect(await audited()).toHaveLength(before);
  });

  it('as a trial counts the rows, and changes nothing', async () => {
    const before = (await audited()).length;
    const counted = await host.identities.erase(KEY, 'ada', { dryRun: true });
    expect(counted._unsafeUnwrap()).toEqual({ identities: 1 });
    expect(await host.identities.find('acme', 'ada')).not.toBeNull();
    expect(await audited()).toHaveLength(before);
  });

  it('leaves the authentication log where it is to be kept, and in HIPAA mode', async () => {
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    const keep = { keepAuthenticationLog: true };
    const kept = await host.identities.erase(KEY, 'ada', keep);
    expect(kept._unsafeUnwrap()).not.toHaveProperty('authenticationLog');
    expect((await audited())[0]?.details).toEqual({ authentication_log_kept: true });
    await host.change('ada', {});
    (await host.tenants.setHipaa(KEY, true, 'hospital'))._unsafeUnwrap();
    host.clock.advance(60_000);
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    const erased = await host.identities.erase(KEY, 'ada');
    expect(erased._unsafeUnwrap()).toMatchObject({ authenticationLog: 1 });
    const { items } = await host.authenticationLog.list('acme', {}, FIRST_PAGE);
    expect(items.map(({ type, at }) => [type, at])).toEqual([
      ['factor.enrolment_started', host.clock.now()],
    ]);
  });

  it.each<[string, ManagementCaller]>([
    ['assurance_insufficient', admin('aal1')],
    ['self_refused', admin('aal2', 'ada')],
    ['ok', admin('aal2')],
    ['ok', systemCaller('acme')],
  ])('is %s for %j', async (code, who) => {
    expect(codeOf(await host.identities.erase(who, 'ada'))).toBe(code);
    expect((await host.identities.find('acme', 'ada')) === null).toBe(code === 'ok');
  });

  it.each([
    [{ dryrun: true }, 'there is no field options.dryrun'],
    [{ dryRun: 1 }, 'options.dryRun must be true or false'],
    [{ keepAuthenticationLog: 'yes' }, 'options.keepAuthenticationLog must be true or false'],
    [null, 'options must be'],
  ])('refuses the options %j: %s', async (options, problem) => {
    await expect(host.identities.erase(KEY, 'ada', options as never)).rejects.toThrow(
      `identities.erase: ${problem}`,
    );
  });

  it('while a message is sent stores nothing of that message', async () => {
    const sending = deferred<null>();
    const smsSender = {
      send: () => sending.promise.then(() => ({ status: 'accepted' as const, ...SENT })),
    };
    const smsReceipts = { addressOf: () => 'https://example.test/receipts' };
    host = await createServiceHost({ smsSender, smsReceipts });
    const handed = host.nextMessage();
    const started = host.enrolments.start(caller());
    await handed;
    (await host.identities.erase(KEY, 'ada'))._unsafeUnwrap();
    sending.resolve(null);
    (await started)._unsafeUnwrap();
    expect((await host.identities.erase(KEY, 'ada'))._unsafeUnwrap()).toEqual({});
  });

  it('while a message fails gives back nothing to the person', async () => {
    const sending = deferred<{ status: 'refused'; reason: 'unavailable' }>();
    host = await createServiceHost({ smsSender: { send: () => sending.promise } });
    const handed = host.nextMessage();
    const started = host.enrolments.start(caller());
    await handed;
    (await host.identities.erase(KEY, 'ada'))._unsafeUnwrap();
    sending.resolve({ status: 'refused', reason: 'unavailable' });
    expect(codeOf(await started)).toBe('sms_not_sent');
    expect((await host.identities.erase(KEY, 'ada'))._unsafeUnwrap()).toEqual({});
  });
});

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

const SENT = { provider: 'twilio', messageId: 'SM1' };

describe("with the host's own directory", () => {
  it.each<[string, Identity | null]>([
    ['identity_active', identityWith()],
    ['ok', identityWith({ state: 'suspended' })],
    ['ok', null],
  ])('an erasure is %s where it has %j', async (code, identity) => {
    const people = new Map([['ada', identityWith()]]);
    const directory: IdentityDirectoryFactory = () => ({
      find: async (id) => people.get(id) ?? null,
      setVerifiedPhone: () => Promise.resolve(),
    });
    host = await createServiceHost({ directory, storage: createMemoryStorage() });
    (await host.totp.start(caller()))._unsafeUnwrap();
    if (identity === null) people.delete('ada');
    else people.set('ada', identity);

    expect(codeOf(await host.identities.erase(KEY, 'ada'))).toBe(code);

    const left = (await host.identities.erase(KEY, 'ada', { dryRun: true })).unwrapOr({ all: 1 });
    expect(Object.keys(left).length === 0).toBe(code === 'ok');
  });
});

describe('the erasure of a person whom the host has suspended in its own directory', () => {
  let people: Map<string, Identity>;
  const directory: IdentityDirectoryFactory = () => ({
    find: async (id) => people.get(id) ?? null,
    setVerifiedPhone: () => Promise.resolve(),
  });
  beforeEach(() => {
    people = new Map([['ada', identityWith()]]);
  });

  it.each<[string, SmsReceipt]>([
    ['is sent', { status: 'accepted', provider: 'twilio', messageId: 'SM1' }],
    ['fails', { status: 'refused', reason: 'unavailable' }],
    ['is not answered', { status: 'unknown', reason: 'timeout' }],
  ])('while a message %s stores nothing of it', async (_, receipt) => {
    const sending = deferred<SmsReceipt>();
    const smsSender = { send: () => sending.promise };
    const smsReceipts = { addressOf: () => 'https://example.test/receipts' };
    host = await createServiceHost({ directory, smsSender, smsReceipts });
    const handed = host.nextMessage();
    const started = host.enrolments.start(caller());
    await handed;
    people.set('ada', identityWith({ state: 'suspended' }));
    (await host.identities.erase(KEY, 'ada'))._unsafeUnwrap();
    sending.resolve(receipt);
    expect(codeOf(await started)).toBe(receipt.status === 'accepted' ? 'ok' : 'sms_not_sent');
    expect((await host.identities.erase(KEY, 'ada'))._unsafeUnwrap()).toEqual({});
  });
});

describe('the erasure of a tenant', () => {
  it('leaves the audit log alone, and may be repeated', async () => {
    const { secret } = (
      await host.apiKeys.create(systemCaller('acme'), { name: 'CI', scopes: ['logs:read'] })
    )._unsafeUnwrap();
    const before = (await audited()).length;
    const counted = await host.tenants.erase(KEY, { dryRun: true });
    expect(await host.tenants.erase(KEY)).toEqual(counted);
    expect(await host.tenants.erase(KEY)).toEqual({});
    expect(await host.tenants.isKnown('acme')).toBe(false);
    expect(await host.apiKeys.authenticate(secret.reveal())).toBeNull();
    const entries = await audited();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({ type: 'tenant.erased', target: null });
    expect(await host.audit.verifyChain('acme')).toBeNull();
  });

  it('names an option that it does not know', async () => {
    await expect(host.tenants.erase(KEY, { force: true } as never)).rejects.toThrow(
      'tenants.erase: there is no field options.force',
    );
  });
});
