import { silentLogger, type SmsMessage, type SmsReceipt, type SmsSender } from '@stepward/core';
import { createFixedClock, createRecordingLogger } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { MESSAGE } from '../test/message.js';
import { afterAnswer, allows, CLOSED, whileAsked, type Circuit } from './provider/circuit.js';
import { failover } from './failover.js';
import { createTwilioVerifySender } from './twilio-verify.js';

const signal = new AbortController().signal;
const ACCEPTED: SmsReceipt = { status: 'accepted', messageId: 'm1' };
const DOWN: SmsReceipt = { status: 'refused', reason: 'unavailable', provider: 'a' };

/** Senders that note who was asked, and answer by what `says` has at the time. */
function world(says: Record<string, SmsReceipt>) {
  const asked: string[] = [];
  const senders = Object.keys(says).map((name): SmsSender => ({
    send() {
      asked.push(name);
      return Promise.resolve(says[name] as SmsReceipt);
    },
  }));
  return { asked, senders };
}

const OPERATION: SmsMessage = { ...MESSAGE, operation: 'Pay 120.00 EUR' };

/** Twilio Verify, which `a` stands for where it asks its provider, and a spare sender `b`. */
function verifyWorld() {
  const says: Record<string, SmsReceipt> = { a: ACCEPTED, b: ACCEPTED };
  const { asked, senders } = world(says);
  const [asking, spare] = senders as [SmsSender, SmsSender];
  const verify = createTwilioVerifySender({
    accountSid: 'AC1',
    authToken: 'a token of the account',
    serviceSid: 'VA1',
  });
  const first: SmsSender = {
    send: (message, options) =>
      (message.operation === undefined ? asking : verify).send(message, options),
  };
  return { asked, first, spare, says };
}

