import { describe, expect, it } from 'vitest';
import { FIRST_PAGE } from '../../../../test/management-host.js';
import { OTHER_PHONE, PHONE } from '../../../../test/fixtures.js';
import { caller, createServiceHost, type ServiceHost } from '../../../../test/service-host.js';
import { systemCaller } from '../../../access/caller.js';
import type { SmsMessage, SmsReceipt } from '../../../ports/sms-sender.js';
import type { Storage } from '../../../ports/storage.js';
import { days, minutes } from '../../../shared/duration.js';
import type { StepwardOptions } from '../../../stepward.js';
import { createMemoryStorage } from '@stepward/testing';
import type { SmsDeliveryReceipt } from './delivery-receipt.js';
import { isCountedAgain } from './sent-message.js';

const UNREACHABLE = { status: 'undelivered', reason: 'unreachable', detail: '30003' } as const;

type WithoutId<Receipt> = Receipt extends unknown ? Omit<Receipt, 'messageId'> : never;
type Outcome = WithoutId<SmsDeliveryReceipt>;

interface ReceiptHost extends ServiceHost {
  readonly messages: readonly SmsMessage[];
  report(outcome: Outcome, messageId?: string): Promise<void>;
  failures(): Promise<readonly object[]>;
}

/** A host whose messages `any` accepts as m-1, m-2 and so on. */
async function createReceiptHost(options: Partial<StepwardOptions> = {}): Promise<ReceiptHost> {
  const messages: SmsMessage[] = [];
  const send = (message: SmsMessage): Promise<SmsReceipt> => {
    messages.push(message);
    const messageId = `m-${String(messages.length)}`;
    return Promise.resolve({ status: 'accepted', provider: 'any', messageId });
  };
  const addressOf = (provider: string) =>
    provider === 'any' ? 'https://example.com/sms/receipts/any' : null;
  const host = await createServiceHost({
    smsSender: { send },
    smsReceipts: { addressOf },
    ...options,
  });
  return {
    ...host,
    messages,
    report: (outcome, messageId = 'm-1') =>
      host.smsReceipts.record('any', [{ messageId, ...outcome }]),
    async failures() {
      const filter = { type: 'factor.delivery_failed' } as const;
      return (await host.authenticationLog.list('acme', filter, FIRST_PAGE)).items;
    },
  };
}

async function start(host: ServiceHost): Promise<void> {
  expect((await host.enrolments.start(caller())).isOk()).toBe(true);
}

it('a message carries the address of its provider, and none where no receipts are taken', async () => {
  const host = await createReceiptHost();
  await start(host);
  const [message] = host.messages;
  expect(message?.statusCallback?.('any')).toBe('https://example.com/sms/receipts/any');
  expect(message?.statusCallback?.('other')).toBeNull();
  const messages: SmsMessage[] = [];
  const send = (sent: SmsMessage): Promise<SmsReceipt> => {
    messages.push(sent);
    return Promise.resolve({ status: 'accepted' });
  };
  await start(await createServiceHost({ smsSender: { send } }));
  expect(messages).toHaveLength(1);
  expect(messages[0]).not.toHaveProperty('statusCallback');
});

