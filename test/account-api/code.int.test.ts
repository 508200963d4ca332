/** docs/decisions.md: "Code", "Wrong codes", "After expiry or the fifth wrong code" and "Expiry edge". */
import { describe, expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const HOUR = 60;
const DAY = 24 * HOUR;
const MISMATCH = '422 validation_error code_mismatch';
const MALFORMED = '422 validation_error code_malformed';
const EXPIRED = '422 validation_error code_expired';
const EXHAUSTED = '422 validation_error attempts_exhausted';
const NOTHING = '404 not_found nothing_pending';

/** What is no code, made from the right one: each tempts a lenient reader to accept it. */
const malformed: readonly (readonly [string, (right: string) => unknown])[] = [
  ['a JSON number', (right) => Number(right)],
  ['five digits', (right) => right.slice(0, 5)],
  ['seven digits', (right) => `${right}0`],
  ['a space in front', (right) => ` ${right}`],
  ['a line break behind', (right) => `${right}\n`],
  ['a space inside', (right) => `${right.slice(0, 3)} ${right.slice(3)}`],
  ['full-width digits', (right) => inDigitsFrom(right, 0xff10)],
  ['Arabic-Indic digits', (right) => inDigitsFrom(right, 0x0660)],
  ['a NUL behind', (right) => `${right}\u0000`],
  ['hexadecimal', () => '0x1234'],
  ['an exponent', () => '1e0005'],
  ['a sign', () => '+12345'],
  ['an empty text', () => ''],
  ['null', () => null],
  ['true', () => true],
  ['a list', (right) => [right]],
  ['an object', (right) => ({ code: right })],
];

onEveryHost((host) => {
  describe('row "Code"', () => {
    // spec: limits/code-length
    it('6 decimal digits, each time another one', async () => {
      const ada = await host.person();
      const codes = new Set<string>();
      for (let n = 0; n < 5; n += 1) {
        await ada.start();
        codes.add(ada.code());
        host.pass(1);
      }
      expect([...codes].every((code) => /^[0-9]{6}$/.test(code))).toBe(true);
      expect(codes.size).toBe(5);
    });

    // spec: account/put, limits/code-length
    it.each(malformed)('malformed, 422 and not counted: %s', async (_, make) => {
      const ada = await pending();
      const input = make(ada.code());
      for (let n = 0; n < 6; n += 1) expect(outcome(await ada.verify(input))).toBe(MALFORMED);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    // spec: account/put
    it('malformed, 422: no code at all', async () => {
      const ada = await pending();
      const without = await ada.call({ method: 'PUT', path: '/mfa/sms', body: {} });
      expect(outcome(without)).toBe(MALFORMED);
    });

    it("one person's code is worth nothing to another", async () => {
      const ada = await pending();
      const bob = await host.person({ tenantId: ada.tenantId });
      await bob.start();
      expect(outcome(await bob.verify(ada.code()))).toBe(MISMATCH);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('a code for one purpose is worth nothing for another', async () => {
      const ada = await pending();
      const forEnrolment = ada.code();
      host.pass(1);
      await ada.putPhone({ phone_number: ada.phone });
      const forPhone = ada.code();
      expect(outcome(await ada.verify(forPhone))).toBe(MISMATCH);
      const crossed = await ada.putPhone({ phone_number: ada.phone, code: forEnrolment });
      expect(outcome(crossed)).toBe(MISMATCH);
    });
  });

  describe('row "Wrong codes"', () => {
    // spec: limits/code-attempts
    it('5 per enrolment: the fifth is the last, and the right one comes too late', async () => {
      const ada = await pending();
      expect(await guess(ada, 5)).toEqual([MISMATCH, MISMATCH, MISMATCH, MISMATCH, EXHAUSTED]);
      expect(outcome(await ada.verify(ada.code()))).toBe(EXHAUSTED);
    });

    it('4 wrong ones leave the fifth try to the right one', async () => {
      const ada = await pending();
      await guess(ada, 4);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('a wrong code spends an attempt even though the request fails', async () => {
      const ada = await pending();
      const before = await ada.snapshot();
      await guess(ada, 1);
      expect(await ada.snapshot()).not.toEqual(before);
    });

    // spec: limits/code-attempts
    it('10 per hour: then no guess counts and no code is sent, for exactly an hour', async () => {
      const ada = await tenWrong();
      expect(outcome(await ada.start())).toBe('429 rate_limited guess_budget_spent');
      host.clock.advance(59 * 60_000 - 1);
      const refused = await ada.start();
      expect(outcome(refused)).toBe('429 rate_limited guess_budget_spent');
      expect(refused.headers.get('retry-after')).toBe('1');
      host.clock.advance(1);
      expect(outcome(await ada.start())).toBe('201');
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('10 per hour over all purposes: a spent budget refuses the right code of the other purpose', async () => {
      const ada = await pending();
      const other = '+442079460002';
      await guess(ada, 5);
      host.pass(1);
      await ada.putPhone({ phone_number: other });
      await guessPhone(ada, other, 4);
      host.pass(1);
      await ada.start();
      expect(outcome(await ada.verify(ada.wrongCode()))).toBe(MISMATCH);
      const late = await ada.putPhone({ phone_number: other, code: ada.code(other) });
      expect(outcome(late)).toBe(EXHAUSTED);
      expect(outcome(await ada.verify(ada.code()))).toBe(EXHAUSTED);
    });

    it('a success takes away the wrong guesses of that code', async () => {
      const ada = await pending();
      await guess(ada, 4);
      await ada.verify(ada.code());
      await ada.remove();
      for (let round = 0; round < 2; round += 1) {
        host.pass(1);
        expect(outcome(await ada.start())).toBe('201');
        await guess(ada, 4);
        expect(outcome(await ada.verify(ada.code()))).toBe('200');
        await ada.remove();
      }
    });

    it('neither cancelling nor a new code clears the hour', async () => {
      const ada = await pending();
      await guess(ada, 4);
      await ada.remove();
      host.pass(1);
      await ada.start();
      await guess(ada, 5);
      host.pass(1);
      await ada.start();
      expect(outcome(await ada.verify(ada.wrongCode()))).toBe(MISMATCH);
      expect(outcome(await ada.verify(ada.code()))).toBe(EXHAUSTED);
    });
  });

  describe('row "After expiry or the fifth wrong code"', () => {
    it('expired: PUT stays 422 for 24 h, then it is 404', async () => {
      const ada = await pending();
      host.pass(15);
      await expectTombstone(ada, EXPIRED);
    });

    it('expired: the same without a request in between, and after every purge', async () => {
      const ada = await pending();
      host.pass(15 + DAY);
      host.clock.advance(-1);
      await host.stepward.purge();
      expect(outcome(await ada.verify(ada.code()))).toBe(EXPIRED);
      host.clock.advance(1);
      await host.stepward.purge();
      expect(outcome(await ada.verify(ada.code()))).toBe(NOTHING);
    });

    it('exhausted: PUT stays 422 for 24 h, then it is 404', async () => {
      const ada = await pending();
      await guess(ada, 5);
      await expectTombstone(ada, EXHAUSTED);
    });

    it('the next POST starts again, with 5 attempts', async () => {
      const ada = await pending();
      await guess(ada, 5);
      host.pass(1);
      expect(outcome(await ada.start())).toBe('201');
      await guess(ada, 4);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('the next POST is subject to the budgets', async () => {
      const ada = await pending();
      await guess(ada, 5);
      expect(outcome(await ada.start())).toBe('429 rate_limited send_cooling_down');
    });

    it('the code is destroyed: nothing of it is stored', async () => {
      const ada = await pending();
      await guess(ada, 5);
      const { enrolment } = await ada.snapshot();
      expect(enrolment.state).toEqual({ status: 'exhausted', endedAt: host.clock.now() });
    });

    it('cancelled: 404 at once', async () => {
      const ada = await pending();
      expect(outcome(await ada.remove())).toBe('200');
      expect(outcome(await ada.verify(ada.code()))).toBe(NOTHING);
    });
  });

  describe('row "Expiry edge"', () => {
    // spec: limits/enrolment-lifetime
    it('valid at 14:59.999', async () => {
      const ada = await pending();
      host.pass(15);
      host.clock.advance(-1);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    // spec: limits/enrolment-lifetime
    it('expired at exactly 15:00.000', async () => {
      const ada = await pending();
      host.pass(15);
      expect(outcome(await ada.verify(ada.code()))).toBe(EXPIRED);
    });
  });

  async function pending(): Promise<Person> {
    const ada = await host.person();
    await ada.start();
    return ada;
  }

  /** Enters that many different wrong codes, and returns their results. */
  async function guess(person: Person, times: number): Promise<readonly string[]> {
    const outcomes: string[] = [];
    for (let n = 1; n <= times; n += 1) {
      outcomes.push(outcome(await person.verify(person.wrongCode(n))));
    }
    return outcomes;
  }

  async function guessPhone(person: Person, phone: string, times: number): Promise<void> {
    const right = Number(person.code(phone));
    for (let n = 1; n <= times; n += 1) {
      const code = String((right + n) % 1_000_000).padStart(6, '0');
      expect(outcome(await person.putPhone({ phone_number: phone, code }))).toBe(MISMATCH);
    }
  }

  /** Ten wrong codes at two enrolments, a minute apart. */
  async function tenWrong(): Promise<Person> {
    const ada = await pending();
    await guess(ada, 5);
    host.pass(1);
    await ada.start();
    await guess(ada, 5);
    return ada;
  }

  async function expectTombstone(person: Person, remembered: string): Promise<void> {
    expect(outcome(await person.verify(person.code()))).toBe(remembered);
    host.pass(DAY);
    host.clock.advance(-1);
    expect(outcome(await person.verify(person.code()))).toBe(remembered);
    host.clock.advance(1);
    expect(outcome(await person.verify(person.code()))).toBe(NOTHING);
  }
});

function inDigitsFrom(code: string, zero: number): string {
  return code.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}
