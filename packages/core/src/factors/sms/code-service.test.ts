import { describe, expect, it } from 'vitest';
import { PHONE } from '../../../test/fixtures.js';
import { caller, createServiceHost, type ServiceHost } from '../../../test/service-host.js';
import { silentLogger } from '../../ports/platform.js';
import type { SmsReceipt, SmsSender } from '../../ports/sms-sender.js';
import { hours, minutes, seconds } from '../../shared/duration.js';
import { createRecordingSmsSender, type SmsBehaviour } from '@stepward/testing';

/** How a message can fail, and whether the budgets get the send back. */
const FAILURES: readonly (readonly [SmsBehaviour, givenBack: boolean])[] = [
  ['refused', true],
  ['throws', false],
  ['unknown', false],
  ['hangs', false],
];

/** Starts an enrolment whose message fails, and waits out a provider that hangs. */
async function startFailing(host: ServiceHost, behaviour: SmsBehaviour, identityId = 'ada') {
  host.sms.behave(behaviour);
  const handedOver = host.nextMessage();
  const starting = host.enrolments.start(caller(identityId));
  await handedOver;
  if (behaviour === 'hangs') host.clock.advance(seconds(10));
  const started = await starting;
  host.sms.behave('accepted');
  return started;
}

describe.each(FAILURES)(
  'where the provider answers a message with "%s"',
  (behaviour, givenBack) => {
    it('the start fails as not sent', async () => {
      const host = await createServiceHost();
      const started = await startFailing(host, behaviour);
      expect(started._unsafeUnwrapErr()).toEqual({ code: 'sms_not_sent' });
    });

    it('the cool-down is lifted: a start right after works, and its code enrols', async () => {
      const host = await createServiceHost();
      await startFailing(host, behaviour).then((started) => expect(started.isErr()).toBe(true));

      expect((await host.enrolments.start(caller())).isOk()).toBe(true);
      expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
    });

    it(`the hourly budgets of person and number ${givenBack ? 'get the send back' : 'keep it counted'}`, async () => {
      const host = await createServiceHost();
      await host.change('bob', {});
      await startFailing(host, behaviour).then((started) => expect(started.isErr()).toBe(true));

      const sent: string[] = [];
      for (let minute = 0; minute < 10; minute += 1) {
        // Both have the same number, so that five sends to it end what either of them may have sent.
        for (const identityId of ['ada', 'bob']) {
          if ((await host.enrolments.start(caller(identityId))).isOk()) sent.push(identityId);
        }
        host.clock.advance(minutes(1));
      }
      expect(sent).toHaveLength(givenBack ? 5 : 4);
    });

    it(`the tenant's daily budget ${givenBack ? 'gets the send back' : 'keeps it counted'}`, async () => {
      const host = await createServiceHost();
      await host.configure({ dailyBudget: 1 });
      await startFailing(host, behaviour).then((started) => expect(started.isErr()).toBe(true));

      const again = await host.enrolments.start(caller());
      expect(
        again.match(
          () => 'ok',
          ({ code }) => code,
        ),
      ).toBe(givenBack ? 'ok' : 'tenant_send_budget_spent');
    });

    it('it is logged without the code and the number', async () => {
      const host = await createServiceHost();
      await startFailing(host, behaviour).then((started) => expect(started.isErr()).toBe(true));

      expect(host.logged).toHaveLength(1);
      expect(host.logged[0]).toContain('sms was not sent');
      expect(host.logged[0]).not.toContain(host.codes[0]);
      expect(host.logged[0]).not.toContain(PHONE.slice(1));
    });
  },
);

it('a sender that is misconfigured is an error in the log, with what the provider said', async () => {
  const receipt = {
    status: 'refused',
    reason: 'misconfigured',
    provider: 'twilio',
    detail: '20003',
  };
  const lines: unknown[] = [];
  const logger = { ...silentLogger, error: (fields: object) => lines.push(fields) };
  const smsSender: SmsSender = { send: () => Promise.resolve(receipt as SmsReceipt) };
  const host = await createServiceHost({ smsSender, logger });
  expect((await host.enrolments.start(caller())).isErr()).toBe(true);
  const whose = { tenantId: 'acme', identityId: 'ada', purpose: 'enrolment' };
  expect(lines).toEqual([{ ...whose, ...receipt }]);
});

it.each([{ ok: true }, undefined, 'sent'])(
  'a sender that returns %j gets told in the log what it must return',
  async (receipt) => {
    const lines: unknown[] = [];
    const logger = { ...silentLogger, warn: (fields: object) => lines.push(fields) };
    const smsSender = { send: () => Promise.resolve(receipt) } as unknown as SmsSender;
    const host = await createServiceHost({ smsSender, logger });
    const refused = (await host.enrolments.start(caller()))._unsafeUnwrapErr();
    expect(refused.code).toBe('sms_not_sent');
    const reason = expect.stringContaining(
      'send of the SMS sender must return { status:',
    ) as string;
    expect(lines).toEqual([expect.objectContaining({ status: 'unknown', reason })]);
  },
);

