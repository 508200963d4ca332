/** docs/decisions.md: "POST while pending" and "Resend cool-down and send budgets". */
import { describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const SECOND = 1_000;
const HOUR = 60;

onEveryHost((host) => {
  describe('row "POST while pending"', () => {
    // spec: enrolment/left-open
    it('201 again: the new code works', async () => {
      const ada = await resent();
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    // spec: enrolment/left-open
    it('the old code is dead, and entering it is a wrong guess', async () => {
      const ada = await host.person();
      await ada.start();
      const old = ada.code();
      host.pass(1);
      await ada.start();
      expect(ada.code()).not.toBe(old);
      expect(outcome(await ada.verify(old))).toBe('422 validation_error code_mismatch');
    });

    // spec: enrolment/left-open
    it('the 15 minutes start again', async () => {
      const ada = await host.person();
      await ada.start();
      host.pass(14);
      await ada.start();
      host.pass(14);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    // spec: enrolment/left-open
    it('the attempt counter is not reset: 4 wrong, a resend, and 1 wrong exhaust it', async () => {
      const ada = await host.person();
      await ada.start();
      for (let n = 1; n <= 4; n += 1) await ada.verify(ada.wrongCode(n));
      host.pass(1);
      expect(outcome(await ada.start())).toBe('201');
      const fifth = await ada.verify(ada.wrongCode(5));
      expect(outcome(fifth)).toBe('422 validation_error attempts_exhausted');
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error attempts_exhausted');
    });
  });

  describe('row "Resend cool-down and send budgets"', () => {
    it('60 s between sends: refused at 59.999 s, accepted at 60.000 s', async () => {
      const ada = await host.person();
      await ada.start();
      host.clock.advance(59_999);
      expect(told(await ada.start())).toBe('429 rate_limited send_cooling_down, 1 s');
      host.clock.advance(1);
      expect(outcome(await ada.start())).toBe('201');
    });

    it('a refused send does not prolong the cool-down, and sends nothing', async () => {
      const ada = await host.person();
      await ada.start();
      const before = host.sms.attempts;
      host.clock.advance(30 * SECOND);
      expect(told(await ada.start())).toBe('429 rate_limited send_cooling_down, 30 s');
      expect(host.sms.attempts).toBe(before);
      host.clock.advance(30 * SECOND);
      expect(outcome(await ada.start())).toBe('201');
    });

    it('a refused send leaves the pending code as it is', async () => {
      const ada = await host.person();
      await ada.start();
      await ada.start();
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('5 per hour per identity: the sixth waits until the first is an hour old', async () => {
      const ada = await host.person();
      await startTimes(ada, 5);
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 3300 s');
      host.clock.advance(3_300 * SECOND - 1);
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 1 s');
      host.clock.advance(1);
      expect(outcome(await ada.start())).toBe('201');
    });

    it('10 per 24 h per identity: the eleventh waits until the first is a day old', async () => {
      const ada = await host.person();
      await startTimes(ada, 5);
      host.pass(HOUR);
      await startTimes(ada, 5);
      host.pass(HOUR);
      expect(told(await ada.start())).toBe(
        `429 rate_limited send_budget_spent, ${String(3_600 * 22 - 600)} s`,
      );
      host.clock.advance((3_600 * 22 - 600) * SECOND - 1);
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 1 s');
      host.clock.advance(1);
      expect(outcome(await ada.start())).toBe('201');
    });

    it('the budgets are per identity over all its numbers and purposes', async () => {
      const ada = await host.person();
      await ada.start();
      const other = await ada.putPhone({ phone_number: '+442079460001' });
      expect(told(other)).toBe('429 rate_limited send_cooling_down, 60 s');
      host.pass(1);
      await ada.putPhone({ phone_number: '+442079460001' });
      expect(told(await ada.start())).toBe('429 rate_limited send_cooling_down, 60 s');
    });

    it('the cool-down is per phone number over all identities of the tenant', async () => {
      const { ada, bob } = await sharingOnePhone();
      await ada.start();
      expect(told(await bob.start())).toBe('429 rate_limited send_cooling_down, 60 s');
      host.pass(1);
      expect(outcome(await bob.start())).toBe('201');
    });

    it('5 per hour per phone number, over all identities', async () => {
      const { ada, bob } = await sharingOnePhone();
      await startTimes(ada, 3);
      await startTimes(bob, 2);
      expect(told(await bob.start())).toBe('429 rate_limited send_budget_spent, 3300 s');
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 3300 s');
    });

    it('10 per 24 h per phone number, over all identities', async () => {
      const { ada, bob } = await sharingOnePhone();
      await startTimes(ada, 5);
      host.pass(HOUR);
      await startTimes(bob, 5);
      host.pass(HOUR);
      expect(told(await bob.start())).toBe(
        `429 rate_limited send_budget_spent, ${String(3_600 * 22 - 600)} s`,
      );
    });

    it('cancelling gives no budget back', async () => {
      const ada = await host.person();
      await ada.start();
      await ada.remove();
      expect(told(await ada.start())).toBe('429 rate_limited send_cooling_down, 60 s');
    });

    it('a code that was used ends the cool-down, and its message stays counted', async () => {
      const ada = await host.person();
      for (let n = 0; n < 5; n += 1) {
        await ada.enrol();
        await ada.remove();
      }
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 3600 s');
    });

    it('each person has a separate budget', async () => {
      const ada = await host.person();
      const bob = await host.person({ tenantId: ada.tenantId });
      await startTimes(ada, 5);
      expect(outcome(await bob.start())).toBe('201');
    });

    it("the tenant's daily budget, where it has one: 429 until the next UTC day", async () => {
      const tenantId = await host.tenant({ sms: { dailyBudget: 2 } });
      const [ada, bob, cy] = [
        await host.person({ tenantId }),
        await host.person({ tenantId }),
        await host.person({ tenantId }),
      ];
      await untilMidnight();
      host.pass(1);
      expect([outcome(await ada.start()), outcome(await bob.start())]).toEqual(['201', '201']);
      expect(told(await cy.start())).toBe(
        `429 rate_limited tenant_send_budget_spent, ${String(86_400 - 60)} s`,
      );
      await untilMidnight();
      expect(outcome(await cy.start())).toBe('201');
    });
  });

  describe('a slot is reserved before the send, and given back when the provider definitely failed', () => {
    it('refused: neither the cool-down nor the budgets are spent', async () => {
      const ada = await host.person();
      await host.whileSms('refused', async () => {
        for (let n = 0; n < 9; n += 1) {
          expect(outcome(await ada.start())).toBe('503 service_unavailable sms_not_sent');
        }
      });
      await startTimes(ada, 5);
      expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 3300 s');
    });

    it.each(['unknown', 'throws'] as const)(
      '%s: the cool-down is lifted, the send stays counted',
      async (behaviour) => {
        const ada = await host.person();
        await host.whileSms(behaviour, async () => {
          for (let n = 0; n < 5; n += 1) {
            expect(outcome(await ada.start())).toBe('503 service_unavailable sms_not_sent');
          }
        });
        expect(told(await ada.start())).toBe('429 rate_limited send_budget_spent, 3600 s');
      },
    );

    it("refused: the tenant's daily budget gets the send back", async () => {
      const ada = await host.person({ tenantId: await host.tenant({ sms: { dailyBudget: 1 } }) });
      await host.whileSms('refused', () => ada.start());
      expect(outcome(await ada.start())).toBe('201');
    });
  });

  async function resent(): Promise<Person> {
    const ada = await host.person();
    await ada.start();
    host.pass(1);
    expect(outcome(await ada.start())).toBe('201');
    return ada;
  }

  /** Starts so often, a minute apart; a minute has passed after the last. */
  async function startTimes(person: Person, times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      expect(outcome(await person.start())).toBe('201');
      host.pass(1);
    }
  }

  async function sharingOnePhone(): Promise<{ readonly ada: Person; readonly bob: Person }> {
    const ada = await host.person();
    const bob = await host.person({ tenantId: ada.tenantId, phone: ada.phone });
    return { ada, bob };
  }

  async function untilMidnight(): Promise<void> {
    const day = 86_400_000;
    host.clock.advance(day - (host.clock.now().getTime() % day));
  }
}, ONE_SERVER);

/** An outcome, and how long to wait. */
function told(answer: Answer): string {
  return `${outcome(answer)}, ${answer.headers.get('retry-after') ?? ''} s`;
}
