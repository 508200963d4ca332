import { createMemoryStorage, createRecordingLogger } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { TENANT } from '../../test/management-host.js';
import { createWebhookHost, type WebhookHost } from '../../test/webhook-host.js';
import { days, minutes, seconds } from '../shared/duration.js';
import type { AttemptOutcome } from './attempts/record-attempt.js';

const HOST = 'hooks.example.com';
const TIMED_OUT: AttemptOutcome = { type: 'failed', reason: 'timed_out' };
const REFUSED: AttemptOutcome = {
  type: 'failed',
  reason: 'target_refused',
  why: 'private, RFC 1918',
};

function answer(status: number): AttemptOutcome {
  return { type: 'answered', status, retryAfter: null, body: 'T0P5ECRET' };
}

/** A host with one subscriber and two attempts for each delivery, the second after a second. */
async function createWorld() {
  const logger = createRecordingLogger();
  const host = await createWebhookHost({ retryDelaysMs: [seconds(1)] }, { logger });
  const { id: subscriberId } = await host.subscribe();
  const lines = () => logger.lines.map(({ level, fields, message }) => [level, fields, message]);
  return { host, subscriberId, lines };
}

/** Makes the attempts that are due; returns the ids of their deliveries. */
async function attempt(host: WebhookHost, outcome: AttemptOutcome): Promise<readonly string[]> {
  const due = await host.worker.due();
  await host.worker.finish(due, outcome);
  return due.map(({ delivery }) => delivery.deliveryId);
}

describe('the log of deliveries', () => {
  it.each<[string, AttemptOutcome, object]>([
    ['a status', answer(500), { statusCode: 500 }],
    ['a failure', TIMED_OUT, { failure: 'timed_out' }],
    [
      'a failure and why',
      { type: 'failed', reason: 'tls_failed', why: 'CERT_HAS_EXPIRED' },
      { failure: 'tls_failed', why: 'CERT_HAS_EXPIRED' },
    ],
  ])(
    'has a line for each failed attempt with %s, and a warning when no attempt is left',
    async (...row) => {
      const [, outcome, cause] = row;
      const { host, subscriberId, lines } = await createWorld();
      await host.emit();
      await attempt(host, outcome);
      host.clock.advance(seconds(2));
      const [deliveryId] = await attempt(host, outcome);

      const ids = { tenantId: TENANT, subscriberId, deliveryId };
      const logged = { ...ids, host: HOST, ...cause };
      expect(lines()).toEqual([
        ['debug', { ...logged, attempt: 1 }, 'a webhook attempt failed'],
        ['debug', { ...logged, attempt: 2 }, 'a webhook attempt failed'],
        ['warn', { ...logged, attempts: 2 }, 'a webhook delivery is exhausted'],
      ]);
    },
  );

  it('has nothing of an attempt that succeeds', async () => {
    const { host, lines } = await createWorld();
    await host.emit();
    await attempt(host, answer(204));
    expect(lines()).toEqual([]);
  });

  it('warns of deliveries that a shorter schedule leaves no attempt, once a minute', async () => {
    const storage = createMemoryStorage();
    const logger = createRecordingLogger();
    const before = await createWebhookHost({}, { storage });
    const { id: subscriberId } = await before.subscribe();
    for (let count = 0; count < 3; count += 1) await before.emit();
    await attempt(before, TIMED_OUT);
    const host = await createWebhookHost({ retryDelaysMs: [] }, { storage, logger });
    host.clock.advance(minutes(1));
    expect(await host.worker.due()).toEqual([]);
    expect(logger.lines.map(({ level, message }) => [level, message])).toEqual([
      ['warn', EXHAUSTED],
      ['debug', EXHAUSTED],
      ['debug', EXHAUSTED],
    ]);
    const { deliveryId, ...fields } = logger.lines[0]!.fields as { readonly deliveryId: string };
    expect(fields).toEqual({ tenantId: TENANT, subscriberId, attempts: 1 });
    expect((await host.deliveriesOf(subscriberId)).map(({ id }) => id)).toContain(deliveryId);
  });

  it('warns of exhausted deliveries at once, and once a minute however many there are', async () => {
    const { host, subscriberId, lines } = await createWorld();
    const levelsOf = async (outcome: AttemptOutcome): Promise<readonly unknown[]> => {
      const before = lines().length;
      for (let count = 0; count < 3; count += 1) await host.emit();
      await attempt(host, outcome);
      host.clock.advance(seconds(2));
      await attempt(host, outcome);
      return lines()
        .slice(before)
        .flatMap(([level, , message]) => (message === EXHAUSTED ? [level] : []));
    };
    expect(await levelsOf(TIMED_OUT)).toEqual(['warn', 'debug', 'debug']);
    expect(await levelsOf(REFUSED)).toEqual(['debug', 'debug', 'debug']);
    host.clock.advance(minutes(1));
    expect(await levelsOf(answer(500))).toEqual(['warn', 'debug', 'debug']);
    expect(lines().at(-1)?.[1]).toMatchObject({ subscriberId, attempts: 2, statusCode: 500 });
  });

  it('warns of a subscriber that answered 410 once, however many deliveries did', async () => {
    const { host, subscriberId, lines } = await createWorld();
    for (let count = 0; count < 3; count += 1) await host.emit();
    const [deliveryId] = await attempt(host, answer(410));
    const disabled = lines().filter(([, , message]) => message === DISABLED);
    const cause = { reason: 'gone', statusCode: 410 };
    expect(disabled).toEqual([
      ['warn', { tenantId: TENANT, subscriberId, deliveryId, host: HOST, ...cause }, DISABLED],
    ]);
  });

  it('warns of a subscriber that failed for 5 days', async () => {
    const { host, subscriberId, lines } = await createWorld();
    const failingSince = host.clock.now();
    for (let count = 0; count < 2; count += 1) {
      await host.emit();
      await attempt(host, TIMED_OUT);
      host.clock.advance(days(5));
    }
    await attempt(host, TIMED_OUT);
    const line = { tenantId: TENANT, subscriberId, reason: 'failing', failingSince };
    const disabled = lines().filter(([, , message]) => message === DISABLED);
    expect(disabled).toEqual([['warn', line, DISABLED]]);
  });

  it('warns of a refused target at once, and once a minute however many there are', async () => {
    const { host, lines } = await createWorld();
    const levels = async (): Promise<readonly unknown[]> => {
      const before = lines().length;
      for (let count = 0; count < 3; count += 1) await host.emit();
      await attempt(host, REFUSED);
      return lines()
        .slice(before)
        .flatMap(([level, , message]) => (message === FAILED ? [level] : []));
    };
    expect(await levels()).toEqual(['warn', 'debug', 'debug']);
    expect(await levels()).toEqual(['debug', 'debug', 'debug']);
    expect(lines()[0]?.[1]).toMatchObject({ failure: 'target_refused', why: 'private, RFC 1918' });
  });

  it('has neither the path and query of a URL nor what a subscriber answered', async () => {
    const { host, lines } = await createWorld();
    await host.emit();
    await attempt(host, answer(500));
    await host.emit();
    await attempt(host, answer(410));
    expect(JSON.stringify(lines())).not.toMatch(/T0P5ECRET|token/);
  });
});

const EXHAUSTED = 'a webhook delivery is exhausted';
const DISABLED = 'a webhook subscriber is disabled';
const FAILED = 'a webhook attempt failed';
