import type { CountCredential } from '../auth/gate.js';
import { refuse, type Refusal } from '../answer.js';
import { addressBucket } from '@stepward/core/adapter';
import { credentialBucket } from './credential-bucket.js';
import { limitHeaders, tightestOf, type CountedLimit } from './limit-headers.js';
import type { LimitRule, RequestCounter } from '@stepward/core/adapter';
import type { AskStore } from './store-guard.js';

/** Counts one request. */
export interface RequestMeter {
  /** Counts the request against its address; returns the refusal if the limit is exceeded. */
  countAddress(): Promise<Refusal | null>;
  readonly countCredential: CountCredential;
  /** The headers for the limits that were counted. */
  headers(): Readonly<Record<string, string>>;
}

/** A limit and its counter. */
export interface MeteredLimit {
  readonly rule: LimitRule;
  readonly counter: RequestCounter;
  /** Counts in this process the requests that the store could not count. */
  readonly standIn: RequestCounter;
}

/** The two limits of an API, and the treatment of requests that could not be counted. */
export interface MeterSettings {
  readonly address: MeteredLimit;
  readonly credential: MeteredLimit;
  readonly ask: AskStore;
  readonly onStoreError: 'allow' | 'deny';
}

/** A meter for an API without limits. */
export const noMeter: RequestMeter = {
  countAddress: () => Promise.resolve(null),
  countCredential: () => Promise.resolve(null),
  headers: () => ({}),
};

/** A meter for one request from this address; null where it is not known, and then is not counted. */
export function createRequestMeter(
  settings: MeterSettings,
  clientAddress: string | null,
): RequestMeter {
  const counts: CountedLimit[] = [];

  async function count(limited: MeteredLimit, bucket: string): Promise<Refusal | null> {
    const { limit, windowMs } = limited.rule;
    const counted = await settings.ask(() => limited.counter.count(bucket));
    if (counted === null && settings.onStoreError === 'deny') {
      // Nothing could be counted, so nothing is spent.
      counts.push({ exceeded: false, remaining: limit, resetMs: windowMs, limit });
      return refuse({ code: 'request_limits_unavailable' });
    }
    const stand = counted ?? (await limited.standIn.count(bucket));
    counts.push({ ...stand, limit });
    return stand.exceeded ? tooMany(counts) : null;
  }

  return {
    countAddress: async () =>
      clientAddress === null ? null : count(settings.address, addressBucket(clientAddress)),
    countCredential: (parts) => count(settings.credential, credentialBucket(parts)),
    headers: () => limitHeaders(counts),
  };
}

/** `Retry-After` is the longest wait of the exceeded limits; never 0, which would mean "at once". */
function tooMany(counts: readonly CountedLimit[]): Refusal {
  const retryAfterMs = Math.max(tightestOf(counts)?.resetMs ?? 0, 1);
  return refuse({ code: 'request_limit_exceeded', retryAfterMs });
}
