/** docs/decisions.md: "Step-up", row by row over HTTP. */
import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';
import type { Person } from '../account-api/harness/person.js';
import { outcome, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { tier } from '../harness/tier.js';
import {
  applicationFor,
  challengedIn,
  enrolledIn,
  type Application,
} from './harness/application.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NO_CHALLENGE = '404 not_found nothing_pending';
const WRONG = '422 validation_error code_mismatch';
const EXHAUSTED = '422 validation_error attempts_exhausted';

/** Prepares a situation; what it gives back is refused. */
type Refused = readonly [
  string,
  (host: Host, ada: Person, session: Application) => Promise<() => Promise<Answer>>,
  string,
];

const REFUSALS: readonly Refused[] = [
  [
    'a challenge of an unknown identity',
    async (_host, _ada, session) => () => session.challenge({ identity_id: 'nobody' }),
    '404 not_found identity_not_found',
  ],
  [
    'a challenge of an identity of another tenant',
    async (host, _ada, session) => {
      const other = await host.person();
      return () => session.challenge({ identity_id: other.identityId });
    },
    '404 not_found identity_not_found',
  ],
  [
    'a challenge of a suspended identity',
    async (_host, ada, session) => {
      await ada.become({ state: 'suspended' });
      return () => session.challenge();
    },
    '403 forbidden identity_suspended',
  ],
  [
    'a code of a suspended identity',
    async (_host, ada, session) => {
      await ada.become({ state: 'suspended' });
      return () => session.verify(ada.code());
    },
    '403 forbidden identity_suspended',
  ],
  [
    'a challenge where SMS is off for the tenant',
    async (host, ada, session) => {
      await switchOff(host, ada);
      return () => session.challenge();
    },
    '503 service_unavailable sms_disabled',
  ],
  [
    'a challenge where sms is no allowed factor of the tenant',
    async (host, { tenantId }, session) => {
      const mfa = { allowedFactors: ['totp' as const] };
      (await host.stepward.tenants.configure(systemCaller(tenantId), { mfa }))._unsafeUnwrap();
      return () => session.challenge();
    },
    '503 service_unavailable factor_not_allowed',
  ],
  [
    'a challenge of an identity that is not enrolled in SMS',
    async (_host, ada, session) => {
      await ada.remove();
      return () => session.challenge();
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    'a code after SMS was removed',
    async (_host, ada, session) => {
      await ada.remove();
      return () => session.verify(ada.code());
    },
    '409 conflict sms_not_enrolled',
  ],
  [
    'a challenge in the session of another identity',
    async (host, ada, session) => {
      const bob = await host.person({ tenantId: ada.tenantId });
      await bob.enrol();
      host.pass(1);
      return () => applicationFor(host, bob, session.sessionId).challenge();
    },
    '409 conflict session_taken',
  ],
  [
    'a challenge without a verified phone',
    async (_host, ada, session) => {
      await ada.become({ phone: null });
      return () => session.challenge();
    },
    '422 validation_error phone_not_verified',
  ],
  [
    'a challenge to a number that the tenant does not send to',
    async (host, { tenantId }, session) => {
      const sms = { deniedPrefixes: ['+1415'] };
      (await host.stepward.tenants.configure(systemCaller(tenantId), { sms }))._unsafeUnwrap();
      return () => session.challenge();
    },
    '422 validation_error destination_refused',
  ],
  [
    'a code in a session that was never challenged',
    async (_host, ada, session) => () => session.inSession('never').verify(ada.code()),
    NO_CHALLENGE,
  ],
  [
    'a code in a session of that name in another tenant',
    async (host, ada, session) => {
      const other = await host.person();
      return () => applicationFor(host, other, session.sessionId).verify(ada.code());
    },
    NO_CHALLENGE,
  ],
];

onEveryHost((host) => {
  describe('a challenge', () => {
    // spec: internal/challenge, internal/left-open, versioning/path-prefix
    it('is answered with 200 and the masked number, not wrapped', async () => {
      const { ada, session } = await enrolledIn(host);
      const answer = await session.challenge();
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({
        phone_number_masked: `+14*****${ada.phone.slice(-4)}`,
      });
    });

    // spec: service/sms-mfa, internal/challenge
    it('sends one message that ends in the origin-bound line and speaks of 5 minutes', async () => {
      const { ada, session } = await enrolledIn(host);
      const before = host.sms.sent.length;
      await session.challenge();
      const [message, ...others] = host.sms.sent.slice(before);
      expect(others).toEqual([]);
      expect(message?.to).toBe(ada.phone);
      expect(message?.body).toMatch(
        /^([0-9]{6}) is your Acme code\. It expires in 5 minutes\.\n\n@login\.example\.test #\1$/,
      );
    });

    it("is in the page's language where it names one, else in the person's", async () => {
      const templates = { de: 'Dein Code: {code}', fr: 'Votre code : {code}' };
      const tenantId = await host.tenant({ sms: { templates } });
      const { ada, session } = await enrolledIn(host, { tenantId, locale: 'fr' });
      await session.challenge({ locale: 'de-AT' });
      expect(textTo(host, ada)).toMatch(/^Dein Code:/);
      for (const locale of [null, undefined]) {
        host.pass(1);
        await session.challenge({ locale });
        expect(textTo(host, ada)).toMatch(/^Votre code :/);
      }
    });

    it('that is repeated kills the older code and keeps the wrong ones counted', async () => {
      const { ada, session } = await challengedIn(host);
      const older = ada.code();
      for (let n = 1; n <= 3; n += 1)
        expect(outcome(await session.verify(ada.wrongCode(n)))).toBe(WRONG);

      expect(outcome(await session.challenge())).toBe('200');
      expect(outcome(await session.verify(older === ada.code() ? ada.wrongCode() : older))).toBe(
        WRONG,
      );
      expect(outcome(await session.verify(ada.wrongCode(2)))).toBe(EXHAUSTED);
      expect(outcome(await session.verify(ada.code()))).toBe(EXHAUSTED);
    });

    it('starts the 5 minutes again when it is repeated', async () => {
      const { ada, session } = await challengedIn(host);
      host.pass(3);
      await session.challenge();
      host.pass(4);
      expect(outcome(await session.verify(ada.code()))).toBe('200');
    });
  });

  describe('a code', () => {
    // spec: service/sms-mfa, step-up/verified, internal/verify
    it('that is right is answered with 200 and verified, not wrapped, and is used up', async () => {
      const { ada, session } = await challengedIn(host);
      const code = ada.code();
      const answer = await session.verify(code);
      expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { verified: true }]);
      expect(outcome(await session.verify(code))).toBe(NO_CHALLENGE);
      expect(await session.stored()).toBeNull();
    });

    // spec: step-up/verified
    it('raises inside the SDK exactly the session that it was sent for', async () => {
      const { ada, session } = await challengedIn(host);
      const { tenantId, identityId } = ada;
      const { sessionId } = session;
      const steppedUp = await host.stepward.stepUp.verify({ tenantId, sessionId }, ada.code());
      expect(steppedUp._unsafeUnwrap()).toEqual({
        assurance: 'aal2',
        amr: ['sms', 'otp', 'mfa'],
        identityId,
        sessionId,
      });
    });

    // spec: limits/step-up-lifetime
    it('is good until 4:59.999 and expired at 5:00, whatever it is', async () => {
      for (const [ms, expected] of [
        [5 * MINUTE - 1, '200'],
        [5 * MINUTE, '422 validation_error code_expired'],
      ] as const) {
        const { ada, session } = await enrolledIn(host);
        await session.challenge();
        host.clock.advance(ms);
        expect(outcome(await session.verify(ada.code()))).toBe(expected);
      }
    });

    // spec: internal/verify
    it('of one session is a wrong one in another of the same person', async () => {
      const { ada, session } = await challengedIn(host);
      const first = ada.code();
      const other = session.inSession(`${session.sessionId}-b`);
      expect(outcome(await other.verify(first))).toBe(NO_CHALLENGE);
      await other.challenge();
      const second = ada.code();
      expect(outcome(await other.verify(first === second ? ada.wrongCode() : first))).toBe(WRONG);
      expect(outcome(await other.verify(second))).toBe('200');
      expect(outcome(await session.verify(first))).toBe('200');
    });

    it('of an enrolment or for a phone number does not work for a session', async () => {
      const { ada, session } = await challengedIn(host);
      await ada.putPhone({ phone_number: ada.phone });
      host.pass(1);
      const forPhone = ada.code();
      expect(outcome(await session.verify(forPhone))).toBe(WRONG);
    });

    // spec: internal/left-open
    it('that is wrong spends an attempt even though the request fails; the fifth ends the challenge', async () => {
      const { ada, session } = await challengedIn(host);
      for (let spent = 1; spent <= 4; spent += 1) {
        expect(outcome(await session.verify(ada.wrongCode(spent)))).toBe(WRONG);
        expect((await session.stored())?.state).toMatchObject({ attemptsSpent: spent });
      }
      expect(outcome(await session.verify(ada.wrongCode(5)))).toBe(EXHAUSTED);
      expect(outcome(await session.verify(ada.code()))).toBe(EXHAUSTED);
      expect((await session.stored())?.state.status).toBe('exhausted');
    });

    // spec: internal/left-open
    it.each([
      ['12345'],
      ['1234567'],
      [123456],
      ['12345a'],
      [null],
      [undefined],
      ['１２３４５６'],
      [['123456']],
    ])('that is %j is malformed and costs nothing', async (code) => {
      const { ada, session } = await challengedIn(host);
      const before = [await session.stored(), await ada.snapshot()];
      expect(outcome(await session.verify(code))).toBe('422 validation_error code_malformed');
      expect([await session.stored(), await ada.snapshot()]).toEqual(before);
    });

    it('that is right clears the wrong ones of the hour', async () => {
      const { ada, session } = await challengedIn(host);
      await session.verify(ada.wrongCode());
      await session.verify(ada.code());
      expect((await ada.snapshot()).enrolment.wrongGuesses).toEqual([]);
    });
  });

  describe('the budgets are those of enrolment and phone', () => {
    it('the cool-down of 60 s runs over sessions and purposes', async () => {
      const { ada, session } = await enrolledIn(host);
      await session.challenge();
      host.clock.advance(MINUTE - 1);
      const cooling = '429 rate_limited send_cooling_down';
      const again = await session.challenge();
      expect([outcome(again), again.headers.get('retry-after')]).toEqual([cooling, '1']);
      expect(outcome(await session.inSession('another').challenge())).toBe(cooling);
      expect(outcome(await ada.putPhone({ phone_number: ada.phone }))).toBe(cooling);
      host.clock.advance(1);
      expect(outcome(await session.challenge())).toBe('200');
    });

    it('5 messages an hour, the one of the enrolment among them', async () => {
      const { session } = await enrolledIn(host);
      for (let message = 2; message <= 5; message += 1) {
        expect(outcome(await session.inSession(`s${String(message)}`).challenge())).toBe('200');
        host.pass(1);
      }
      expect(outcome(await session.challenge())).toBe('429 rate_limited send_budget_spent');
    });

    it('10 wrong codes an hour over sessions and purposes, then not even a right one', async () => {
      const { ada, session } = await enrolledIn(host);
      const sessions = [session, session.inSession('b'), session.inSession('c')];
      for (const [index, one] of sessions.entries()) {
        await one.challenge();
        host.pass(1);
        for (let n = 1; n <= (index < 2 ? 4 : 2); n += 1) {
          expect(outcome(await one.verify(ada.wrongCode(n)))).toBe(WRONG);
        }
      }
      const [, , last] = sessions;
      expect(outcome(await last!.verify(ada.code()))).toBe(EXHAUSTED);
      expect(outcome(await session.challenge())).toBe('429 rate_limited guess_budget_spent');
      expect((await ada.snapshot()).enrolment.wrongGuesses).toHaveLength(10);
    });

    it('hundreds of tries, each as it comes, accept 10 wrong codes and nothing right', async () => {
      const { ada, session } = await challengedIn(host);
      const other = session.inSession(`${session.sessionId}-b`);
      const codes = [ada.code(), (await other.challenge(), ada.code())];
      const tries = await Promise.all(
        Array.from({ length: tier === 'full' ? 500 : 100 }, (_, index) => {
          const half = index % 2;
          const code = String((Number(codes[half]) + 1 + index) % 1_000_000).padStart(6, '0');
          return (half === 0 ? session : other).verify(code);
        }),
      );
      expect(tries.filter(({ status }) => status !== 422)).toEqual([]);
      expect((await ada.snapshot()).enrolment.wrongGuesses).toHaveLength(10);
    });

    it('a provider that is down gives the cool-down back: a new challenge works at once', async () => {
      const { ada, session } = await enrolledIn(host);
      for (const behaviour of ['refused', 'throws', 'unknown'] as const) {
        const answer = await host.whileSms(behaviour, () => session.challenge());
        expect(outcome(answer)).toBe('503 service_unavailable sms_not_sent');
      }
      expect(outcome(await session.challenge())).toBe('200');
      expect(outcome(await session.verify(ada.code()))).toBe('200');
    });
  });

  describe('is refused, and nothing is changed or sent:', () => {
    // spec: internal/left-open
    it.each(REFUSALS)('%s', async (_name, act, expected) => {
      const { ada, session } = await challengedIn(host);
      const prepared = await act(host, ada, session);
      const before = [await session.stored(), await ada.snapshot(), host.sms.attempts];
      expect(outcome(await prepared())).toBe(expected);
      expect([await session.stored(), await ada.snapshot(), host.sms.attempts]).toEqual(before);
    });
  });

  describe('while a challenge is live', () => {
    it.each([
      ['a change of the phone', false],
      ['a change of the phone and back', true],
    ])('%s voids it', async (_, isBack) => {
      const { ada, session } = await challengedIn(host);
      const code = ada.code();
      const bob = await host.person();
      await ada.become({ phone: { number: bob.phone as never, verified: true } });
      if (isBack) await ada.become({ phone: { number: ada.phone as never, verified: true } });
      expect(outcome(await session.verify(code))).toBe('422 validation_error phone_changed');
    });

    it('SMS switched off for the tenant lets its code be used, and no other be sent', async () => {
      const { ada, session } = await challengedIn(host);
      await switchOff(host, ada);
      expect(outcome(await session.challenge())).toBe('503 service_unavailable sms_disabled');
      expect(outcome(await session.verify(ada.code()))).toBe('200');
    });

    it('its session cannot be challenged for another person until it ends', async () => {
      const { ada, session } = await challengedIn(host);
      const bob = await host.person({ tenantId: ada.tenantId });
      await bob.enrol();
      host.pass(1);
      const bobs = applicationFor(host, bob, session.sessionId);
      expect(outcome(await bobs.challenge())).toBe('409 conflict session_taken');
      host.pass(5);
      expect(outcome(await bobs.challenge())).toBe('200');
      expect(outcome(await session.verify(bob.code()))).toBe('200');
    });
  });
}, ONE_SERVER);

function textTo(host: Host, { phone }: Person): string {
  return host.sms.sent.findLast(({ to }) => to === phone)?.body ?? '';
}

async function switchOff(host: Host, { tenantId }: Person): Promise<void> {
  const sms = { enabled: false };
  (await host.stepward.tenants.configure(systemCaller(tenantId), { sms }))._unsafeUnwrap();
}
