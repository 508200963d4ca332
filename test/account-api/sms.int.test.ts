/** docs/decisions.md: the rows about the message: provider, tenant, phone, mask and text. */
import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import { phoneNumber, type Person } from './harness/person.js';

const NOT_SENT = '503 service_unavailable sms_not_sent';

/** The front, the digits that are hidden, the end. */
const masks: readonly (readonly [phone: string, masked: string])[] = [
  ['+14155552671', '+14*****2671'],
  ['+4930901820', '+49****1820'],
  ['+390612345678', '+39******5678'],
  ['+442079460018', '+44******0018'],
  ['+861380013800012', '+86*********0012'],
  ['+2901234', '+2****34'],
  ['+29012345', '+29****45'],
  ['+290123456', '+29*****56'],
  ['+2901234567', '+29****4567'],
];

onEveryHost((host) => {
  describe('row "SMS provider fails after the row is stored"', () => {
    it.each(['refused', 'throws', 'unknown'] as const)(
      'it %s: 503, and a new POST works at once',
      async (behaviour) => {
        const ada = await host.person();
        expect(outcome(await host.whileSms(behaviour, () => ada.start()))).toBe(NOT_SENT);
        expect(outcome(await ada.start())).toBe('201');
        expect(outcome(await ada.verify(ada.code()))).toBe('200');
      },
    );

    it('it hangs: 503 after 10 s, and a new POST works at once', async () => {
      const ada = await host.person();
      const hanging = await host.whileSms('hangs', async () => {
        const before = host.sms.attempts;
        const answer = ada.start();
        await expect.poll(() => host.sms.attempts, { interval: 1 }).toBe(before + 1);
        host.clock.advance(10_000);
        return answer;
      });
      expect(outcome(hanging)).toBe(NOT_SENT);
      expect(outcome(await ada.start())).toBe('201');
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('it hangs: others are served meanwhile, and so is a guess of the same person', async () => {
      const ada = await host.person();
      const bob = await host.person({ tenantId: ada.tenantId });
      await host.whileSms('hangs', async () => {
        const before = host.sms.attempts;
        const hanging = ada.start();
        await expect.poll(() => host.sms.attempts, { interval: 1 }).toBe(before + 1);
        host.sms.behave('accepted');
        expect(outcome(await bob.start())).toBe('201');
        expect(outcome(await ada.verify('12345'))).toBe('422 validation_error code_malformed');
        host.clock.advance(10_000);
        await hanging;
      });
    });

    it('the phone verification answers the same', async () => {
      const bob = await host.person({ phone: null });
      const body = { phone_number: '+442079460003' };
      expect(outcome(await host.whileSms('throws', () => bob.putPhone(body)))).toBe(NOT_SENT);
      expect(outcome(await bob.putPhone(body))).toBe('202');
    });
  });

  describe('row "Tenant turns SMS off later"', () => {
    it.each([
      ['enabled', { sms: { enabled: false } }],
      ['mfa_enabled', { sms: { mfaEnabled: false } }],
    ])('%s: POST 503; PUT of a running enrolment and DELETE still work', async (_, change) => {
      const ada = await pending();
      const { tenants } = host.stepward;
      (await tenants.configure(systemCaller(ada.tenantId), change))._unsafeUnwrap();
      expect(outcome(await ada.start())).toBe('503 service_unavailable sms_disabled');
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
      expect(outcome(await ada.remove())).toBe('200');
    });

    it('turned on again, POST works', async () => {
      const ada = await host.person({ tenantId: await host.tenant({ sms: { enabled: false } }) });
      const { tenants } = host.stepward;
      (
        await tenants.configure(systemCaller(ada.tenantId), { sms: { enabled: true } })
      )._unsafeUnwrap();
      expect(outcome(await ada.start())).toBe('201');
    });
  });

  describe('row "Phone changes while an enrolment is live"', () => {
    const CHANGED = '422 validation_error phone_changed';

    it('the host changed it: void, 422, until a new POST sends to the new number', async () => {
      const ada = await pending();
      const number = '+442079460004';
      await ada.become({ phone: { number: phoneNumber(number), verified: true } });
      expect(outcome(await ada.verify(ada.code()))).toBe(CHANGED);
      expect(outcome(await ada.verify(ada.code()))).toBe(CHANGED);
      host.pass(1);
      expect(outcome(await ada.start())).toBe('201');
      expect(outcome(await ada.verify(ada.code(number)))).toBe('200');
    });

    it('it stays void where the old number comes back', async () => {
      const ada = await pending();
      const { phone } = ada;
      await ada.become({ phone: { number: phoneNumber('+442079460005'), verified: true } });
      await ada.become({ phone: { number: phoneNumber(phone), verified: true } });
      expect(outcome(await ada.verify(ada.code()))).toBe(CHANGED);
    });

    it('the person verified another number: void, 422', async () => {
      const ada = await pending();
      const code = ada.code();
      host.pass(1);
      const number = '+442079460006';
      await ada.putPhone({ phone_number: number });
      await ada.putPhone({ phone_number: number, code: ada.code(number) });
      expect(outcome(await ada.verify(code))).toBe(CHANGED);
    });

    it('the person removed it: void, 422', async () => {
      const ada = await pending();
      expect(outcome(await ada.removePhone())).toBe('200');
      expect(outcome(await ada.verify(ada.code()))).toBe(CHANGED);
    });

    it('the host no longer takes it for verified: void, 422', async () => {
      const ada = await pending();
      await ada.become({ phone: { number: phoneNumber(ada.phone), verified: false } });
      expect(outcome(await ada.verify(ada.code()))).toBe(CHANGED);
    });
  });

  describe('row "Mask"', () => {
    // spec: pending/phone-masked
    it.each(masks)('%s is shown as %s', async (phone, masked) => {
      const ada = await host.person({ phone });
      expect(dataOf(await ada.start())).toEqual({ status: 'pending', phone_number_masked: masked });
    });

    // spec: pending/phone-masked
    it('the whole number is in no answer', async () => {
      const ada = await host.person();
      const answers = [await ada.start(), await ada.verify(ada.wrongCode()), await ada.start()];
      for (const { text } of answers) expect(text).not.toContain(ada.phone.slice(1));
    });
  });

  describe('row "SMS text"', () => {
    const LAST_LINE = '\n\n@login.example.test #';
    const templates = {
      de: 'Ihr Code bei {app_name}: {code}. Er gilt {minutes} Minuten.',
      pt: '{code} e o seu codigo.',
      'pt-BR': 'Seu codigo {app_name}: {code}',
    };
    const texts: readonly (readonly [string | null, (code: string) => string])[] = [
      [null, (code) => `${code} is your Acme code. It expires in 15 minutes.${LAST_LINE}${code}`],
      ['fr', (code) => `${code} is your Acme code. It expires in 15 minutes.${LAST_LINE}${code}`],
      ['de', (code) => `Ihr Code bei Acme: ${code}. Er gilt 15 Minuten.${LAST_LINE}${code}`],
      ['de-AT', (code) => `Ihr Code bei Acme: ${code}. Er gilt 15 Minuten.${LAST_LINE}${code}`],
      ['pt-BR', (code) => `Seu codigo Acme: ${code}${LAST_LINE}${code}`],
      ['pt-PT', (code) => `${code} e o seu codigo.${LAST_LINE}${code}`],
    ];

    it.each(texts)('byte for byte, to a person with the locale %s', async (locale, text) => {
      const ada = await host.person({
        tenantId: await host.tenant({ sms: { templates } }),
        locale,
      });
      await ada.start();
      expect(host.sms.sent.at(-1)?.body).toBe(text(ada.code()));
    });

    it('without an origin host there is no last line', async () => {
      const ada = await host.person({ tenantId: await host.tenant({ sms: { originHost: null } }) });
      await ada.start();
      expect(host.sms.sent.at(-1)?.body).toBe(
        `${ada.code()} is your Acme code. It expires in 15 minutes.`,
      );
    });

    it('the text of the phone verification is the same', async () => {
      const ada = await host.person();
      await ada.putPhone({ phone_number: ada.phone });
      const code = ada.code();
      expect(host.sms.sent.at(-1)?.body).toBe(
        `${code} is your Acme code. It expires in 15 minutes.${LAST_LINE}${code}`,
      );
    });

    it('the longest that may be configured has 160 characters and goes out whole', async () => {
      const room = 160 - '{code}'.length - `${LAST_LINE}123456`.length;
      const longest = { de: `${'x'.repeat(room)}{code}` };
      const ada = await host.person({
        tenantId: await host.tenant({ sms: { templates: longest } }),
        locale: 'de',
      });
      await ada.start();
      const code = ada.code();
      const body = `${'x'.repeat(room)}${code}${LAST_LINE}${code}`;
      expect(host.sms.sent.at(-1)?.body).toBe(body);
      expect(body).toHaveLength(160);
      const longer = await host.stepward.tenants.configure(systemCaller(ada.tenantId), {
        sms: { templates: { de: `x${longest.de}` } },
      });
      expect(longer._unsafeUnwrapErr().code).toBe('sms_settings_invalid');
    });
  });

  async function pending(): Promise<Person> {
    const ada = await host.person();
    await ada.start();
    return ada;
  }
}, ONE_SERVER);
