/** docs/decisions.md: "Order of checks, first failure wins", for step-up: requests with two causes for refusal at once. */
import { systemCaller, type TenantChange } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';
import type { Person } from '../account-api/harness/person.js';
import { outcome, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { applicationFor, challengedIn, type Application } from './harness/application.js';

interface Situation {
  readonly host: Host;
  readonly ada: Person;
  /** Has a live challenge, and the cool-down is over. */
  readonly session: Application;
}

/** A situation with two causes, and the one that is reported. */
type Case = readonly [string, (situation: Situation) => Promise<Answer>, string];

const SMS_OFF = { sms: { enabled: false } };

const challenge: readonly Case[] = [
  [
    '401 for the secret before 400 for the tenant',
    ({ session }) =>
      session.call({ operation: 'challenge', body: '{', secret: 'wrong', tenantId: null }),
    '401 unauthorized service_secret_invalid',
  ],
  [
    '400 for the tenant before 400 for the body',
    ({ session }) => session.call({ operation: 'challenge', body: '{', tenantId: null }),
    '400 validation_error tenant_missing',
  ],
  [
    '401 for the tenant before 400 for the body',
    ({ session }) => session.call({ operation: 'challenge', body: '{', tenantId: 'nobody' }),
    '401 unauthorized tenant_unknown',
  ],
  [
    '404 before 503: unknown, SMS off',
    async ({ host, ada, session }) => {
      await configure(host, ada, SMS_OFF);
      return session.challenge({ identity_id: 'nobody' });
    },
    '404 not_found identity_not_found',
  ],
  [
    '403 before 503: suspended, SMS off',
    async ({ host, ada, session }) => {
      await configure(host, ada, SMS_OFF);
      await ada.become({ state: 'suspended' });
      return session.challenge();
    },
    '403 forbidden identity_suspended',
  ],
  [
    '503 before 409: SMS off, not enrolled',
    async ({ host, ada, session }) => {
      await ada.remove();
      await configure(host, ada, SMS_OFF);
      return session.challenge();
    },
    '503 service_unavailable sms_disabled',
  ],
  [
    "409 not enrolled before 409 another's session",
    async ({ host, ada, session }) => {
      const bob = await host.person({ tenantId: ada.tenantId });
      return applicationFor(host, bob, session.sessionId).challenge();
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    '409 before 422: not enrolled, no phone',
    async ({ ada, session }) => {
      await ada.remove();
      await ada.become({ phone: null });
      return session.challenge();
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    '409 before 429: not enrolled, the cool-down running',
    async ({ ada, session }) => {
      await session.challenge();
      await ada.remove();
      return session.challenge();
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    '422 before 429: no phone, the cool-down running',
    async ({ ada, session }) => {
      await session.challenge();
      await ada.become({ phone: null });
      return session.challenge();
    },
    '422 validation_error phone_not_verified',
  ],
  [
    '429 before the send: the cool-down running, the provider down',
    async ({ host, session }) => {
      await session.challenge();
      return host.whileSms('refused', () => session.challenge());
    },
    '429 rate_limited send_cooling_down',
  ],
];

const verify: readonly Case[] = [
  [
    '404 before 422: no challenge, malformed',
    ({ session }) => session.inSession('another').verify('12345'),
    '404 not_found nothing_pending',
  ],
  [
    '404 before 403: no challenge, suspended',
    async ({ ada, session }) => {
      await ada.become({ state: 'suspended' });
      return session.inSession('another').verify('123456');
    },
    '404 not_found nothing_pending',
  ],
  [
    '403 before 409: suspended, not enrolled',
    async ({ ada, session }) => {
      await ada.remove();
      await ada.become({ state: 'suspended' });
      return session.verify(ada.code());
    },
    '403 forbidden identity_suspended',
  ],
  [
    '409 before 422: not enrolled, malformed',
    async ({ ada, session }) => {
      await ada.remove();
      return session.verify('12345');
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    '422 malformed before 422 expired',
    ({ host, session }) => {
      host.pass(5);
      return session.verify('12345');
    },
    '422 validation_error code_malformed',
  ],
  [
    '422 expired before the comparison: expired, wrong',
    ({ host, ada, session }) => {
      host.pass(5);
      return session.verify(ada.wrongCode());
    },
    '422 validation_error code_expired',
  ],
  [
    '422 phone changed before the comparison: changed, wrong',
    async ({ ada, session }) => {
      await ada.become({ phone: null });
      return session.verify(ada.wrongCode());
    },
    '422 validation_error phone_changed',
  ],
  [
    '404 once the tombstone is 24 hours old',
    ({ host, ada, session }) => {
      host.pass(5 + 24 * 60);
      return session.verify(ada.code());
    },
    '404 not_found nothing_pending',
  ],
];

onEveryHost((host) => {
  describe.each([
    ['challenge', challenge],
    ['verify', verify],
  ])('of two causes the first wins: %s', (_, cases) => {
    it.each(cases)('%s', async (_name, act, expected) => {
      const situation = { host, ...(await challengedIn(host)) };
      expect(outcome(await act(situation))).toBe(expected);
    });
  });
}, ONE_SERVER);

async function configure(host: Host, { tenantId }: Person, change: TenantChange): Promise<void> {
  (await host.stepward.tenants.configure(systemCaller(tenantId), change))._unsafeUnwrap();
}
