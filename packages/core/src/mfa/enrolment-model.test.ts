import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EnrolmentModel, type Delivery, type Typed } from '../../test/enrolment-model.js';
import { EnrolmentTrace } from '../../test/enrolment-trace.js';
import { OTHER_PHONE, PHONE } from '../../test/fixtures.js';
import { caller, createServiceHost, wrongCode, type ServiceHost } from '../../test/service-host.js';
import { days, hours, minutes, seconds } from '../shared/duration.js';

interface Real {
  readonly host: ServiceHost;
  readonly trace: EnrolmentTrace;
}

type Command = fc.AsyncCommand<EnrolmentModel, Real>;

/** All answers that any run got, so that no part of the table goes untried. */
const seen = new Set<string>();

/** A step that is always allowed, followed by what must hold after every step. */
function command(
  name: string,
  step: (model: EnrolmentModel, real: Real) => Promise<void>,
): Command {
  return {
    check: () => true,
    async run(model, real) {
      await step(model, real);
      real.trace.check(model.now);
      if (!model.suspended) {
        const status = await real.host.enrolments.status(caller());
        expect(status._unsafeUnwrap().enabled).toBe(model.enrolled);
      }
    },
    toString: () => name,
  };
}

const start = (delivery: Delivery): Command =>
  command(`start (${delivery})`, async (model, { host, trace }) => {
    const anew = !model.isPending();
    const expected = model.start(delivery);
    host.sms.behave(delivery);
    const messages = host.codes.length;
    const started = await host.enrolments.start(caller());
    const answer = codeOf(started);
    const handedOver = host.codes.length - messages;
    if (handedOver > 0) trace.sent(model.now, delivery, anew);

    expect(RATE_LIMITED.has(answer) ? 'rate_limited' : answer).toBe(expected);
    expect(handedOver).toBe(expected === 'ok' || expected === 'sms_not_sent' ? 1 : 0);
    const forDay =
      started.isErr() &&
      started.error.code === 'send_budget_spent' &&
      started.error.retryAfterMs > hours(1);
    seen.add(`start ${answer}${forDay ? ' for the day' : ''}`);
  });

/** Three messages a minute apart: what it takes to spend the budgets of an hour and a day. */
const startThreeTimes = command(
  'start (accepted) and clock + 60000 ms, 3 times',
  async (model, real) => {
    for (let message = 0; message < 3; message += 1) {
      await start('accepted').run(model, real);
      await forward(seconds(60)).run(model, real);
    }
  },
);

const verify = (typed: Typed | 'an older code'): Command =>
  command(`verify (${typed})`, async (model, { host, trace }) => {
    const right = host.codes.at(-1);
    const older = host.codes.find((code) => code !== right) ?? wrongCode(right);
    const code = {
      right: right ?? '000000',
      wrong: wrongCode(right),
      malformed: '12345',
      'an older code': older,
    }[typed];
    const pending = model.isPending();
    const expected = model.verify(typed === 'an older code' ? 'wrong' : typed);
    const answer = codeOf(await host.enrolments.verify(caller(), code));

    expect(answer).toBe(expected);
    if (answer === 'ok') {
      expect(typed).toBe('right');
      trace.succeeded();
    }
    const exhausted = answer === 'attempts_exhausted' && pending && !model.isPending();
    if (answer === 'code_mismatch' || exhausted) trace.wrongCompared(model.now);
    seen.add(`verify ${answer}`);
  });

/** Four at once, so that short sequences reach the budget over several enrolments. */
const verifyFourWrong = command('verify (wrong) 4 times', async (model, real) => {
  for (let guess = 0; guess < 4; guess += 1) await verify('wrong').run(model, real);
});

const remove = (assurance: 'aal1' | 'aal2'): Command =>
  command(`remove (${assurance})`, async (model, { host }) => {
    const expected = model.remove(assurance === 'aal1');
    const answer = codeOf(await host.enrolments.remove(caller('ada', assurance)));
    expect(answer).toBe(expected);
    seen.add(`remove ${answer}`);
  });

