/** docs/decisions.md: "`PUT /v1/account/phone`": adding, proving and removing a phone number. */
import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import { phoneNumber, type Person } from './harness/person.js';

const MISMATCH = '422 validation_error code_mismatch';
const INVALID = '422 validation_error phone_invalid';
const STEP_UP_NEEDED = '401 unauthorized assurance_insufficient';

let numbers = 0;

/** A number of no identity. */
function newNumber(): string {
  numbers += 1;
  return `+4420${String(70_000_000 + numbers)}`;
}

onEveryHost((host) => {
  describe('PUT with a number', () => {
    // spec: account/phone
    it('202: a code goes to the new number, and it is pending', async () => {
      const bob = await host.person({ phone: null });
      const number = newNumber();
      const started = await bob.putPhone({ phone_number: number });
      expect(started.status).toBe(202);
      expect(dataOf(started)).toEqual({
        status: 'pending',
        phone_number_masked: `+44******${number.slice(-4)}`,
      });
      expect(host.sms.sent.at(-1)).toMatchObject({ tenantId: bob.tenantId, to: number });
    });

    it('leaves the old number in place until the code came back', async () => {
      const ada = await host.person();
      await ada.putPhone({ phone_number: newNumber() });
      expect((await ada.snapshot()).identity?.phone).toEqual({ number: ada.phone, verified: true });
    });

    it('works where SMS is on and SMS MFA is not', async () => {
      const tenantId = await host.tenant({ sms: { mfaEnabled: false } });
      const ada = await host.person({ tenantId });
      expect(outcome(await ada.putPhone({ phone_number: newNumber() }))).toBe('202');
    });

    it('503 where SMS is off for the tenant', async () => {
      const ada = await host.person({ tenantId: await host.tenant({ sms: { enabled: false } }) });
      const refused = await ada.putPhone({ phone_number: newNumber() });
      expect(outcome(refused)).toBe('503 service_unavailable sms_disabled');
    });

    it.each<[string, string]>([
      ['no plus sign', '14155550199'],
      ['spaces', '+1 415 555 0199'],
      ['hyphens', '+1-415-555-0199'],
      ['a country code that starts with 0', '+0155550199'],
      ['6 digits', '+141555'],
      ['16 digits', '+1415555019912345'],
      ['full-width digits', '+１４１５５５５０１９９'],
      ['a line break behind it', '+14155550199\n'],
      ['an extension', '+14155550199;ext=1'],
      ['nothing in it', ''],
    ])('422 for a number that is not E.164: %s', async (_, phone_number) => {
      const ada = await host.person();
      const before = [host.sms.attempts, await ada.snapshot()];
      expect(outcome(await ada.putPhone({ phone_number }))).toBe(INVALID);
      expect([host.sms.attempts, await ada.snapshot()]).toEqual(before);
    });

    it.each<[string, object]>([
      ['no number', {}],
      ['no number beside a code', { code: '123456' }],
      ['null', { phone_number: null }],
      ['a JSON number', { phone_number: 14155550199 }],
      ['a list', { phone_number: ['+14155550199'] }],
    ])('400 for a number that is missing or no text: %s', async (_, body) => {
      const ada = await host.person();
      const before = [host.sms.attempts, await ada.snapshot()];
      expect(outcome(await ada.putPhone(body))).toBe('400 validation_error body_invalid');
      expect([host.sms.attempts, await ada.snapshot()]).toEqual(before);
    });

    it('422 for a prefix that the tenant denies, and a country that it does not allow', async () => {
      const sms = { deniedPrefixes: ['+4470'], allowedCountries: ['GB'] };
      const ada = await host.person({ tenantId: await host.tenant({ sms }) });
      const REFUSED = '422 validation_error destination_refused';
      expect(outcome(await ada.putPhone({ phone_number: '+447012345678' }))).toBe(REFUSED);
      expect(outcome(await ada.putPhone({ phone_number: '+14155550199' }))).toBe(REFUSED);
      expect(outcome(await ada.start())).toBe(REFUSED);
      expect(outcome(await ada.putPhone({ phone_number: '+442079460100' }))).toBe('202');
    });

    it('the same budgets: 60 s between sends, 5 per hour', async () => {
      const ada = await host.person();
      const put = () => ada.putPhone({ phone_number: ada.phone });
      await put();
      expect(outcome(await put())).toBe('429 rate_limited send_cooling_down');
      for (let n = 0; n < 4; n += 1) {
        host.pass(1);
        expect(outcome(await put())).toBe('202');
      }
      host.pass(1);
      expect(outcome(await put())).toBe('429 rate_limited send_budget_spent');
    });
  });

  describe('PUT with number and code', () => {
    // spec: account/phone
    it('200: the number is the verified one, and can be enrolled', async () => {
      const { bob, number } = await asked();
      const verified = await bob.putPhone({ phone_number: number, code: bob.code(number) });
      expect(verified.status).toBe(200);
      expect(dataOf(verified)).toEqual({
        status: 'verified',
        phone_number_masked: `+44******${number.slice(-4)}`,
      });
      expect((await bob.snapshot()).identity?.phone).toEqual({ number, verified: true });
      host.pass(1);
      expect(outcome(await bob.start())).toBe('201');
      expect(outcome(await bob.verify(bob.code(number)))).toBe('200');
    });

    it('a second time: 404, for nothing is pending any more', async () => {
      const { bob, number } = await asked();
      const body = { phone_number: number, code: bob.code(number) };
      await bob.putPhone(body);
      expect(outcome(await bob.putPhone(body))).toBe('404 not_found nothing_pending');
    });

    it('404 where nothing is pending', async () => {
      const ada = await host.person();
      const body = { phone_number: newNumber(), code: '123456' };
      expect(outcome(await ada.putPhone(body))).toBe('404 not_found nothing_pending');
    });

    it('404 where the code went to another number, and that one stays pending', async () => {
      const { bob, number } = await asked();
      const code = bob.code(number);
      const crossed = await bob.putPhone({ phone_number: newNumber(), code });
      expect(outcome(crossed)).toBe('404 not_found nothing_pending');
      expect(outcome(await bob.putPhone({ phone_number: number, code }))).toBe('200');
    });

    it('422 for a wrong code; the fifth destroys it', async () => {
      const { bob, number } = await asked();
      const right = bob.code(number);
      const outcomes: string[] = [];
      for (let n = 1; n <= 5; n += 1) {
        const code = String((Number(right) + n) % 1_000_000).padStart(6, '0');
        outcomes.push(outcome(await bob.putPhone({ phone_number: number, code })));
      }
      const EXHAUSTED = '422 validation_error attempts_exhausted';
      expect(outcomes).toEqual([MISMATCH, MISMATCH, MISMATCH, MISMATCH, EXHAUSTED]);
      const late = await bob.putPhone({ phone_number: number, code: right });
      expect(outcome(late)).toBe(EXHAUSTED);
      expect((await bob.snapshot()).identity?.phone).toBeNull();
    });

    it.each<[string, unknown]>([
      ['a JSON number', 123456],
      ['null', null],
      ['five digits', '12345'],
    ])('422 for a malformed code, not counted: %s', async (_, code) => {
      const { bob, number } = await asked();
      for (let n = 0; n < 6; n += 1) {
        const refused = await bob.putPhone({ phone_number: number, code });
        expect(outcome(refused)).toBe('422 validation_error code_malformed');
      }
      const right = await bob.putPhone({ phone_number: number, code: bob.code(number) });
      expect(outcome(right)).toBe('200');
    });

    it('422 at exactly 15 minutes', async () => {
      const { bob, number } = await asked();
      host.pass(15);
      const late = await bob.putPhone({ phone_number: number, code: bob.code(number) });
      expect(outcome(late)).toBe('422 validation_error code_expired');
    });

    it('works after the tenant turned SMS off', async () => {
      const { bob, number } = await asked();
      const { tenants } = host.stepward;
      (
        await tenants.configure(systemCaller(bob.tenantId), { sms: { enabled: false } })
      )._unsafeUnwrap();
      const verified = await bob.putPhone({ phone_number: number, code: bob.code(number) });
      expect(outcome(verified)).toBe('200');
    });

    // standard: asvs/8.2.3
    it("a body can neither mark a number as verified nor name another person's", async () => {
      const ada = await host.person();
      const bob = await host.person({ tenantId: ada.tenantId, phone: null });
      const number = newNumber();
      const body = { phone_number: number, verified: true, identity_id: ada.identityId };
      expect(outcome(await bob.putPhone(body))).toBe('202');
      expect((await bob.snapshot()).identity?.phone).toBeNull();
      await bob.putPhone({ ...body, code: bob.code(number) });
      expect((await ada.snapshot()).identity?.phone).toEqual({ number: ada.phone, verified: true });
    });
  });

  describe('while SMS is enrolled, a new number would rebind the factor', () => {
    it('so below aal2 neither a start nor a code is taken', async () => {
      const ada = await host.person();
      await ada.enrol();
      host.pass(1);
      const number = newNumber();
      const weak = ada.with({ acr: 'aal1' });
      expect(outcome(await weak.putPhone({ phone_number: number }))).toBe(STEP_UP_NEEDED);
      expect(outcome(await ada.with({ acr: 'aal2' }).putPhone({ phone_number: number }))).toBe(
        '202',
      );
      const body = { phone_number: number, code: ada.code(number) };
      expect(outcome(await weak.putPhone(body))).toBe(STEP_UP_NEEDED);
      expect(outcome(await ada.with({ acr: 'aal2' }).putPhone(body))).toBe('200');
    });
  });

  describe('DELETE', () => {
    // spec: account/phone
    it('200: no number is left, and nothing can be enrolled', async () => {
      const ada = await host.person();
      const removed = await ada.removePhone();
      expect(removed.status).toBe(200);
      expect(dataOf(removed)).toEqual({ phone_number_masked: null, verified: false });
      expect((await ada.snapshot()).identity?.phone).toBeNull();
      expect(outcome(await ada.start())).toBe('422 validation_error phone_not_verified');
    });

    it('200 for a number that was never verified', async () => {
      const eve = await host.person({ phoneVerified: false });
      expect(outcome(await eve.removePhone())).toBe('200');
    });

    it('404 where there is none', async () => {
      const bob = await host.person({ phone: null });
      expect(outcome(await bob.removePhone())).toBe('404 not_found phone_not_found');
    });

    it('409 while SMS MFA is enrolled, and the number stays', async () => {
      const ada = await host.person();
      await ada.enrol();
      expect(outcome(await ada.removePhone())).toBe('409 conflict phone_in_use');
      expect((await ada.snapshot()).identity?.phone).toEqual({ number: ada.phone, verified: true });
      await ada.remove();
      expect(outcome(await ada.removePhone())).toBe('200');
    });

    it('404 before 409: enrolled, but the host dropped the number', async () => {
      const ada = await host.person();
      await ada.enrol();
      await ada.become({ phone: null });
      expect(outcome(await ada.removePhone())).toBe('404 not_found phone_not_found');
    });
  });

  it('a number that the host replaced meanwhile is overwritten by the one that was proven', async () => {
    const { bob, number } = await asked();
    await bob.become({ phone: { number: phoneNumber('+442079460777'), verified: true } });
    expect(outcome(await bob.putPhone({ phone_number: number, code: bob.code(number) }))).toBe(
      '200',
    );
    expect((await bob.snapshot()).identity?.phone).toEqual({ number, verified: true });
  });

  async function asked(): Promise<{ readonly bob: Person; readonly number: string }> {
    const bob = await host.person({ phone: null });
    const number = newNumber();
    expect(outcome(await bob.putPhone({ phone_number: number }))).toBe('202');
    return { bob, number };
  }
}, ONE_SERVER);
