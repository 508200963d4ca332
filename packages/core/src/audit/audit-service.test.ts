import { describe, expect, it } from 'vitest';
import { FIRST_PAGE, MANAGER, TENANT, createManagementHost } from '../../test/management-host.js';
import type { Storage } from '../ports/storage.js';
import type { AuditPage } from '../ports/stores.js';
import { createMemoryStorage } from '@stepward/testing';
import { GENESIS_HASH } from './audit-chain.js';

const ACCESS = {
  tenantId: TENANT,
  actor: MANAGER.actor,
  subject: 'ada',
  fields: ['phone', 'birth_date'],
  purpose: 'treatment',
};

// spec: service/hipaa
it('an access to protected fields is recorded with who, whose, which and why, for 6 years', async () => {
  const { audit, logged, clock } = await createManagementHost();

  await audit.recordPhiAccess(ACCESS);

  expect(await logged()).toEqual([
    {
      sequence: 1,
      id: expect.any(String),
      type: 'phi.accessed',
      at: clock.now(),
      actor: MANAGER.actor,
      target: 'ada',
      details: { fields: ['phone', 'birth_date'], purpose: 'treatment' },
      client: null,
      retainUntil: new Date('2032-01-01T00:00:00.000Z'),
    },
  ]);
});

describe('an access that is not fully told is refused, and nothing is written', () => {
  it.each<[string, unknown]>([
    ...Object.keys(ACCESS).map((name): [string, unknown] => [name, undefined]),
    ['actor', { type: 'identity' }],
    ['actor', { type: 'identity', id: '' }],
    ['actor', { type: 'doctor', id: 'ada' }],
    ['subject', ''],
    ['subject', null],
    ['fields', 'phone'],
    ['fields', []],
    ['fields', [7]],
    ['purpose', ''],
    ['clientAddress', 7],
    ['userAgent', {}],
  ])('%s: %j', async (name, value) => {
    const { audit, logged } = await createManagementHost();
    const recorded = audit.recordPhiAccess({ ...ACCESS, [name]: value });
    await expect(recorded).rejects.toThrow(`audit.recordPhiAccess: access.${name} must be`);
    await expect(recorded).rejects.toBeInstanceOf(TypeError);
    expect(await logged()).toEqual([]);
  });

  it('a misspelt field', async () => {
    const { audit, logged } = await createManagementHost();
    const access = { ...ACCESS, clientAdress: '192.0.2.1' };
    await expect(audit.recordPhiAccess(access)).rejects.toThrow('no field access.clientAdress');
    expect(await logged()).toEqual([]);
  });
});

it('the log is listed by type, in pages, newest first', async () => {
  const { audit, tenants } = await createManagementHost();
  for (const enabled of [true, false]) {
    await audit.recordPhiAccess(ACCESS);
    expect((await tenants.setHipaa(MANAGER, enabled, 'a test')).isOk()).toBe(true);
  }
  const filter = { type: 'phi.accessed', since: null, until: null } as const;
  const first = await audit.list(TENANT, filter, { limit: 1, position: null });
  const second = await audit.list(TENANT, filter, { limit: 1, position: first.nextPosition });
  expect([...first.items, ...second.items].map(({ sequence }) => sequence)).toEqual([3, 1]);
  expect(second.nextPosition).toBeNull();
});

describe('the check of a chain', () => {
  it.each([0, 1, 1_000, 1_001])('of %d entries finds nothing wrong', async (count) => {
    const { audit } = await createManagementHost();
    for (let index = 0; index < count; index += 1) await audit.recordPhiAccess(ACCESS);
    expect(await audit.verifyChain(TENANT)).toBeNull();
  });

  it.each<[string, Partial<AuditPage>, object | null]>([
    ['no head', { head: null }, { sequence: 3, reason: 'gap' }],
    ['a head that is further', { head: { sequence: 4, hash: '' } }, { sequence: 4, reason: 'gap' }],
    [
      'a head with another hash',
      { head: { sequence: 3, hash: '' } },
      { sequence: 3, reason: 'hash' },
    ],
    ['no entries', { items: [] }, { sequence: 3, reason: 'gap' }],
    [
      'an entry whose text is not the one that was hashed',
      {
        items: [{ sequence: 1, previousHash: GENESIS_HASH, hash: '', text: '{}' }],
        head: { sequence: 1, hash: '' },
      },
      { sequence: 1, reason: 'hash' },
    ],
    [
      'entries that were appended after the head was read',
      { head: { sequence: 2, hash: '' } },
      null,
    ],
  ])('with %s', async (_, change, expected) => {
    const { audit } = await createManagementHost({ storage: changing(change) });
    for (let index = 0; index < 3; index += 1) await audit.recordPhiAccess(ACCESS);
    expect(await audit.verifyChain(TENANT)).toEqual(expected);
  });
});

/** Storage whose pages of the audit log differ. */
function changing(change: Partial<AuditPage>): Storage {
  const storage = createMemoryStorage();
  return {
    ...storage,
    run: (scope, work) =>
      storage.run(scope, (stores) => {
        const list: typeof stores.audit.list = async (filter, page) => ({
          ...(await stores.audit.list(filter, page)),
          ...change,
        });
        return work({ ...stores, audit: { ...stores.audit, list } });
      }),
  };
}

it('the head is the newest entry, and the entry that an anchor names must still be there', async () => {
  const { audit } = await createManagementHost();
  expect(await audit.head(TENANT)).toBeNull();
  for (let count = 0; count < 1_002; count += 1) await audit.recordPhiAccess(ACCESS);
  const head = await audit.head(TENANT);
  await audit.recordPhiAccess(ACCESS);

  expect(head).toEqual({
    sequence: 1_002,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
  });
  expect(await audit.verifyChain(TENANT, [head!])).toBeNull();
  const forged = [head!, { sequence: 1, hash: head!.hash }];
  expect(await audit.verifyChain(TENANT, forged)).toEqual({ sequence: 1, reason: 'anchor' });
});

it('a tenant sees its own log alone', async () => {
  const { audit } = await createManagementHost();
  await audit.recordPhiAccess(ACCESS);
  const filter = { type: null, since: null, until: null };
  expect((await audit.list('globex', filter, FIRST_PAGE)).items).toEqual([]);
  expect(await audit.verifyChain('globex')).toBeNull();
});
