import type { RequestCount } from '@stepward/core/adapter';

/** The state of a limit. */
export interface CountedLimit extends RequestCount {
  readonly limit: number;
}

/** The limit that is hit first: fewer requests left, then the longer wait; null if none was counted. */
export function tightestOf(counts: readonly CountedLimit[]): CountedLimit | null {
  const [tightest] = counts.toSorted((a, b) => a.remaining - b.remaining || b.resetMs - a.resetMs);
  return tightest ?? null;
}

/** The `X-RateLimit-*` headers; the reset is in seconds from now, rounded up. */
export function limitHeaders(counts: readonly CountedLimit[]): Readonly<Record<string, string>> {
  const tightest = tightestOf(counts);
  if (tightest === null) return {};
  return {
    'x-ratelimit-limit': String(tightest.limit),
    'x-ratelimit-remaining': String(tightest.remaining),
    'x-ratelimit-reset': String(Math.ceil(tightest.resetMs / 1000)),
  };
}