describe('a message that did not arrive', () => {
  it('is an entry of the log, once, with the reason and the provider and without the number', async () => {
    const host = await createReceiptHost();
    await start(host);
    host.clock.advance(minutes(1));
    await host.report(UNREACHABLE);
    await host.report(UNREACHABLE);
    await host.report({ ...UNREACHABLE, status: 'failed', reason: 'blocked' });
    const failures = await host.failures();
    expect(failures).toEqual([
      {
        id: expect.any(String),
        type: 'factor.delivery_failed',
        at: host.clock.now(),
        identityId: 'ada',
        factor: 'sms',
        sessionId: null,
        actor: { type: 'system', id: 'any' },
        reason: 'unreachable',
        client: null,
        refused: null,
        operation: null,
        retainUntil: new Date(host.clock.now().getTime() + days(90)),
      },
    ]);
    expect(JSON.stringify(failures)).not.toContain(PHONE.slice(1));
    expect(host.logged).toEqual([expect.stringContaining('30003')]);
  });

  it('keeps the session of a step-up, and has no factor where it proves a phone number', async () => {
    const host = await createReceiptHost();
    await start(host);
    expect((await host.enrolments.verify(caller(), host.codes[0])).isOk()).toBe(true);
    host.clock.advance(minutes(1));
    const session = { tenantId: 'acme', identityId: 'ada', sessionId: 'ses_1' };
    expect((await host.stepUp.challenge(session)).isOk()).toBe(true);
    host.clock.advance(minutes(1));
    expect((await host.phones.start(caller(), OTHER_PHONE)).isOk()).toBe(true);
    await host.report(UNREACHABLE, 'm-2');
    host.clock.advance(1);
    await host.report(UNREACHABLE, 'm-3');
    expect(await host.failures()).toMatchObject([
      { factor: null, sessionId: null },
      { factor: 'sms', sessionId: 'ses_1' },
    ]);
  });

  it('is kept for six years where the tenant is in HIPAA mode', async () => {
    const host = await createReceiptHost();
    await start(host);
    const switched = await host.tenants.setHipaa(systemCaller('acme'), true, 'a test');
    expect(switched.isOk()).toBe(true);
    await host.report(UNREACHABLE);
    const retainUntil = new Date('2032-01-01T12:00:00.000Z');
    expect(await host.failures()).toMatchObject([{ retainUntil }]);
  });

  it.each([
    ['misconfigured', 'error'],
    ['unreachable', 'warn'],
  ] as const)('because of %s is logged at %s', async (reason, level) => {
    const host = await createReceiptHost();
    await start(host);
    await host.report({ status: 'failed', reason, detail: null });
    expect(host.logged).toEqual([expect.stringContaining(`level: '${level}'`)]);
    expect(host.logged[0]).not.toContain(PHONE.slice(1));
  });
});

it.each([
  ['delivered, and then undelivered', [{ status: 'delivered' }, UNREACHABLE], 0],
  ['undelivered, and then delivered', [UNREACHABLE, { status: 'delivered' }], 1],
  ['undelivered, and then sent', [UNREACHABLE, { status: 'sent' }], 1],
  ['sent, and then undelivered', [{ status: 'sent' }, UNREACHABLE], 1],
] as const)('the first final status stays: %s', async (_, receipts, failures) => {
  const host = await createReceiptHost();
  await start(host);
  for (const receipt of receipts) await host.report(receipt);
  expect(await host.failures()).toHaveLength(failures);
});

it('a receipt of another provider, for an unknown message, or for one sent 7 days ago changes nothing', async () => {
  const host = await createReceiptHost();
  await start(host);
  await host.smsReceipts.record('other', [{ messageId: 'm-1', ...UNREACHABLE }]);
  await host.report(UNREACHABLE, 'm-9');
  host.clock.advance(days(7));
  await host.purge();
  await host.report(UNREACHABLE);
  expect(await host.failures()).toEqual([]);
  expect(host.logged).toEqual([]);
});

it('a message of a provider whose receipts are not taken is not stored', async () => {
  const host = await createReceiptHost({ smsReceipts: { addressOf: () => null } });
  await start(host);
  await host.report(UNREACHABLE);
  expect(await host.failures()).toEqual([]);
});

it('a code was sent also where its message could not be stored, which is logged without id and number', async () => {
  const inner = createMemoryStorage();
  const decide: Storage['decide'] = (scope, decision) =>
    inner.decide(scope, (facts) =>
      decision(facts).map((decided) => {
        if (decided.sentMessage) throw new Error('lost');
        return decided;
      }),
    );
  const host = await createReceiptHost({ storage: { ...inner, decide } });
  await start(host);
  expect((await host.enrolments.verify(caller(), host.codes[0])).isOk()).toBe(true);
  expect(host.logged).toEqual([expect.stringContaining('sent sms was not stored')]);
  expect(host.logged[0]).not.toContain(PHONE.slice(1));
});

describe('the fraud guard', () => {
  it.each([
    ['undelivered', 'unreachable', true],
    ['undelivered', 'invalid_number', true],
    ['failed', 'blocked', true],
    ['failed', 'unknown', true],
    ['failed', 'misconfigured', false],
    ['failed', 'unavailable', false],
    ['failed', 'rate_limited', false],
  ] as const)(
    'counts a message that is %s because of %s once more: %s',
    (status, reason, again) => {
      expect(isCountedAgain({ messageId: 'm-1', status, reason, detail: null })).toBe(again);
    },
  );

  it('does not count one that arrived', () => {
    expect(isCountedAgain({ messageId: 'm-1', status: 'delivered' })).toBe(false);
  });
});
