import { ok, type Result } from 'neverthrow';
import { describe, expect, it } from 'vitest';
import { OTHER_PHONE, identityWith } from '../test/fixtures.js';
import { caller, createServiceHost } from '../test/service-host.js';
import type { Identity } from './records/identity.js';
import type { DirectoryScope, IdentityDirectoryFactory } from './ports/directories.js';
import { silentLogger } from './ports/platform.js';
import type { AppendOutcome, Expiry, Storage } from './ports/storage.js';
import type { Stores, UnitOfWorkScope } from './ports/stores.js';
import { readFacts } from './identity/facts-service.js';
import { createMemoryStorage } from '@stepward/testing';
import { withDirectory } from './with-directory.js';

describe("a host's own directory", () => {
  it('answers in place of the one that storage keeps', async () => {
    const people = new Map([['ada', identityWith({ locale: 'fr' })]]);
    const host = await createServiceHost({ directory: directoryOver(people) });

    expect(await host.identities.find('acme', 'ada')).toEqual(people.get('ada'));
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  });

  it('receives a verified phone', async () => {
    const people = new Map([['ada', identityWith({ phone: null })]]);
    const host = await createServiceHost({ directory: directoryOver(people) });

    (await host.phones.start(caller(), OTHER_PHONE))._unsafeUnwrap();
    (await host.phones.verify(caller(), OTHER_PHONE, host.codes[0]))._unsafeUnwrap();

    expect(people.get('ada')?.phone).toEqual({ number: OTHER_PHONE, verified: true });
  });

  it('joins the unit of work: its tenant and its transaction', async () => {
    const query = () => Promise.resolve({ rows: [], rowCount: 0 });
    const scopes: DirectoryScope[] = [];
    const directory: IdentityDirectoryFactory = (scope) => {
      scopes.push(scope);
      return {
        ...directoryOver(new Map())(scope),
        find: () => scope.transaction.query('select').then(() => null),
      };
    };
    const storage = withDirectory(createMemoryStorage({ query }), directory, silentLogger);

    const { identity } = await readFacts(storage, ADA);

    expect(identity).toBeNull();
    expect(scopes.map(({ tenantId }) => tenantId)).toEqual(['acme']);
    await expect(scopes[0]?.transaction.query('select')).rejects.toThrow('transaction has ended');
  });

  it('takes no identities from Stepward', async () => {
    const host = await createServiceHost({ directory: directoryOver(new Map()) });
    await expect(host.identities.put('acme', identityWith())).rejects.toThrow(
      "identities are kept by the host's directory",
    );
  });

  it('is not asked for a string that its isId refuses: the identity is unknown', async () => {
    const asked: string[] = [];
    const people = new Map([['7', identityWith({ identityId: '7' })]]);
    const host = await createServiceHost({
      directory: (scope) => ({
        isId: (identityId) => /^[1-9][0-9]{0,8}$/.test(identityId),
        find(identityId) {
          asked.push(identityId);
          return directoryOver(people)(scope).find(identityId);
        },
        setVerifiedPhone: () => Promise.reject(new Error('invalid input syntax for type integer')),
      }),
    });

    expect(await host.identities.find('acme', '7')).toEqual(people.get('7'));
    expect(await host.identities.find('acme', 'abc')).toBeNull();
    const started = await host.enrolments.start(caller('abc'));
    expect(started._unsafeUnwrapErr().code).toBe('identity_unknown');
    expect(asked).toEqual(['7']);
  });

  it('that folds the case of ids makes no second person of one: another spelling is unknown, and logged once', async () => {
    const people = new Map([['ada', identityWith()]]);
    const host = await createServiceHost({
      directory: (scope) => ({
        ...directoryOver(people)(scope),
        find: (identityId) => directoryOver(people)(scope).find(identityId.toLowerCase()),
      }),
    });

    for (const spelling of ['ADA', 'Ada']) {
      const started = await host.totp.start(caller(spelling));
      expect(started._unsafeUnwrapErr().code).toBe('identity_unknown');
    }
    expect((await host.totp.start(caller('ada'))).isOk()).toBe(true);
    const warning = 'with another identityId than the one that it was asked for';
    expect(host.logged.filter((line) => line.includes(warning))).toHaveLength(1);
  });

  it.each([
    [{ otherFactors: undefined }, 'otherFactors must be an array of webauthn, totp, sms, email'],
    [{ state: 'disabled' }, 'state must be active, suspended'],
    [{ phone: { number: '0171 5550101', verified: true } }, 'phone must be null, or { number'],
  ])('is told what is wrong with the identity that it finds: %j', async (change, message) => {
    const ada = { ...identityWith(), ...change } as Identity;
    const host = await createServiceHost({ directory: directoryOver(new Map([['ada', ada]])) });
    const found = host.identities.find('acme', 'ada');
    await expect(found).rejects.toThrow(
      `find of the directory must return an identity: ${message}`,
    );
    await expect(found).rejects.toThrow(TypeError);
    await expect(found).rejects.not.toThrow('0171');
  });

  it.each([undefined, 'ada'])('is told where it finds %j', async (found) => {
    const directory = () => ({
      find: () => Promise.resolve(found as never),
      setVerifiedPhone: () => Promise.resolve(),
    });
    const host = await createServiceHost({ directory });
    await expect(host.identities.find('acme', 'ada')).rejects.toThrow(
      'find of the directory must return an identity, or null where there is none',
    );
  });

  it.each([() => Promise.resolve(directoryOver(new Map())), () => ({}), () => undefined])(
    'is told where its factory makes none: %#',
    async (factory) => {
      const storage = createMemoryStorage();
      const wrong = withDirectory(
        storage,
        factory as unknown as IdentityDirectoryFactory,
        silentLogger,
      );
      await expect(readFacts(wrong, ADA)).rejects.toThrow(
        'directory must return an object with the methods',
      );
    },
  );

  it('leaves everything else to storage, though its members stand on a prototype', async () => {
    const inner = new RecordingStorage();
    const storage = withDirectory(inner, directoryOver(new Map()), silentLogger);
    const transaction = { query: () => Promise.reject(new Error('none')) };
    const event = { ...EVENT, emittedAt: new Date(0), expiresAt: null, version: null };
    const expiry = { now: new Date(0), eventsUntil: new Date(0), deliveriesUntil: new Date(0) };

    const scope = { tenantId: 'acme', lock: 'x' };
    const given = await storage.run(scope, (stores) => Promise.resolve(ok(stores)));
    await storage.ready();
    await storage.lookUp('apiKey', { secretHash: 'hash', tenantId: null });
    const prepared = { event, patterns: ['*'], orderingKey: null };
    await storage.appendEvent(transaction, 'acme', prepared);
    await storage.purge(expiry);

    expect(inner.calls).toEqual([
      scope,
      'ready',
      ['apiKey', { secretHash: 'hash', tenantId: null }],
      [transaction, 'acme', prepared],
      expiry,
    ]);
    expect(storage.queue).toBe(inner.queue);
    expect(storage.databases).toBe(inner.databases);
    expect(given._unsafeUnwrap()).toBe(inner.stores);
  });
});

