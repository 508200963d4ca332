/** `Idempotency-Key` on the Customer API, and what is stored for it. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { onEveryHost } from '../customer-api/harness/host.js';
import {
  bodyOf,
  KEYS,
  PASSWORD,
  type Call,
  type ShownKey,
  type Tenant,
} from '../customer-api/harness/tenant.js';
import { outcome, type Answer } from '../harness/answer.js';
import { postgres } from '../harness/storages.js';

const MAKE: Call = { method: 'POST', path: KEYS, body: { name: 'CI', scopes: ['logs:read'] } };

function once(tenant: Tenant, call: Call, key = 'key-1'): Promise<Answer> {
  return tenant.call({ ...call, headers: { 'idempotency-key': key } });
}

const isReplay = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
const keyOf = (answer: Answer): ShownKey => bodyOf(answer) as unknown as ShownKey;

async function countKeys(tenant: Tenant): Promise<number> {
  return (bodyOf(await tenant.get(KEYS))['data'] as readonly unknown[]).length;
}

onEveryHost((host) => {
  // spec: customer/other-endpoints
  it('a management key is made once, and its secret shown again within 24 hours', async () => {
    const tenant = await host.tenant();
    const before = await countKeys(tenant);
    const first = await once(tenant, MAKE);
    const again = await once(tenant, MAKE);
    expect([first.status, isReplay(first), isReplay(again)]).toEqual([201, false, true]);
    expect(again.text).toBe(first.text);
    expect(await countKeys(tenant)).toBe(before + 1);
    host.pass(24 * 60);
    const afterADay = await once(tenant, MAKE);
    expect([afterADay.status, isReplay(afterADay)]).toEqual([201, false]);
    expect(keyOf(afterADay).key).not.toBe(keyOf(first).key);
  });

  it('20 requests at once with one key make one management key', async () => {
    const tenant = await host.tenant();
    const before = await countKeys(tenant);
    const answers = await Promise.all(Array.from({ length: 20 }, () => once(tenant, MAKE)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(await countKeys(tenant)).toBe(before + 1);
  });

  it('no other caller, of this tenant or another, is shown the secret', async () => {
    const tenant = await host.tenant();
    const first = await once(tenant, MAKE);
    const { key } = await tenant.newKey();
    const stranger = await host.tenant();
    for (const other of [tenant.as(key), stranger]) {
      const answer = await once(other, MAKE);
      expect([answer.status, isReplay(answer)]).toEqual([201, false]);
      expect(keyOf(answer).key).not.toBe(keyOf(first).key);
    }
  });

  it('a caller that is revoked gets nothing again', async () => {
    const tenant = await host.tenant();
    const { id, key } = await tenant.newKey();
    await once(tenant.as(key), MAKE);
    await tenant.remove(`${KEYS}/${id}`);
    expect(outcome(await once(tenant.as(key), MAKE))).toBe('401 unauthorized token_invalid');
  });

  // spec: customer/other-endpoints
  it('a PUT that is repeated does not undo what was changed since', async () => {
    const tenant = await host.tenant();
    const put = (minLength: number): Call => ({
      method: 'PUT',
      path: PASSWORD,
      body: { minLength: minLength },
    });
    await once(tenant, put(10), 'a');
    await once(tenant, put(12), 'b');
    expect(isReplay(await once(tenant, put(10), 'a'))).toBe(true);
    expect(bodyOf(await tenant.get(PASSWORD))['minLength']).toBe(12);
    const other = await once(tenant, put(9), 'a');
    expect(outcome(other)).toBe('422 validation_error idempotency_key_reused');
  });

  it('a refusal by the rules is given again, and one of the reading is not', async () => {
    const tenant = await host.tenant();
    const invalid: Call = { method: 'PUT', path: PASSWORD, body: { minLength: 0 } };
    const first = await once(tenant, invalid);
    const again = await once(tenant, invalid);
    expect([outcome(first), isReplay(first)]).toEqual([
      '400 validation_error policy_invalid',
      false,
    ]);
    expect([outcome(again), isReplay(again)]).toEqual([
      '400 validation_error policy_invalid',
      true,
    ]);
    const scope = await once(tenant, { ...MAKE, body: [] });
    expect(outcome(scope)).toBe('400 validation_error body_invalid');
    expect((await once(tenant, MAKE)).status).toBe(201);
  });
});

onEveryHost(
  (host) => {
    it('at rest are neither the secret, nor the idempotency key, nor what was sent', async () => {
      const tenant = await host.tenant();
      const idempotencyKey = 'the-key-of-this-very-request';
      const body = { name: 'CI', scopes: ['logs:read'] };
      const { key } = keyOf(await once(tenant, { ...MAKE, body }, idempotencyKey));
      const stored = await host.superuser!.query(
        'select * from stepward.idempotency_records where tenant_id = $1',
        [tenant.tenantId],
      );
      expect(stored).toEqual([
        {
          tenant_id: tenant.tenantId,
          record_id: expect.stringMatching(/^[0-9a-f]{64}$/),
          token: expect.any(String),
          fingerprint_key_id: 'first',
          fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
          answer: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
          expires_at: expect.any(Date),
        },
      ]);
      const everything = (await host.superuser!.everyRow()).join('\n');
      const random = key.slice(13);
      for (const trace of [
        idempotencyKey,
        key,
        random.slice(6),
        Buffer.from(key).toString('base64url').slice(0, 50),
        createHash('sha256').update(JSON.stringify(body)).digest('hex'),
        createHash('sha256')
          .update(JSON.stringify(['', body]))
          .digest('hex'),
      ]) {
        expect(everything).not.toContain(trace);
      }
    });
  },
  { storages: [postgres] },
);