describe('a sender that learns which codes were typed in', () => {
  it('is told the number once, when the code is right', async () => {
    const sms = createRecordingSmsSender();
    const host = await createServiceHost({ smsSender: sms });
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    expect((await host.enrolments.verify(caller(), '999999')).isErr()).toBe(true);
    expect(sms.verified).toEqual([]);
    (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
    expect(sms.verified).toEqual([PHONE]);
  });

  it.each<[string, NonNullable<SmsSender['reportVerified']>]>([
    ['fails', () => Promise.reject(new RangeError(PHONE))],
    [
      'throws at once',
      () => {
        throw new RangeError(PHONE);
      },
    ],
  ])('and %s, is logged without the number; the person is enrolled', async (_, report) => {
    const sms = createRecordingSmsSender();
    const deaf: SmsSender = {
      send: (...values) => sms.send(...values),
      reportVerified: report,
    };
    const host = await createServiceHost({ smsSender: deaf });
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
    await expect.poll(() => host.logged).toHaveLength(1);
    expect(host.logged[0]).toContain('RangeError');
    expect(host.logged[0]).not.toContain(PHONE);
  });
});

describe('a provider that hangs', () => {
  it('is waited for until exactly 10 s have passed', async () => {
    const host = await createServiceHost();
    host.sms.behave('hangs');
    let settled = false;
    const handedOver = host.nextMessage();
    const starting = host.enrolments.start(caller()).finally(() => {
      settled = true;
    });
    await handedOver;

    host.clock.advance(seconds(10) - 1);
    expect((await host.enrolments.status(caller())).isOk()).toBe(true);
    expect(settled).toBe(false);
    host.clock.advance(1);
    expect((await starting)._unsafeUnwrapErr().code).toBe('sms_not_sent');
  });

  it('and that gives up when told to may still have sent, so its send stays counted', async () => {
    let calls = 0;
    const obedient: SmsSender = {
      send(_, { signal }) {
        calls += 1;
        if (calls > 1) return Promise.resolve({ status: 'accepted' });
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    };
    const host = await createServiceHost({ smsSender: obedient });
    await host.configure({ dailyBudget: 1 });
    await startFailing(host, 'hangs').then((started) => expect(started.isErr()).toBe(true));

    const again = await host.enrolments.start(caller());
    expect(again._unsafeUnwrapErr().code).toBe('tenant_send_budget_spent');
  });

  it('and answers after its time changes nothing any more', async () => {
    let answer: () => void = () => undefined;
    const late: SmsSender = {
      send: () =>
        new Promise((resolve) => {
          answer = () => resolve({ status: 'refused', reason: 'unavailable' });
        }),
    };
    const host = await createServiceHost({ smsSender: late });
    await startFailing(host, 'hangs').then((started) => expect(started.isErr()).toBe(true));

    answer();
    expect((await host.enrolments.status(caller())).isOk()).toBe(true);
    expect(host.logged).toHaveLength(1);
    expect(host.logged[0]).toContain("reason: 'timeout'");
  });
});

describe('a provider that fails a first message late', () => {
  it('does not lift the cool-down of a second one', async () => {
    const answers: (() => void)[] = [];
    const slow: SmsSender = {
      send: () =>
        answers.length === 0
          ? new Promise((resolve) => {
              answers.push(() => resolve({ status: 'refused', reason: 'unavailable' }));
            })
          : Promise.resolve({ status: 'accepted' }),
    };
    const host = await createServiceHost({ smsSender: slow, limits: { smsTimeoutMs: hours(1) } });
    const handedOver = host.nextMessage();
    const first = host.enrolments.start(caller());
    await handedOver;
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();

    answers[0]!();
    expect((await first)._unsafeUnwrapErr().code).toBe('sms_not_sent');

    const third = await host.enrolments.start(caller());
    expect(third._unsafeUnwrapErr().code).toBe('send_cooling_down');
    expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
  });
});

describe("the tenant's daily budget", () => {
  it('ends at its number over all people and starts again at midnight UTC', async () => {
    const host = await createServiceHost();
    await host.configure({ dailyBudget: 2 });
    const start = (index: number) =>
      host.phones.start(caller(`person-${index}`), `+1415555000${index}`);
    for (const index of [1, 2, 3]) await host.change(`person-${index}`, {});

    (await start(1))._unsafeUnwrap();
    (await start(2))._unsafeUnwrap();
    const third = await start(3);

    expect(third._unsafeUnwrapErr()).toEqual({
      code: 'tenant_send_budget_spent',
      share: 'others',
      retryAfterMs: hours(12),
    });
    expect(host.sms.attempts).toBe(2);
    host.clock.advance(hours(12));
    expect((await start(3)).isOk()).toBe(true);
  });

  it('that claims and first enrolments have spent keeps no enrolled person from a code', async () => {
    const host = await createServiceHost();
    await enrol(host);
    await host.configure({ dailyBudget: 3 });
    await spendOthers(host, 2);

    expect((await challenge(host)).isOk()).toBe(true);
    host.clock.advance(minutes(1));
    expect((await host.phones.start(caller(), PHONE)).isOk()).toBe(true);

    await host.change('eve', {});
    host.clock.advance(minutes(1));
    const refused = [
      await host.enrolments.start(caller('eve')),
      await host.phones.start(caller(), '+14155550199'),
    ];
    expect(refused.map((each) => each._unsafeUnwrapErr())).toMatchObject([
      { code: 'tenant_send_budget_spent', share: 'others' },
      { code: 'tenant_send_budget_spent', share: 'others' },
    ]);
    const spent = host.logged.filter((line) => line.includes('daily sms budget is spent'));
    expect(spent).toHaveLength(1);
  });

  it('bounds the codes to enrolled people by a count of their own', async () => {
    const host = await createServiceHost();
    await enrol(host);
    await host.configure({ dailyBudget: 1 });
    expect((await challenge(host)).isOk()).toBe(true);
    host.clock.advance(minutes(1));

    const refused = (await challenge(host))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'tenant_send_budget_spent', share: 'enrolled' });
  });

  it('gets a code to an enrolled person back in the count that it was added to', async () => {
    const host = await createServiceHost();
    await enrol(host);
    await host.configure({ dailyBudget: 2 });
    await spendOthers(host, 1);
    host.sms.behave('refused');
    for (let failed = 0; failed < 3; failed += 1) {
      expect((await challenge(host))._unsafeUnwrapErr().code).toBe('sms_not_sent');
    }
    host.sms.behave('accepted');

    for (let sent = 0; sent < 2; sent += 1) {
      expect((await challenge(host)).isOk()).toBe(true);
      host.clock.advance(minutes(1));
    }
    const refused = [
      await challenge(host),
      await host.phones.start(caller('stranger-1'), '+14155550198'),
    ];
    expect(refused.map((each) => each._unsafeUnwrapErr())).toMatchObject([
      { code: 'tenant_send_budget_spent', share: 'enrolled' },
      { code: 'tenant_send_budget_spent', share: 'others' },
    ]);
  });

  it('gets nothing back that was sent while there was none', async () => {
    const sms = createRecordingSmsSender();
    const smsSender: SmsSender = {
      async send(message, sending) {
        if (sms.attempts === 0) await host.configure({ dailyBudget: 0 });
        return sms.send(message, sending);
      },
    };
    const host = await createServiceHost({ smsSender });
    await host.configure({ dailyBudget: null });
    sms.behave('refused');
    expect((await host.enrolments.start(caller()))._unsafeUnwrapErr().code).toBe('sms_not_sent');
    const again = await host.enrolments.start(caller());
    expect(again._unsafeUnwrapErr().code).toBe('tenant_send_budget_spent');
  });

  it('is not spent by starts that are refused', async () => {
    const host = await createServiceHost();
    await host.configure({ dailyBudget: 2 });
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    for (let again = 0; again < 5; again += 1) {
      const refused = await host.enrolments.start(caller());
      expect(refused._unsafeUnwrapErr().code).toBe('send_cooling_down');
    }
    host.clock.advance(minutes(1));
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  });

  it('leaves the person no cool-down where it is what refused', async () => {
    const host = await createServiceHost();
    await host.configure({ dailyBudget: 0 });
    const refused = await host.enrolments.start(caller());
    expect(refused._unsafeUnwrapErr().code).toBe('tenant_send_budget_spent');
    await host.configure({ dailyBudget: null });
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  });
});

