/** Identifies one counter of a tenant. */
export interface CounterKey {
  /** What is counted, for example `country:GB`. It holds no number and no address: those are keyed hashes in it. */
  readonly name: string;
  /** A part of it that is counted apart, for example a country within an address; '' for none. */
  readonly part: string;
  /** The beginning of the hour, or of the day, that is counted. */
  readonly bucket: Date;
}

/** The messages of one counter. */
export interface SendCount extends CounterKey {
  readonly sent: number;
  /** How many of them were proven by their code. */
  readonly verified: number;
}

/** Whether a block refuses messages (`enforce`) or was only recorded (`monitor`). */
export type BlockMode = 'monitor' | 'enforce';

/** A time in which the fraud guard refuses, or only reports, what a name counts. */
export interface SendBlock {
  readonly name: string;
  /** Of its rule when it began. */
  readonly mode: BlockMode;
  readonly startedAt: Date;
  readonly until: Date;
  /** How many times unverified messages made it twice as long as the block before. */
  readonly repeats: number;
  /** How many unverified messages it knew of when it began: those of its hour, and of the one before where that had just ended. */
  readonly unverified: number;
}

/** The counters to read: all parts of a name, in buckets that began after `since`; and the name's latest block. */
export interface CounterQuery {
  readonly name: string;
  readonly since: Date;
}

/** What was read of the queries, in no order. */
export interface SendCounters {
  readonly counts: readonly SendCount[];
  readonly blocks: readonly SendBlock[];
}

/** What to store: differences to add to the counters, and blocks that begin. */
export interface CounterChange {
  readonly add: readonly SendCount[];
  readonly blocks: readonly SendBlock[];
}

/** Nothing was ever sent. */
export const NO_SEND_COUNTERS: SendCounters = { counts: [], blocks: [] };

/** Counts messages that are sent. */
export function countSent(keys: readonly CounterKey[]): readonly SendCount[] {
  return keys.map((key) => ({ ...key, sent: 1, verified: 0 }));
}

/** Takes back messages that were certainly not sent. */
export function countUnsent(keys: readonly CounterKey[]): readonly SendCount[] {
  return keys.map((key) => ({ ...key, sent: -1, verified: 0 }));
}

/** Counts messages as proven, in the buckets of their sends. */
export function countVerified(keys: readonly CounterKey[]): readonly SendCount[] {
  return keys.map((key) => ({ ...key, sent: 0, verified: 1 }));
}

/** What is left of counted messages when some were not sent; each takes away one. */
export function withoutCounted(
  counted: readonly CounterKey[],
  unsent: readonly CounterKey[],
): readonly CounterKey[] {
  return unsent.reduce((left, key) => {
    const index = left.findIndex((one) => isSame(one, key));
    return index < 0 ? left : left.toSpliced(index, 1);
  }, counted);
}

function isSame(one: CounterKey, other: CounterKey): boolean {
  return (
    one.name === other.name &&
    one.part === other.part &&
    one.bucket.getTime() === other.bucket.getTime()
  );
}
