/** docs/decisions.md: "Order of checks, first failure wins": requests with two causes for refusal at once. */
import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost, type Host } from './harness/host.js';
import type { Person } from './harness/person.js';

/** A situation with two causes, and the one that is reported. */
type Case = readonly [string, (host: Host) => Promise<Answer>, string];

const SMS_OFF = { sms: { enabled: false } };
const EXPIRED = { expiresIn: -6 };
const CONTRADICTION = { 'x-tenant-id': 'another-tenant' };

const post: readonly Case[] = [
  [
    '401 before 403: expired token, another tenant named',
    async (host) => {
      const ada = (await host.person()).with(EXPIRED);
      return ada.call({ method: 'POST', path: '/mfa/sms', headers: CONTRADICTION });
    },
    '401 unauthorized token_invalid',
  ],
  [
    '403 before 503: suspended, SMS off',
    async (host) => (await personOf(host, SMS_OFF, { state: 'suspended' })).start(),
    '403 forbidden identity_suspended',
  ],
  [
    '403 before 503: scope missing, SMS off',
    async (host) => (await personOf(host, SMS_OFF)).via('/scoped').start(),
    '403 forbidden insufficient_scope',
  ],
  [
    '403 before 422: another tenant named, no phone',
    async (host) => {
      const bob = await host.person({ phone: null });
      return bob.call({ method: 'POST', path: '/mfa/sms', headers: CONTRADICTION });
    },
    '403 forbidden tenant_mismatch',
  ],
  [
    '401 for the assurance before 503: another factor and aal1, SMS off',
    async (host) => {
      const ada = await personOf(host, SMS_OFF, { otherFactors: ['totp'] });
      return ada.with({ acr: 'aal1' }).start();
    },
    '401 unauthorized assurance_insufficient',
  ],
  [
    '503 SMS off before 503 factor not allowed',
    async (host) =>
      (await personOf(host, { ...SMS_OFF, mfa: { allowedFactors: ['totp'] } })).start(),
    '503 service_unavailable sms_disabled',
  ],
  [
    '503 before 409: SMS off, enrolled',
    async (host) => {
      const ada = await enrolled(host);
      await switchOff(host, ada);
      return ada.start();
    },
    '503 service_unavailable sms_disabled',
  ],
  [
    '503 before 422: SMS off, no phone',
    async (host) => (await personOf(host, SMS_OFF, { phone: null })).start(),
    '503 service_unavailable sms_disabled',
  ],
  [
    '409 before 422: enrolled, the phone gone since',
    async (host) => {
      const ada = await enrolled(host);
      await ada.become({ phone: null });
      return ada.start();
    },
    '409 conflict already_enrolled',
  ],
  [
    '409 before 429: enrolled, the cool-down still running',
    async (host) => (await enrolled(host)).start(),
    '409 conflict already_enrolled',
  ],
  [
    '422 before 429: the phone gone, the cool-down still running',
    async (host) => {
      const ada = await pending(host);
      await ada.become({ phone: null });
      return ada.start();
    },
    '422 validation_error phone_not_verified',
  ],
  [
    '429 before the send: the cool-down running, the provider down',
    async (host) => {
      const ada = await pending(host);
      return host.whileSms('refused', () => ada.start());
    },
    '429 rate_limited send_cooling_down',
  ],
];

