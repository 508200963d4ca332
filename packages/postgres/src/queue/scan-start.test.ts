import { expect, it } from 'vitest';
import { createScanStarts, type ScanStarts } from './scan-start.js';

const NOW = new Date('2026-11-23T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const NEXT = { since: '2026-11-23T11:59:59Z', leasesSince: '2026-11-23T12:00:00Z' };
const BEGINNING = { tenantId: '', subscriberId: '' };
const MIDDLE = { tenantId: 'acme', subscriberId: 'one' };
/** Longer than any test takes, so that the next claims need not read everything. */
const LONG_MS = 60_000;

/** After a claim that read everything in that time, and gave that answer. */
function startsAfter({
  after = null,
  end = null,
  next = NEXT,
  tookMs = LONG_MS,
}: {
  readonly after?: typeof MIDDLE | null;
  readonly end?: typeof MIDDLE | null;
  readonly next?: unknown;
  readonly tookMs?: number;
} = {}): ScanStarts {
  const starts = createScanStarts();
  const request = { now: NOW, after };
  const batch = { deliveries: [], after: end };
  starts.record(request, starts.forClaim(request), { batch, start: next }, tookMs);
  return starts;
}

const sinceOf = (starts: ScanStarts, now = later(1), after: typeof MIDDLE | null = null): unknown =>
  JSON.parse(starts.forClaim({ now, after })).since;

it('the first claim reads everything, and the next begins where it left off', () => {
  expect(sinceOf(createScanStarts())).toBe('-infinity');
  expect(sinceOf(startsAfter())).toBe(NEXT.since);
  expect(sinceOf(startsAfter(), NOW)).toBe(NEXT.since);
  expect(sinceOf(startsAfter({ end: BEGINNING }), later(1), BEGINNING)).toBe(NEXT.since);
});

it.each([
  ['goes on in the middle of the subscribers', startsAfter(), later(1), MIDDLE],
  ['has an earlier time', startsAfter(), later(-1), null],
  ['is more than 10 seconds later', startsAfter(), later(10_001), null],
  ['follows one that began in the middle', startsAfter({ after: MIDDLE }), later(1), null],
  ['follows one that ended in the middle', startsAfter({ end: MIDDLE }), later(1), null],
  ['follows one that cannot say where it left off', startsAfter({ next: null }), later(1), null],
  [
    'comes when the time of reading everything has passed 20 times',
    startsAfter({ tookMs: 0 }),
    later(1),
    null,
  ],
])('a claim that %s reads everything', (_, starts, now, after) => {
  expect(sinceOf(starts, now, after)).toBe('-infinity');
});
