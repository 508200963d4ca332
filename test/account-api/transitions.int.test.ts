/** The table "SMS MFA enrolment" of the specification: one test, or more, per row. */
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const ENROLLED = { enabled: true, methods: ['sms'], backup_codes_remaining: 0 };
const NOT_ENROLLED = { enabled: false, methods: [], backup_codes_remaining: 0 };

onEveryHost((host) => {
  describe('none', () => {
    // spec: service/sms-mfa, pending/status, enrolment/post, account/post
    it('POST, verified phone and SMS enabled → pending: a code goes to the verified phone', async () => {
      const ada = await host.person();
      const before = host.sms.attempts;
      const started = await ada.start();
      expect(started.status).toBe(201);
      expect(dataOf(started)).toEqual({
        status: 'pending',
        phone_number_masked: `+14*****${ada.phone.slice(-4)}`,
      });
      expect(host.sms.attempts).toBe(before + 1);
      expect(host.sms.sent.at(-1)).toMatchObject({ tenantId: ada.tenantId, to: ada.phone });
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
    });

    // spec: enrolment/put-none
    it('PUT → none: 404 not_found', async () => {
      const ada = await host.person();
      const before = await ada.snapshot();
      expect(outcome(await ada.verify('123456'))).toBe('404 not_found nothing_pending');
      expect(await ada.snapshot()).toEqual(before);
    });
  });

  describe('pending', () => {
    // spec: enrolment/expiry, enrolment/put-wrong
    it('15 minutes pass → none: a later PUT is 422 validation_error', async () => {
      const ada = await pending();
      host.pass(15);
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error code_expired');
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
    });

    // spec: service/account-api, service/sms-mfa, mfa-status/enabled, mfa-status/methods
    // spec: mfa-status/backup-codes, enrolment/put-right, account/put
    it('PUT, code correct → enrolled: the SMS method is on the identity', async () => {
      const ada = await pending();
      const verified = await ada.verify(ada.code());
      expect(verified.status).toBe(200);
      expect(dataOf(verified)).toEqual(ENROLLED);
      expect(dataOf(await ada.status())).toEqual(ENROLLED);
    });

    // spec: enrolment/put-right
    it('PUT, code correct → enrolled: the pending enrolment is cleared', async () => {
      const ada = await pending();
      const code = ada.code();
      await ada.verify(code);
      expect(outcome(await ada.verify(code))).toBe('409 conflict already_enrolled');
      await ada.remove();
      expect(outcome(await ada.verify(code))).toBe('404 not_found nothing_pending');
    });

    // spec: enrolment/put-wrong
    it('PUT, code invalid → pending: 422 validation_error, and the right code still works', async () => {
      const ada = await pending();
      expect(outcome(await ada.verify(ada.wrongCode()))).toBe('422 validation_error code_mismatch');
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    // spec: enrolment/put-wrong
    it('PUT, maximum attempts reached → none: 422 validation_error, even for the right code', async () => {
      const ada = await pending();
      for (let n = 1; n <= 5; n += 1) await ada.verify(ada.wrongCode(n));
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error attempts_exhausted');
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
    });
  });

  describe('enrolled', () => {
    // spec: enrolment/when-enrolled
    it('POST → enrolled: 409 conflict, and nothing is sent', async () => {
      const ada = await enrolled();
      const before = host.sms.attempts;
      expect(outcome(await ada.start())).toBe('409 conflict already_enrolled');
      expect(host.sms.attempts).toBe(before);
      expect(dataOf(await ada.status())).toEqual(ENROLLED);
    });

    // spec: enrolment/when-enrolled
    it('PUT → enrolled: 409 conflict', async () => {
      const ada = await enrolled();
      expect(outcome(await ada.verify(ada.code()))).toBe('409 conflict already_enrolled');
      expect(dataOf(await ada.status())).toEqual(ENROLLED);
    });

    // spec: service/sms-mfa, mfa-status/enabled, mfa-status/backup-codes, enrolment/delete
    // spec: account/delete
    it('DELETE → none: the factor is gone, the verified phone stays', async () => {
      const ada = await enrolled();
      const removed = await ada.remove();
      expect(removed.status).toBe(200);
      expect(dataOf(removed)).toEqual(NOT_ENROLLED);
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
      const { identities } = host.stepward;
      const kept = await identities.find(ada.tenantId, ada.identityId);
      expect(kept?.phone).toEqual({ number: ada.phone, verified: true });
    });

    // spec: enrolment/delete
    it('DELETE → none: SMS can be enrolled again', async () => {
      const ada = await enrolled();
      await ada.remove();
      host.pass(1);
      await ada.enrol();
      expect(dataOf(await ada.status())).toEqual(ENROLLED);
    });
  });

  async function pending(): Promise<Person> {
    const ada = await host.person();
    await ada.start();
    return ada;
  }

  async function enrolled(): Promise<Person> {
    const ada = await host.person();
    await ada.enrol();
    return ada;
  }
});
