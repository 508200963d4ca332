/** Attacks that a review made on the running hosts, replayed over HTTP on both frameworks. */
import { describe, expect, it } from 'vitest';
import { dataOf, outcome } from '../harness/answer.js';
import { frameworks } from '../harness/frameworks.js';
import { postgres } from '../harness/storages.js';
import { onEveryHost } from './harness/host.js';

const STEP_UP_NEEDED = '401 unauthorized assurance_insufficient';
const AAL1 = { acr: 'aal1' };
const AAL2 = { acr: 'aal2' };

let numbers = 0;

/** A number that nobody has. */
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
  },
  {
    storages: [postgres],
    frameworks: frameworks.filter(({ name }) => name !== 'Express 4'),
  },
);
