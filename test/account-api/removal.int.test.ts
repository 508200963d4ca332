/** docs/decisions.md: the rows about DELETE and about assurance; GET /v1/account/mfa. */
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

/** RFC 9470 section 3. */
const STEP_UP = 'Bearer error="insufficient_user_authentication", acr_values="aal2"';
const STEP_UP_NEEDED = '401 unauthorized assurance_insufficient';
const NOT_ENROLLED = { enabled: false, methods: [], backup_codes_remaining: 0 };

onEveryHost((host) => {
  describe('row "DELETE when none", "DELETE when pending"', () => {
    // spec: enrolment/left-open, account/errors
    it('none: 404 not_found', async () => {
      const ada = await host.person();
      expect(outcome(await ada.remove())).toBe('404 not_found not_enrolled');
    });

    // spec: enrolment/left-open
    it('pending: cancels it, 200', async () => {
      const ada = await host.person();
      await ada.start();
      const cancelled = await ada.remove();
      expect(cancelled.status).toBe(200);
      expect(dataOf(cancelled)).toEqual(NOT_ENROLLED);
      expect(outcome(await ada.verify(ada.code()))).toBe('404 not_found nothing_pending');
    });

    it('a second time: 404 not_found', async () => {
      const ada = await host.person();
      await ada.enrol();
      await ada.remove();
      expect(outcome(await ada.remove())).toBe('404 not_found not_enrolled');
    });

    // spec: account/errors
    it('expired or exhausted: 404 not_found, and the tombstone stays', async () => {
      const ada = await host.person();
      await ada.start();
      host.pass(15);
      expect(outcome(await ada.remove())).toBe('404 not_found not_enrolled');
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error code_expired');
    });
  });

  describe('row "DELETE when other factors remain"', () => {
    // spec: mfa-status/backup-codes, account/delete
    it('they are listed, and enabled is true', async () => {
      const ada = await host.person({ otherFactors: ['email', 'totp'], backupCodesRemaining: 7 });
      await ada.enrol();
      const removed = await ada.remove();
      expect(dataOf(removed)).toEqual({
        enabled: true,
        methods: ['totp', 'email'],
        backup_codes_remaining: 7,
      });
    });

    // spec: account/delete
    it('SMS the only factor: false and []', async () => {
      const ada = await host.person();
      await ada.enrol();
      expect(dataOf(await ada.remove())).toEqual(NOT_ENROLLED);
    });
  });

  describe('row "Assurance for DELETE"', () => {
    // spec: account/errors
    it('below aal2: 401 with the challenge of RFC 9470, and the factor stays', async () => {
      const ada = await enrolled();
      const refused = await ada.with({ acr: 'aal1' }).remove();
      expect(outcome(refused)).toBe(STEP_UP_NEEDED);
      expect(refused.headers.get('www-authenticate')).toBe(STEP_UP);
      expect(dataOf(await ada.status())).toMatchObject({ methods: ['sms'] });
    });

    it('aal2: 200', async () => {
      const ada = await enrolled();
      expect(outcome(await ada.with({ acr: 'aal2' }).remove())).toBe('200');
    });

    it('none reported: 200', async () => {
      const ada = await enrolled();
      expect(outcome(await ada.remove())).toBe('200');
    });

    it('another vocabulary counts as aal1', async () => {
      const ada = await enrolled();
      const acr = 'urn:mace:incommon:iap:silver';
      expect(outcome(await ada.with({ acr }).remove())).toBe(STEP_UP_NEEDED);
    });
  });

  describe('row "Assurance for POST where another factor is enrolled"', () => {
    it('below aal2: 401 with the challenge of RFC 9470, and nothing is sent', async () => {
      const ada = await host.person({ otherFactors: ['totp'] });
      const before = host.sms.attempts;
      const refused = await ada.with({ acr: 'aal1' }).start();
      expect(outcome(refused)).toBe(STEP_UP_NEEDED);
      expect(refused.headers.get('www-authenticate')).toBe(STEP_UP);
      expect(host.sms.attempts).toBe(before);
    });

    it.each([
      ['aal2', { acr: 'aal2' }],
      ['none reported', {}],
    ])('%s: 201', async (_, claims) => {
      const ada = await host.person({ otherFactors: ['totp'] });
      expect(outcome(await ada.with(claims).start())).toBe('201');
    });

    it('aal1 with no other factor: 201', async () => {
      const ada = await host.person();
      expect(outcome(await ada.with({ acr: 'aal1' }).start())).toBe('201');
    });
  });

  describe('GET /v1/account/mfa', () => {
    // spec: mfa-status/methods
    it('nothing enrolled: false and []', async () => {
      const ada = await host.person();
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
    });

    it('pending: still nothing', async () => {
      const ada = await host.person();
      await ada.start();
      expect(dataOf(await ada.status())).toEqual(NOT_ENROLLED);
    });

    // spec: mfa-status/methods, mfa-status/backup-codes
    it("SMS beside the host's factors, in priority order, with the backup codes", async () => {
      const ada = await host.person({
        otherFactors: ['email', 'totp', 'webauthn'],
        backupCodesRemaining: 3,
      });
      await ada.enrol();
      expect(dataOf(await ada.status())).toEqual({
        enabled: true,
        methods: ['webauthn', 'totp', 'sms', 'email'],
        backup_codes_remaining: 3,
      });
    });

    it('needs no second factor and changes nothing', async () => {
      const ada = await host.person({ otherFactors: ['totp'] });
      const before = await ada.snapshot();
      expect(outcome(await ada.with({ acr: 'aal1' }).status())).toBe('200');
      expect(await ada.snapshot()).toEqual(before);
    });
  });

  async function enrolled(): Promise<Person> {
    const ada = await host.person();
    await ada.enrol();
    return ada;
  }
}, ONE_SERVER);