const forward = (ms: number): Command =>
  command(`clock + ${String(ms)} ms`, async (model, { host }) => {
    model.advance(ms);
    host.clock.advance(ms);
  });

const changePhone = (number: typeof PHONE, verified: boolean): Command =>
  command(`phone ${number} verified ${String(verified)}`, async (model, { host }) => {
    model.phone = verified ? number : null;
    await host.change('ada', { phone: { number, verified } });
  });

const suspend = (suspended: boolean): Command =>
  command(`suspended ${String(suspended)}`, async (model, { host }) => {
    model.suspended = suspended;
    await host.change('ada', { state: suspended ? 'suspended' : 'active' });
  });

const switchSms = (on: boolean): Command =>
  command(`sms ${String(on)}`, async (model, { host }) => {
    model.smsOn = on;
    await host.configure({ mfaEnabled: on });
  });

const purge = command('purge', async (_model, { host }) => host.purge());

const commands = [
  ...repeat(4, fc.constant(start('accepted'))),
  ...repeat(3, fc.constant(startThreeTimes)),
  fc.constantFrom<Delivery>('refused', 'unknown').map(start),
  fc.constant(verify('right')),
  ...repeat(2, fc.constant(verify('wrong'))),
  ...repeat(3, fc.constant(verifyFourWrong)),
  fc.constantFrom<Typed | 'an older code'>('malformed', 'an older code').map(verify),
  ...repeat(2, fc.constant(remove('aal2'))),
  fc.constant(remove('aal1')),
  fc.integer({ min: 1, max: seconds(59) }).map(forward),
  ...repeat(5, fc.constantFrom(seconds(60), seconds(61), minutes(12)).map(forward)),
  fc.constantFrom(minutes(15) - 1, minutes(15), hours(1) - 1, hours(1)).map(forward),
  fc.constantFrom(hours(24) - minutes(15), hours(24), days(2)).map(forward),
  fc
    .tuple(fc.constantFrom(PHONE, OTHER_PHONE), fc.constantFrom(true, true, false))
    .map(([number, verified]) => changePhone(number, verified)),
  fc.constantFrom(true, false, false, false).map(suspend),
  fc.constantFrom(true, true, true, false).map(switchSms),
  fc.constant(purge),
];

describe('the enrolment of an identity', () => {
  it('follows the table of the specification, in every row, through any commands and within every budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.commands(commands, { maxCommands: 100, size: 'max' }),
        async (sequence) => {
          const host = await createServiceHost();
          const real: Real = { host, trace: new EnrolmentTrace() };
          await fc.asyncModelRun(() => ({ model: new EnrolmentModel(PHONE), real }), sequence);
          const logged = host.logged.join();
          for (const secret of [...host.codes, PHONE.slice(1), OTHER_PHONE.slice(1)]) {
            expect(logged).not.toContain(secret);
          }
        },
      ),
      { numRuns: 600 },
    );
    expect([...seen].toSorted()).toEqual(ROWS);
  });
});

const RATE_LIMITED: ReadonlySet<string> = new Set([
  'guess_budget_spent',
  'send_cooling_down',
  'send_budget_spent',
]);

const ROWS = [
  'remove assurance_insufficient',
  'remove identity_suspended',
  'remove not_enrolled',
  'remove ok',
  'start already_enrolled',
  'start guess_budget_spent',
  'start identity_suspended',
  'start ok',
  'start phone_not_verified',
  'start send_budget_spent',
  'start send_budget_spent for the day',
  'start send_cooling_down',
  'start sms_disabled',
  'start sms_not_sent',
  'verify already_enrolled',
  'verify attempts_exhausted',
  'verify code_expired',
  'verify code_malformed',
  'verify code_mismatch',
  'verify identity_suspended',
  'verify nothing_pending',
  'verify ok',
  'verify phone_changed',
];

function repeat<T>(count: number, item: T): readonly T[] {
  return new Array<T>(count).fill(item);
}

function codeOf(
  result: Awaited<ReturnType<ServiceHost['enrolments']['start' | 'verify' | 'remove']>>,
): string {
  return result.isOk() ? 'ok' : result.error.code;
}
