/** docs/recovery-codes.md over HTTP, on Postgres. */
import { describe, expect, it } from 'vitest';
import { applicationFor } from '../internal-api/harness/application.js';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { tally } from '../harness/tally.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

onEveryHost((host) => {
  const generate = (ada: Person, headers = {}) =>
    ada.call({ method: 'POST', path: '/mfa/recovery-codes', headers });

  async function withCodes() {
    const ada = await host.person();
    await ada.enrol();
    const answer = await generate(ada);
    expect(answer.status).toBe(201);
    const { codes } = JSON.parse(answer.text).data as { readonly codes: readonly string[] };
    return { ada, codes };
  }

  const verify = (ada: Person, code: unknown) =>
    applicationFor(host, ada).call({
      operation: 'verify',
      factor: 'recovery_code',
      tenantId: ada.tenantId,
      body: { identity_id: ada.identityId, session_id: 'a session', code },
    });

  it('ten codes are shown, counted, and good once each', async () => {
    const { ada, codes } = await withCodes();
    expect(codes).toHaveLength(10);
    expect(JSON.parse((await ada.status()).text)).toEqual({
      data: { enabled: true, methods: ['sms'], backup_codes_remaining: 10 },
    });
    const used = await verify(ada, codes[0]);
    expect([used.status, JSON.parse(used.text)]).toEqual([200, { verified: true }]);
    expect(outcome(await verify(ada, codes[0]))).toBe('422 validation_error code_mismatch');
    expect(JSON.parse((await ada.status()).text).data.backup_codes_remaining).toBe(9);
  });

  it('are shown again to a request that repeats its Idempotency-Key, and to no other', async () => {
    const ada = await host.person();
    await ada.enrol();
    const key = { 'idempotency-key': 'one-set' };
    const first = await generate(ada, key);
    expect((await generate(ada, key)).text).toBe(first.text);
    expect((await generate(ada)).text).not.toBe(first.text);
  });

  it('need another factor', async () => {
    const ada = await host.person();
    expect(outcome(await generate(ada))).toBe('409 conflict no_factor');
    expect(outcome(await verify(ada, '0000-0000-0000-0000'))).toBe(
      '409 conflict factor_not_enrolled',
    );
  });

  it('cannot be replaced by a stolen session at aal1', async () => {
    const { ada, codes } = await withCodes();
    const stolen = await generate(ada.with({ acr: 'aal1' }));
    expect(outcome(stolen)).toBe('401 unauthorized assurance_insufficient');
    expect(outcome(await verify(ada, codes[1]))).toBe('200');
  });

  describe('of parallel tries', () => {
    it('of one code one of 20 is accepted, and each of the others counts', async () => {
      const { ada, codes } = await withCodes();
      const tries = Array.from({ length: 20 }, () => verify(ada, codes[0]));
      expect(tally(await Promise.all(tries))).toEqual({
        '200': 1,
        '422 validation_error code_mismatch': 10,
        '422 validation_error attempts_exhausted': 9,
      });
    });

    it('of ten codes each is accepted once', async () => {
      const { ada, codes } = await withCodes();
      const answers = await Promise.all(codes.map((code) => verify(ada, code)));
      expect(tally(answers)).toEqual({ '200': 10 });
    });
  });
}, ONE_SERVER);
