/** docs/decisions.md: "Code at rest": what the database holds of a code, and what it does not. */
import { createHash } from 'node:crypto';
import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { onEveryHost, type Host } from './harness/host.js';
import type { Person } from './harness/person.js';
import { postgres } from '../harness/storages.js';
import { TABLE_NAMES } from '../harness/table-names.js';

const TABLES = [
  'tenants',
  'identities',
  'authenticators',
  'trusted_devices',
  'enrolments_due',
  'codes',
  'ledgers',
  'daily_sends',
  'send_blocks',
  'send_counters',
  'sms_messages',
  'grants',
  'organisations',
  'organisation_policies',
  'api_keys',
  'audit_entries',
  'audit_heads',
  'authentication_entries',
  'idempotency_records',
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'subscriber_sequences',
  'pending_deliveries',
  'deliveries',
  'attempts',
];

describe('row "Code at rest"', () => {
  onEveryHost(
    (host) => {
      it('these are all the tables there are', async () => {
        const rows = await query(host, 'any', TABLE_NAMES);
        const names = rows.map(({ tablename }) => tablename);
        const others = [
          'handlers',
          'migrations',
          'request_limits',
          'shards',
          'tenant_moves',
          'workers',
        ];
        expect(names.toSorted()).toEqual([...TABLES, ...others].toSorted());
      });

      // standard: asvs/14.2.4
      it('no column of any row holds the code', async () => {
        const ada = await pending(host);
        const stored = await everythingStored(host, ada.tenantId);
        expect(stored).toContain(ada.identityId);
        expect(stored).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${ada.code()}(?![0-9A-Za-z])`));
      });

      it('no column of any row holds a number that is claimed, while its code is pending', async () => {
        const ada = await host.person({ phone: null });
        const number = '+442070946031';
        const claim = { method: 'PUT', path: '/phone', body: { phone_number: number } } as const;
        expect((await ada.call(claim)).status).toBe(202);
        const stored = await everythingStored(host, ada.tenantId);
        expect(stored).toContain(ada.identityId);
        expect(stored).not.toContain(number.slice(1));
      });

      it('no column of any row holds an unkeyed hash of the code, alone or with what goes with it', async () => {
        const ada = await pending(host);
        const stored = (await everythingStored(host, ada.tenantId)).toLowerCase();
        for (const hash of unkeyedHashes(ada)) expect(stored).not.toContain(hash);
      });

      // standard: nist/3.1.4.2-storage, asvs/14.2.4
      it('no column of any row holds the secret of an app, or a recovery code, as it is shown or otherwise', async () => {
        const ada = await host.person();
        const headers = { 'idempotency-key': 'kept' };
        const show = async (path: string): Promise<Shown> =>
          JSON.parse((await ada.call({ method: 'POST', path, headers })).text).data;
        const { secret = '' } = await show('/mfa/totp');
        const body = { code: appCode(secret, host.clock.now()) };
        await ada.call({ method: 'PUT', path: '/mfa/totp', body });
        const { codes = [] } = await show('/mfa/recovery-codes');
        expect(codes).toHaveLength(10);
        const stored = (await everythingStored(host, ada.tenantId)).toLowerCase();
        const bytes = fromBase32(secret);
        const plain = codes.flatMap((code) => [code, code.replaceAll('-', '')]);
        const encoded = (['hex', 'base64', 'base64url'] as const).map((as) => bytes.toString(as));
        for (const secretText of [secret, ...encoded, ...plain, ...hashesOf(plain)]) {
          expect(stored).not.toContain(secretText.toLowerCase());
        }
      });

      it('no column of any row holds the token of a trusted device, or an unkeyed hash of it', async () => {
        const tenantId = await host.tenant({ mfa: { trustedDeviceDays: 30 } });
        const { identityId } = await host.person({ tenantId, otherFactors: ['totp'] });
        const trusted = await host.stepward.trustedDevices.trust({
          tenantId,
          identityId,
          proven: ['totp'],
        });
        const token = trusted._unsafeUnwrap().token.reveal();
        const stored = (await everythingStored(host, tenantId)).toLowerCase();
        expect(stored).toContain(identityId);
        const bytes = Buffer.from(token, 'base64url');
        const encoded = (['hex', 'base64', 'base64url'] as const).map((as) => bytes.toString(as));
        for (const secretText of [...encoded, ...hashesOf([token])]) {
          expect(stored).not.toContain(secretText.toLowerCase());
        }
      });

      it('the names of the budgets reveal no phone number', async () => {
        const ada = await pending(host);
        const ledgers = await query(host, ada.tenantId, 'select * from stepward.ledgers');
        expect(ledgers).toHaveLength(2);
        const stored = JSON.stringify(ledgers);
        expect(stored).not.toContain(ada.phone.slice(1));
        for (const hash of hashesOf([ada.phone, ada.phone.slice(1)])) {
          expect(stored).not.toContain(hash);
        }
      });

      it('the digest is 64 hexadecimal digits under a named key', async () => {
        const ada = await pending(host);
        expect(await digestsOf(host, ada)).toEqual([
          { verifier: expect.stringMatching(/^Zmlyc3Q\.[0-9a-f]{64}$/) },
        ]);
      });

      it('a resend of the same person leads to another digest', async () => {
        const ada = await pending(host);
        const before = await digestsOf(host, ada);
        host.pass(1);
        await ada.start();
        expect(await digestsOf(host, ada)).not.toEqual(before);
      });

      it("a digest copied to another person's row matches nothing", async () => {
        const ada = await pending(host);
        const mallory = await host.person({ tenantId: ada.tenantId });
        await mallory.start();
        await copyDigest(host, ada, mallory);
        const guessed = await mallory.verify(ada.code());
        expect(outcome(guessed)).toBe('422 validation_error code_mismatch');
      });

      it('a digest copied to another purpose of the same person matches nothing', async () => {
        const ada = await host.person();
        await ada.putPhone({ phone_number: ada.phone });
        const forPhone = ada.code();
        host.pass(1);
        await ada.start();
        await query(
          host,
          ada.tenantId,
          `update stepward.codes as target
           set verifier = source.verifier, code_id = source.code_id,
             destination = source.destination
           from stepward.codes as source
           where target.purpose = 'enrolment' and source.purpose = 'phone'
             and target.identity_id = source.identity_id`,
        );
        const guessed = await ada.verify(forPhone);
        expect(outcome(guessed)).toBe('422 validation_error code_mismatch');
      });

      it('after it was used, expired or guessed at too often, nothing of it is left', async () => {
        const [used, expired, exhausted] = [
          await host.person(),
          await host.person(),
          await host.person(),
        ];
        await used.enrol();
        await expired.start();
        await exhausted.start();
        for (let n = 1; n <= 5; n += 1) await exhausted.verify(exhausted.wrongCode(n));
        host.pass(15);
        await host.stepward.purge();
        expect(await digestsOf(host, used)).toEqual([]);
        expect(await digestsOf(host, exhausted)).toEqual([{ verifier: null }]);
        expect(await digestsOf(host, expired)).toEqual([{ verifier: null }]);
      });
    },
    { storages: [postgres] },
  );

  onEveryHost((host) => {
    it('a pending code survives the rotation of its key', async () => {
      const ada = await pending(host);
      expect(outcome(await ada.via('/rotated').verify(ada.code()))).toBe('200');
    });

    it('a code made after the rotation is under the new key', async () => {
      const ada = await host.person();
      await ada.via('/rotated').start();
      expect(await ada.snapshot()).toMatchObject({
        enrolment: { state: { verifier: expect.stringMatching(/^c2Vjb25k\./) } },
      });
      expect(outcome(await ada.via('/dropped').verify(ada.code()))).toBe('200');
    });

    it('a pending code dies with its key, and a new one works', async () => {
      const ada = await pending(host);
      const dropped = ada.via('/dropped');
      const guessed = await dropped.verify(ada.code());
      expect(outcome(guessed)).toBe('422 validation_error code_mismatch');
      host.pass(1);
      expect(outcome(await dropped.start())).toBe('201');
      expect(outcome(await dropped.verify(ada.code()))).toBe('200');
    });
  });
});

async function pending(host: Host): Promise<Person> {
  const ada = await host.person();
  await ada.start();
  return ada;
}

/** Runs SQL as the tenant, the way row-level security wants it. */
async function query(
  { pool }: Host,
  tenantId: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await pool!.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('stepward.tenant_id', $1, true)`, [tenantId]);
    const { rows } = await client.query<Record<string, unknown>>(text, values);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}

/** Every column of every row of the tenant, as text. */
/** What is shown once. */
interface Shown {
  readonly secret?: string;
  readonly codes?: readonly string[];
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

async function everythingStored(host: Host, tenantId: string): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      query(host, tenantId, `select row_to_json(r)::text as row from stepward.${table} as r`),
    ),
  );
  return JSON.stringify(rows.flat().map(({ row }) => row));
}

function digestsOf(host: Host, person: Person): Promise<Record<string, unknown>[]> {
  return query(
    host,
    person.tenantId,
    'select verifier from stepward.codes where identity_id = $1',
    [person.identityId],
  );
}

/** Everything that one row says of its code, put into another row. */
async function copyDigest(host: Host, from: Person, to: Person): Promise<void> {
  const copied = await query(
    host,
    from.tenantId,
    `update stepward.codes as target
     set verifier = source.verifier, code_id = source.code_id, destination = target.destination
     from stepward.codes as source
     where target.identity_id = $2 and source.identity_id = $1 returning target.verifier`,
    [from.identityId, to.identityId],
  );
  expect(copied).toEqual(await digestsOf(host, from));
}

/** Hashes that an attacker with only the table could try all codes against. */
function unkeyedHashes(person: Person): readonly string[] {
  const { tenantId, identityId, phone } = person;
  const code = person.code();
  const parts = [tenantId, identityId, phone, 'enrolment', `${tenantId}${identityId}`];
  const joined = parts.flatMap((part) =>
    ['', ':', '|', '.', '\u0000'].flatMap((by) => [`${part}${by}${code}`, `${code}${by}${part}`]),
  );
  return hashesOf([code, String(Number(code)), ...joined]);
}

function hashesOf(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) => {
      const hash = createHash(algorithm).update(text).digest();
      return [hash.toString('hex'), hash.toString('base64').toLowerCase()];
    }),
  );
}