/** Enrols ada: one message of the day's claims and first enrolments. */
async function enrol(host: ServiceHost): Promise<void> {
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
  host.clock.advance(minutes(1));
}

/** Uses up the claims that are left of the day, and has one more refused. */
async function spendOthers(host: ServiceHost, left: number): Promise<void> {
  for (let index = 0; index <= left; index += 1) {
    const identityId = `stranger-${String(index)}`;
    await host.change(identityId, { phone: null });
    const claimed = await host.phones.start(caller(identityId), `+1415555010${String(index)}`);
    expect(claimed.isOk()).toBe(index < left);
  }
}

function challenge(host: ServiceHost) {
  return host.stepUp.challenge({ tenantId: 'acme', identityId: 'ada', sessionId: 'ses_1' });
}

it('a provider that throws with the message in its error puts neither code nor number into the log', async () => {
  const careless: SmsSender = {
    send: ({ to, body }) => Promise.reject(new Error(`cannot send "${body.reveal()}" to ${to}`)),
  };
  const host = await createServiceHost({ smsSender: careless });
  await host.enrolments.start(caller()).then((started) => expect(started.isErr()).toBe(true));

  expect(host.logged.join()).not.toContain(host.codes[0]);
  expect(host.logged.join()).not.toContain(PHONE.slice(1));
});
