import { ok, systemCaller } from '@stepward/core';
import { GENESIS_HASH } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage, migrate } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 8 });
await migrate({ pool });
const storage = createPostgresStorage({ pool, maxLockWaiters: 1_000, lockWaitMs: 60_000 });
const { audit, tenants } = stepwardOver(storage);
const actor = { type: 'system', id: 'test' } as const;

beforeEach(() => truncateTables(pool));

function logAccess(tenantId: string, subject: string): Promise<void> {
  const access = { fields: ['phone'], purpose: 'treatment' };
  return audit.recordPhiAccess({ tenantId, actor, subject, ...access });
}

describe('the chain of an audit log that was changed behind the adapter', () => {
  beforeEach(async () => {
    for (let index = 1; index <= 5; index += 1) await logAccess('acme', `person-${index}`);
    await logAccess('globex', 'person-1');
    expect(await audit.verifyChain('acme')).toBeNull();
  });

  const at = (sequence: number): string => `where tenant_id = 'acme' and sequence = ${sequence}`;
  const forged = `encode(sha256('forged'), 'hex')`;
  it.each<[string, string, { sequence: number; reason: string }]>([
    [
      'a text that was changed',
      `update stepward.audit_entries set text = replace(text, 'person-3', 'person-4') ${at(3)}`,
      { sequence: 3, reason: 'hash' },
    ],
    [
      'one letter more in the oldest text',
      `update stepward.audit_entries set text = replace(text, 'treatment', 'treatments') ${at(1)}`,
      { sequence: 1, reason: 'hash' },
    ],
    [
      'an entry that was deleted',
      `delete from stepward.audit_entries ${at(2)}`,
      { sequence: 3, reason: 'gap' },
    ],
    [
      'the newest entry, deleted',
      `delete from stepward.audit_entries ${at(5)}`,
      { sequence: 5, reason: 'gap' },
    ],
    [
      'the whole log, deleted',
      `delete from stepward.audit_entries where tenant_id = 'acme'`,
      { sequence: 5, reason: 'gap' },
    ],
    [
      'entries whose head was deleted',
      `delete from stepward.audit_heads where tenant_id = 'acme'`,
      { sequence: 5, reason: 'gap' },
    ],
    [
      'two entries that changed places',
      `update stepward.audit_entries set sequence = 9 ${at(2)};
       update stepward.audit_entries set sequence = 2 ${at(3)};
       update stepward.audit_entries set sequence = 3 ${at(9)}`,
      { sequence: 2, reason: 'link' },
    ],
    [
      'a newest entry with a hash made to fit',
      `update stepward.audit_entries set text = replace(text, 'person-5', 'nobody') ${at(5)};
       update stepward.audit_entries
       set hash = encode(sha256(convert_to(concat_ws(chr(10), previous_hash, sequence, text), 'UTF8')), 'hex')
       ${at(5)}`,
      { sequence: 5, reason: 'hash' },
    ],
    [
      'a beginning that follows something else',
      `update stepward.audit_entries set previous_hash = ${forged} ${at(1)}`,
      { sequence: 1, reason: 'link' },
    ],
  ])('%s is found with its place', async (_, change, expected) => {
    await withoutTriggers(database.adminUrl, change);
    expect(await audit.verifyChain('acme')).toEqual(expected);
    expect(await audit.verifyChain('globex')).toBeNull();
  });
});

it('1000 concurrent writes, half of them with a change, make one chain', async () => {
  await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      index % 2 === 0
        ? logAccess('acme', `person-${index}`)
        : tenants
            .configure(systemCaller('acme'), { sms: { dailyBudget: index } })
            .then((configured) => expect(configured.isOk()).toBe(true)),
    ),
  );
  await logAccess('acme', 'one more, so that the check takes two runs');

  expect(await audit.verifyChain('acme')).toBeNull();
  expect(await audit.head('acme')).toMatchObject({ sequence: 1_001 });
});

it('what is filtered by is taken from the text, whatever else the text holds', async () => {
  const at = new Date('2026-01-01T00:00:00.000Z');
  const retainUntil = new Date('2032-01-01T00:00:00.000Z');
  const decoy = '","type":"hipaa.enabled","at":"1999","retainUntil":"1999"}';
  const event = { id: decoy, type: 'phi.accessed', at, retainUntil } as const;
  const client = { address: decoy, userAgent: decoy };
  const rest = { actor: { type: 'system', id: decoy }, target: decoy, client } as const;
  const stored = await storage.run({ tenantId: 'acme' }, async (stores) => {
    const details = { type: decoy, [decoy]: '\0\ud800\\"', retainUntil: 'never' };
    const entry = { ...event, ...rest, details };
    await stores.record({ audit: [entry], entries: [], events: [] });
    const result = await stores.transaction.query(
      'select type, at, retain_until, previous_hash from stepward.audit_entries',
    );
    return ok(result.rows);
  });
  expect(stored._unsafeUnwrap()).toEqual([
    {
      type: 'phi.accessed',
      at: at.toISOString(),
      retain_until: retainUntil.toISOString(),
      previous_hash: GENESIS_HASH,
    },
  ]);
  expect(await audit.verifyChain('acme')).toBeNull();
});