describe('failover', () => {
  it.each<[SmsReceipt, string]>([
    [ACCEPTED, 'a'],
    [{ status: 'refused', reason: 'invalid_number' }, 'a'],
    [{ status: 'refused', reason: 'unsubscribed' }, 'a'],
    [{ status: 'unknown', reason: 'timeout' }, 'a'],
    [{ status: 'refused', reason: 'blocked' }, 'a b'],
    [{ status: 'refused', reason: 'rate_limited' }, 'a b'],
    [{ status: 'refused', reason: 'misconfigured' }, 'a b'],
    [{ status: 'refused', reason: 'unavailable' }, 'a b'],
  ])('after %j has asked %s', async (receipt, expected) => {
    const { asked, senders } = world({ a: receipt, b: ACCEPTED });
    const sent = await failover(senders, { logger: silentLogger }).send(MESSAGE, { signal });
    expect(asked.join(' ')).toBe(expected);
    expect(sent).toEqual(expected === 'a' ? receipt : ACCEPTED);
  });

  it('starts with the next sender each time that the person asks again', async () => {
    const { asked, senders } = world({ a: ACCEPTED, b: ACCEPTED, c: ACCEPTED });
    const sender = failover(senders);
    for (const attempt of [1, 2, 3, 4]) await sender.send({ ...MESSAGE, attempt }, { signal });
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('gives the last refusal where all refuse, and ends at the deadline', async () => {
    const blocked: SmsReceipt = { status: 'refused', reason: 'blocked', provider: 'b' };
    const { asked, senders } = world({ a: DOWN, b: blocked });
    const sender = failover(senders, { logger: silentLogger });
    expect(await sender.send(MESSAGE, { signal })).toEqual(blocked);
    expect(await sender.send(MESSAGE, { signal: AbortSignal.abort() })).toEqual(DOWN);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('takes a sender that throws for one that may have sent', async () => {
    const thrower: SmsSender = { send: () => Promise.reject(new RangeError('+14155552671')) };
    const { asked, senders } = world({ b: ACCEPTED });
    const receipt = await failover([thrower, ...senders]).send(MESSAGE, { signal });
    expect(receipt).toEqual({ status: 'unknown', reason: 'RangeError' });
    expect(asked).toEqual([]);
  });

  it('logs who refused: a warning, or an error where an operator has to act', async () => {
    const logger = createRecordingLogger();
    const misconfigured: SmsReceipt = {
      status: 'refused',
      reason: 'misconfigured',
      detail: '20003',
    };
    const { senders } = world({ a: DOWN, b: misconfigured, c: ACCEPTED });
    await failover(senders, { logger }).send(MESSAGE, { signal });
    expect(logger.lines.map(({ level, fields }) => [level, fields])).toEqual([
      ['warn', { tenantId: 'acme', ...DOWN }],
      ['error', { tenantId: 'acme', ...misconfigured }],
    ]);
  });

  // standard: asvs/16.5.2
  it('leaves a sender out after failures in a row, and tries it once when the time is over', async () => {
    const clock = createFixedClock();
    const says: Record<string, SmsReceipt> = { a: DOWN, b: ACCEPTED };
    const { asked, senders } = world(says);
    const circuit = { failures: 2, openMs: 1_000 };
    const sender = failover(senders, { clock, circuit, logger: silentLogger });
    const send = async (): Promise<string> => {
      asked.length = 0;
      await sender.send(MESSAGE, { signal });
      return asked.join(' ');
    };
    expect([await send(), await send(), await send()]).toEqual(['a b', 'a b', 'b']);
    clock.advance(1_000);
    expect([await send(), await send()]).toEqual(['a b', 'b']);
    clock.advance(1_000);
    says['a'] = ACCEPTED;
    expect([await send(), await send()]).toEqual(['a', 'a']);
  });

  describe('asks each provider by its circuit at that moment', () => {
    /** Messages that wait for the answer of `a`, where `b` fails once before or meanwhile. */
    async function inFlight(count: number, failsAt: 'before' | 'meanwhile'): Promise<string> {
      const clock = createFixedClock();
      const says: Record<string, SmsReceipt> = { b: DOWN, c: ACCEPTED };
      const { asked, senders } = world(says);
      const answers: (() => void)[] = [];
      const slow: SmsSender = {
        send: () => new Promise((resolve) => answers.push(() => resolve(DOWN))),
      };
      const circuit = { failures: 1, openMs: 1_000 };
      const sender = failover([slow, ...senders], { clock, circuit, logger: silentLogger });
      const fail = async () => sender.send({ ...MESSAGE, attempt: 2 }, { signal });
      if (failsAt === 'before') {
        await fail();
        clock.advance(1_000);
      }
      const sent = Array.from({ length: count }, async () => sender.send(MESSAGE, { signal }));
      if (failsAt === 'meanwhile') await fail();
      asked.length = 0;
      for (const answer of answers) answer();
      await Promise.all(sent);
      return asked.sort().join('');
    }

    it('one that may recover gets one trial of many messages in flight', async () => {
      expect(await inFlight(3, 'before')).toBe('bccc');
    });

    it('one whose circuit opened meanwhile is not asked', async () => {
      expect(await inFlight(2, 'meanwhile')).toBe('cc');
    });
  });

  it('counts a message that Twilio Verify is not asked to carry neither as a failure nor as a success', async () => {
    const clock = createFixedClock();
    const { asked, first, spare, says } = verifyWorld();
    const circuit = { failures: 2, openMs: 1_000 };
    const sender = failover([first, spare], { clock, circuit, logger: silentLogger });
    const send = async (message: SmsMessage): Promise<string> => {
      asked.length = 0;
      await sender.send(message, { signal });
      return asked.join(' ');
    };
    says['a'] = DOWN;
    expect([await send(MESSAGE), await send(OPERATION), await send(MESSAGE)]).toEqual([
      'a b',
      'b',
      'a b',
    ]);
    expect(await send(MESSAGE)).toBe('b');
    clock.advance(1_000);
    // The trial is left to a message that Verify is asked to send.
    says['a'] = ACCEPTED;
    expect([await send(OPERATION), await send(MESSAGE), await send(MESSAGE)]).toEqual([
      'b',
      'a',
      'a',
    ]);
  });

  it('asks Twilio Verify after messages that it cannot carry, and no operator has to act on these', async () => {
    const { asked, first, spare } = verifyWorld();
    const logger = createRecordingLogger();
    const sender = failover([first, spare], { logger });
    for (let count = 0; count < 6; count += 1) await sender.send(OPERATION, { signal });
    await sender.send(MESSAGE, { signal });
    expect(asked.join('')).toBe('bbbbbba');
    expect(logger.lines.map(({ level }) => level)).toEqual(new Array(6).fill('warn'));
  });

  it('asks the first all the same where all are left out', async () => {
    const clock = createFixedClock();
    const { asked, senders } = world({ a: DOWN, b: DOWN });
    const sender = failover(senders, { clock, circuit: { failures: 1 }, logger: silentLogger });
    for (let count = 0; count < 2; count += 1) await sender.send(MESSAGE, { signal });
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('reports a code that was typed in to every sender that learns of it', async () => {
    const told: unknown[] = [];
    const sender = failover([
      { send: () => Promise.resolve(ACCEPTED) },
      {
        send: () => Promise.resolve(ACCEPTED),
        reportVerified: async (sent) => void told.push(sent),
      },
    ]);
    await sender.reportVerified(MESSAGE, { signal });
    expect(told).toEqual([MESSAGE]);
  });

  it('names what is wrong with its senders and options', () => {
    expect(() => failover([])).toThrow('failover: the senders must be a list');
    expect(() => failover([{} as never])).toThrow('failover: the senders must be a list');
    const { senders } = world({ a: ACCEPTED });
    expect(() => failover(senders, { circuit: { failures: 0 } })).toThrow('circuit.failures');
  });
});

describe('a circuit', () => {
  const limits = { failures: 2, openMs: 1_000 };
  const now = new Date('2026-01-01T00:00:00.000Z');
  const open: Circuit = { failures: 2, openUntil: new Date('2026-01-01T00:00:01.000Z') };

  it('opens at the failure that is one too many in a row', () => {
    const once = afterAnswer(CLOSED, true, now, limits);
    expect(once).toEqual({ failures: 1, openUntil: null });
    expect(afterAnswer(once, false, now, limits)).toEqual(CLOSED);
    expect(afterAnswer(once, true, now, limits)).toEqual(open);
  });

  it('lets nobody through before its time, and one alone after it', () => {
    const later = new Date('2026-01-01T00:00:01.000Z');
    expect([allows(CLOSED, now), allows(open, now), allows(open, later)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(allows(whileAsked(open, later, limits), later)).toBe(false);
    expect(whileAsked(CLOSED, now, limits)).toBe(CLOSED);
  });
});