const ADA = {
  tenantId: 'acme',
  identityId: 'ada',
  factor: 'sms',
  purpose: 'enrolment',
} as const;

const EVENT = { id: 'e', type: 'user.deleted', organisationId: null, data: '{}' };

/** Storage that is a class. */
class RecordingStorage implements Storage {
  readonly calls: unknown[] = [];
  stores: Stores | null = null;
  readonly databases = new Map<string, Storage>();
  readonly #inner = createMemoryStorage();

  get queue(): Storage['queue'] {
    return this.#inner.queue;
  }

  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: Stores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    this.calls.push(scope);
    return this.#inner.run(scope, (stores) => {
      this.stores = stores;
      return work(stores);
    });
  }

  decide(): never {
    throw new Error('not called');
  }

  ready(): Promise<void> {
    this.calls.push('ready');
    return Promise.resolve();
  }

  lookUp(...given: readonly unknown[]): Promise<null> {
    this.calls.push(given);
    return Promise.resolve(null);
  }

  appendEvent(...given: Parameters<Storage['appendEvent']>): Promise<AppendOutcome> {
    this.calls.push(given);
    return Promise.resolve('appended');
  }

  purge(expiry: Expiry): Promise<void> {
    this.calls.push(expiry);
    return Promise.resolve();
  }
}

function directoryOver(people: Map<string, Identity>): IdentityDirectoryFactory {
  return () => ({
    find: (identityId) => Promise.resolve(people.get(identityId) ?? null),
    setVerifiedPhone(identityId, number) {
      const person = people.get(identityId);
      const phone = number && { number, verified: true };
      if (person) people.set(identityId, { ...person, phone });
      return Promise.resolve();
    },
  });
}
