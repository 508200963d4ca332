import type { FinishedAttempt } from '@stepward/core/adapter';
import { expect, it } from 'vitest';
import type { ClaimedRows } from './claimed-rows.js';
import { createWorkerLeases, type WorkerLeases } from './worker-leases.js';

const NOW = new Date('2026-11-23T12:00:00Z');
const LEASE_END = new Date(NOW.getTime() + 30_000);

/** A claim that gave these deliveries, each the first attempt, to subscriber `s` of tenant `t`. */
function given(...deliveryIds: readonly string[]): ClaimedRows {
  const deliveries = deliveryIds.map((deliveryId) => ({
    ...{ tenantId: 't', deliveryId, attempt: 1, dueAt: NOW },
    event: { id: '', type: '', data: '' },
    subscriber: { id: 's', url: '', naming: 'canonical' as const, secrets: [] },
  }));
  return { batch: { deliveries, after: null }, exhausted: [], start: null, isPublished: true };
}

function claim(leases: WorkerLeases, rows: ClaimedRows | null, now = NOW): Promise<void> {
  return leases.inTurn(() => {
    const end = new Date(now.getTime() + 30_000);
    leases.endClaim(leases.beginClaim(now), rows ?? 'unknown', end);
    return Promise.resolve();
  });
}

const finished = (deliveryId: string): FinishedAttempt =>
  ({ deliveryId, log: { number: 1 } }) as FinishedAttempt;

function finish(leases: WorkerLeases, ...deliveryIds: readonly string[]): unknown {
  const attempts = deliveryIds.map(finished);
  const publication = leases.beginFinish(attempts);
  leases.endFinish(publication, attempts, 'committed');
  return publication;
}

it('a claim begins with what was given, less what was finished, and replaces the last row', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1', '2', '3'));
  expect(finish(leases, '2')).toMatchObject({ number: 2, obsolete: [1], counts: { t: { s: 2 } } });
  expect(leases.beginClaim(NOW)).toMatchObject({
    ...{ number: 3, obsolete: [2], counts: { t: { s: 2 } }, until: LEASE_END, isStale: false },
  });
});

it('a lease that has ended no longer counts, and what was published of it is stale', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1'));
  expect(leases.beginClaim(LEASE_END)).toMatchObject({ counts: {}, isStale: true });
});

it('a claim whose answer was lost may have stored its row, which the next replaces', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1'));
  await claim(leases, null);
  expect(leases.beginClaim(NOW)).toMatchObject({
    ...{ obsolete: [1, 2], counts: { t: { s: 1 } }, isStale: true },
  });
});

it('a claim that failed has stored nothing, however often', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1'));
  for (let times = 0; times < 3; times += 1) {
    leases.endClaim(leases.beginClaim(NOW), 'failed', LEASE_END);
    leases.endFinish(leases.beginFinish([finished('1')]), [finished('1')], 'failed');
  }
  expect(leases.beginClaim(NOW)).toMatchObject({ obsolete: [1], counts: { t: { s: 1 } } });
});

it('what is finished during a claim is published by the next one', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1', '2'));
  await leases.inTurn(() => {
    const publication = leases.beginClaim(NOW);
    expect(finish(leases, '1')).toBeNull();
    leases.endClaim(publication, given('3'), LEASE_END);
    return Promise.resolve();
  });
  expect(leases.beginClaim(NOW)).toMatchObject({ counts: { t: { s: 2 } }, isStale: true });
});

it('a row that is stored late is replaced as well, and the later one counts too many', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1', '2'));
  const late = leases.beginFinish([finished('1')]);
  await claim(leases, given('3'));
  leases.endFinish(late, [finished('1')], 'committed');
  expect(leases.beginClaim(NOW)).toMatchObject({
    ...{ obsolete: [3, 2], counts: { t: { s: 2 } }, isStale: true },
  });
});

it('of two results that are recorded side by side one is published, and counts the other, in whatever order they end', async () => {
  for (const order of [
    ['1', '2'],
    ['2', '1'],
  ]) {
    const leases = createWorkerLeases();
    await claim(leases, given('1', '2', '3'));
    const publications = new Map(['1', '2'].map((id) => [id, leases.beginFinish([finished(id)])]));
    for (const id of order) leases.endFinish(publications.get(id)!, [finished(id)], 'committed');
    expect(leases.beginClaim(NOW)).toMatchObject({ counts: { t: { s: 1 } }, isStale: true });
  }
});

it('an attempt that was leased elsewhere changes nothing', async () => {
  const leases = createWorkerLeases();
  await claim(leases, given('1'));
  expect(finish(leases, 'other')).toBeNull();
  expect(leases.beginClaim(NOW)).toMatchObject({ counts: { t: { s: 1 } }, isStale: false });
});

it('a tenant may be called __proto__', async () => {
  const leases = createWorkerLeases();
  const rows = given('1');
  const deliveries = rows.batch.deliveries.map((one) => ({ ...one, tenantId: '__proto__' }));
  await claim(leases, { ...rows, batch: { deliveries, after: null } });
  expect(JSON.stringify(leases.beginClaim(NOW).counts)).toBe('{"__proto__":{"s":1}}');
});

it('the claims of a worker run one after the other, also after one that failed', async () => {
  const leases = createWorkerLeases();
  const steps: string[] = [];
  const slow = leases.inTurn(async () => {
    steps.push('begin');
    await Promise.resolve();
    steps.push('end');
    throw new Error('lost');
  });
  const next = leases.inTurn(() => Promise.resolve(steps.push('next')));
  expect(leases.isIdleSince(LEASE_END)).toBe(false);
  await expect(slow).rejects.toThrow('lost');
  await next;
  expect(steps).toEqual(['begin', 'end', 'next']);
  expect(leases.isIdleSince(LEASE_END)).toBe(true);
});
