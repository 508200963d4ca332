/** Attacks that a review made on the running hosts, replayed over HTTP on both frameworks. */
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { frameworks } from '../harness/frameworks.js';
import { postgres } from '../harness/storages.js';
import { applicationFor, challengedIn, enrolledIn } from '../internal-api/harness/application.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const STEP_UP_NEEDED = '401 unauthorized assurance_insufficient';
const MISMATCH = '422 validation_error code_mismatch';
const SPENT = '429 rate_limited send_budget_spent';
const WITHDRAWN = '422 validation_error code_withdrawn';
const AAL1 = { acr: 'aal1' };
const AAL2 = { acr: 'aal2' };

let numbers = 0;

/** A number of no identity. */
function newNumber(): string {
  numbers += 1;
  return `+1628${String(2_000_000 + numbers)}`;
}

onEveryHost(
  (host) => {
    describe('a stolen token at aal1 of a person with TOTP reaches no second factor of the thief', () => {
      it('neither by binding the number of the thief nor by finishing an enrolment', async () => {
        const ada = await host.person({ otherFactors: ['totp'] });
        const thief = ada.with(AAL1);
        const number = newNumber();
        const before = host.sms.attempts;
        expect(outcome(await thief.putPhone({ phone_number: number }))).toBe(STEP_UP_NEEDED);
        expect(outcome(await thief.removePhone())).toBe(STEP_UP_NEEDED);
        expect(host.sms.attempts).toBe(before);

        expect(outcome(await ada.with(AAL2).start())).toBe('201');
        expect(host.sms.sent.at(-1)?.to).toBe(ada.phone);
        expect(outcome(await thief.verify(ada.code()))).toBe(STEP_UP_NEEDED);
        expect(outcome(await thief.remove())).toBe(STEP_UP_NEEDED);
        expect(dataOf(await thief.status())).toMatchObject({ methods: ['totp'] });
        expect(outcome(await ada.with(AAL2).verify(ada.code()))).toBe('200');
      });

      it('nor by answering the code for a number that the person asked for', async () => {
        const ada = await host.person({ otherFactors: ['totp'] });
        const number = newNumber();
        expect(outcome(await ada.with(AAL2).putPhone({ phone_number: number }))).toBe('202');
        const body = { phone_number: number, code: ada.code(number) };
        expect(outcome(await ada.with(AAL1).putPhone(body))).toBe(STEP_UP_NEEDED);
        expect((await ada.snapshot()).identity?.phone?.number).toBe(ada.phone);
      });
    });

    describe('strangers who claim the number of a person', () => {
      it('cannot lock a person out of step-up, however many accounts they have', async () => {
        const { ada, session } = await enrolledIn(host);
        const before = host.sms.attempts;
        const outcomes: string[] = [];
        for (let account = 0; account < 3; account += 1) {
          const stranger = await host.person({ tenantId: ada.tenantId, phone: null });
          for (let n = 0; n < 3; n += 1) {
            outcomes.push(outcome(await stranger.putPhone({ phone_number: ada.phone })));
            // At once after a claim: its cool-down is not the owner's.
            if (account === 0 && n === 0) expect(outcome(await session.challenge())).toBe('200');
            host.pass(1);
          }
        }
        expect(outcomes).toEqual(['202', '202', '202', ...new Array<string>(6).fill(SPENT)]);
        for (let n = 0; n < 3; n += 1) {
          expect(outcome(await session.challenge())).toBe('200');
          host.pass(1);
        }
        expect(outcome(await session.verify(ada.code()))).toBe('200');
        expect(host.sms.attempts - before).toBe(3 + 4);
      });

      it('have five messages sent to it in a day', async () => {
        const ada = await host.person();
        const outcomes: string[] = [];
        for (let hour = 0; hour < 2; hour += 1) {
          for (let n = 0; n < 3; n += 1) {
            const stranger = await host.person({ tenantId: ada.tenantId, phone: null });
            outcomes.push(outcome(await stranger.putPhone({ phone_number: ada.phone })));
            host.pass(1);
          }
          host.pass(60);
        }
        expect(outcomes).toEqual(['202', '202', '202', '202', '202', SPENT]);
        expect(outcome(await ada.start())).toBe('201');
      });
    });

    describe('a success with the own number', () => {
      it("gives no further guesses at another person's number: ten an hour, not fifteen", async () => {
        const ada = await host.person();
        const victim = await host.person({ tenantId: ada.tenantId });
        let compared = 0;
        for (let round = 0; round < 3; round += 1) {
          await ada.putPhone({ phone_number: victim.phone });
          const right = ada.code(victim.phone);
          for (let n = 1; n <= 4; n += 1) {
            const code = String((Number(right) + n) % 1_000_000).padStart(6, '0');
            const guess = await ada.putPhone({ phone_number: victim.phone, code });
            if (outcome(guess) === MISMATCH) compared += 1;
          }
          host.pass(1);
          // The success that used to clear the count.
          await ada.putPhone({ phone_number: ada.phone });
          await ada.putPhone({ phone_number: ada.phone, code: ada.code() });
          host.pass(1);
        }
        expect(compared).toBeLessThanOrEqual(10);
        expect((await ada.snapshot()).phone.wrongGuesses).toHaveLength(compared);
      });

      it('takes its own wrong guesses away', async () => {
        const ada = await host.person();
        await ada.start();
        for (let n = 1; n <= 4; n += 1) await ada.verify(ada.wrongCode(n));
        expect(outcome(await ada.verify(ada.code()))).toBe('200');
        expect((await ada.snapshot()).enrolment.wrongGuesses).toEqual([]);
      });
    });

    describe('a code that was out when the factor was removed or the person suspended', () => {
      it('steps nothing up after the removal and a new enrolment', async () => {
        const { ada, session } = await challengedIn(host);
        const old = ada.code();
        expect(outcome(await ada.remove())).toBe('200');
        await ada.enrol();
        expect(outcome(await session.verify(old))).toBe(WITHDRAWN);
        expect(outcome(await session.challenge())).toBe('200');
        expect(outcome(await session.verify(ada.code()))).toBe('200');
      });

      it('neither enrols nor steps up after the suspension', async () => {
        const { ada, session } = await challengedIn(host);
        const bob = await host.person({ tenantId: ada.tenantId });
        await bob.start();
        for (const person of [ada, bob]) {
          await person.become({ state: 'suspended' });
          await person.become({ state: 'active' });
        }
        expect(outcome(await session.verify(ada.code()))).toBe(WITHDRAWN);
        expect(outcome(await bob.verify(bob.code()))).toBe(WITHDRAWN);
      });
    });

    describe('a provider that refuses', () => {
      it('is asked ten times an hour for one person, and then answered for with 429', async () => {
        const ada = await host.person();
        const before = host.sms.attempts;
        const outcomes = await host.whileSms('refused', () => startTimes(ada, 50));
        expect(tallied(outcomes)).toEqual({
          '503 service_unavailable sms_not_sent': 10,
          [SPENT]: 40,
        });
        expect(host.sms.attempts - before).toBe(10);
        host.pass(60);
        expect(outcome(await ada.start())).toBe('201');
      });
    });

    describe('a person who has just enrolled', () => {
      it('can be challenged at once, for a used code ends the cool-down', async () => {
        const ada = await host.person();
        await ada.enrol();
        const session = applicationFor(host, ada);
        expect(outcome(await session.challenge())).toBe('200');
        expect(outcome(await session.challenge())).toBe('429 rate_limited send_cooling_down');
        expect(outcome(await session.verify(ada.code()))).toBe('200');
      });

      it('can ask again at once after a message that may have gone out, which stays counted', async () => {
        const { ada, session } = await enrolledIn(host);
        const failed = await host.whileSms('unknown', () => session.challenge());
        expect(outcome(failed)).toBe('503 service_unavailable sms_not_sent');
        expect(outcome(await session.challenge())).toBe('200');
        expect((await ada.snapshot()).enrolment.sends.sentAt).toHaveLength(3);
      });
    });

    async function startTimes(person: Person, times: number): Promise<readonly string[]> {
      const outcomes: string[] = [];
      for (let n = 0; n < times; n += 1) outcomes.push(outcome(await person.start()));
      return outcomes;
    }
  },
  {
    storages: [postgres],
    frameworks: frameworks.filter(({ name }) => name !== 'Express 4'),
  },
);

function tallied(outcomes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const one of outcomes) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}