const put: readonly Case[] = [
  [
    '401 before 403: expired token, another tenant named',
    async (host) => {
      const ada = (await pending(host)).with(EXPIRED);
      const body = { code: '123456' };
      return ada.call({ method: 'PUT', path: '/mfa/sms', body, headers: CONTRADICTION });
    },
    '401 unauthorized token_invalid',
  ],
  [
    '403 before 409: suspended, enrolled',
    async (host) => {
      const ada = await enrolled(host);
      await ada.become({ state: 'suspended' });
      return ada.verify('123456');
    },
    '403 forbidden identity_suspended',
  ],
  [
    '403 before 404: scope missing, nothing pending',
    async (host) => (await host.person()).via('/scoped').verify('123456'),
    '403 forbidden insufficient_scope',
  ],
  [
    '409 before 404: enrolled, nothing pending',
    async (host) => (await enrolled(host)).verify('123456'),
    '409 conflict already_enrolled',
  ],
  [
    '409 before 422: enrolled, malformed',
    async (host) => (await enrolled(host)).verify('12345'),
    '409 conflict already_enrolled',
  ],
  [
    '404 before 422: nothing pending, malformed',
    async (host) => (await host.person()).verify('12345'),
    '404 not_found nothing_pending',
  ],
  [
    '422 malformed before 422 expired',
    async (host) => {
      const ada = await pending(host);
      host.pass(15);
      return ada.verify('12345');
    },
    '422 validation_error code_malformed',
  ],
  [
    '422 malformed before 422 exhausted',
    async (host) => (await exhausted(host)).verify('12345'),
    '422 validation_error code_malformed',
  ],
  [
    '422 expired before the comparison: expired, wrong',
    async (host) => {
      const ada = await pending(host);
      host.pass(15);
      return ada.verify(ada.wrongCode());
    },
    '422 validation_error code_expired',
  ],
  [
    '422 exhausted before the comparison: exhausted, right',
    async (host) => {
      const ada = await exhausted(host);
      return ada.verify(ada.code());
    },
    '422 validation_error attempts_exhausted',
  ],
];

const remove: readonly Case[] = [
  [
    '401 before 403: expired token, another tenant named',
    async (host) => {
      const ada = (await enrolled(host)).with(EXPIRED);
      return ada.call({ method: 'DELETE', path: '/mfa/sms', headers: CONTRADICTION });
    },
    '401 unauthorized token_invalid',
  ],
  [
    '403 before 404: suspended, nothing enrolled',
    async (host) => (await host.person({ state: 'suspended' })).remove(),
    '403 forbidden identity_suspended',
  ],
  [
    '403 before the step-up rule: suspended, enrolled, aal1',
    async (host) => {
      const ada = await enrolled(host);
      await ada.become({ state: 'suspended' });
      return ada.with({ acr: 'aal1' }).remove();
    },
    '403 forbidden identity_suspended',
  ],
  [
    '404 before the step-up rule: nothing enrolled, aal1',
    async (host) => (await host.person()).with({ acr: 'aal1' }).remove(),
    '404 not_found not_enrolled',
  ],
  [
    'the step-up rule before 200: enrolled, aal1',
    async (host) => (await enrolled(host)).with({ acr: 'aal1' }).remove(),
    '401 unauthorized assurance_insufficient',
  ],
];

onEveryHost((host) => {
  describe.each([
    ['POST', post],
    ['PUT', put],
    ['DELETE', remove],
  ])('of two causes the first wins: %s', (_, cases) => {
    it.each(cases)('%s', async (_name, act, expected) => {
      expect(outcome(await act(host))).toBe(expected);
    });
  });
}, ONE_SERVER);

async function personOf(
  host: Host,
  change: Parameters<Host['tenant']>[0],
  traits: Parameters<Host['person']>[0] = {},
): Promise<Person> {
  return host.person({ ...traits, tenantId: await host.tenant(change) });
}

async function pending(host: Host): Promise<Person> {
  const ada = await host.person();
  await ada.start();
  return ada;
}

async function exhausted(host: Host): Promise<Person> {
  const ada = await pending(host);
  for (let n = 1; n <= 5; n += 1) await ada.verify(ada.wrongCode(n));
  return ada;
}

async function enrolled(host: Host): Promise<Person> {
  const ada = await host.person();
  await ada.enrol();
  return ada;
}

async function switchOff(host: Host, { tenantId }: Person): Promise<void> {
  const changed = await host.stepward.tenants.configure(systemCaller(tenantId), SMS_OFF);
  changed._unsafeUnwrap();
}
