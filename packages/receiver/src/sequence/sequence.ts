import type { Clock } from '../clock.js';
import {
  keptAt,
  placeOf,
  withoutRange,
  type KnownNumbers,
  type NumberRange,
  type SequencePlace,
} from './known-numbers.js';

/** Keeps one text for each subscriber. Each method is atomic over all processes that share the store. */
export interface SequenceStore {
  /** Returns the text of a subscriber; null where there is none. */
  read(subscriber: string): Promise<string | null>;
  /**
   * Keeps a text in place of the one that was read, null for none.
   *
   * @returns false, and does nothing, where another text is kept by now.
   */
  replace(subscriber: string, before: string | null, after: string): Promise<boolean>;
}

/** How missing deliveries are found. */
export interface SequenceOptions {
  readonly store: SequenceStore;
  /**
   * A name for the subscriber that the receiver's secrets belong to, for example its id: 1 to 255 characters. Deliveries do
   * not name it, and each subscriber has numbers of its own, so give each its own receiver and name.
   */
  readonly subscriber: string;
}

/** Numbers that are missing. */
export interface SequenceGap extends NumberRange {
  /** When a higher number was recorded first. */
  readonly since: Date;
}

/**
 * The numbers of a subscriber's deliveries, `X-Webhook-Sequence`. A store keeps at most 1,000 gaps of a subscriber, each for 30
 * days, as one text of at most 80 kB.
 *
 * @throws TypeError from each method where the receiver has no `sequence`.
 */
export interface Sequence {
  /**
   * Records the number of a handled delivery. `handle` does this by itself; call it after `receive`.
   *
   * @throws whatever the store throws.
   */
  record(number: number): Promise<SequencePlace>;
  /**
   * Lists the missing numbers, lowest first.
   *
   * @param olderThanMs Gaps that are younger are left out, because a retry may still fill them; 345 600 000 milliseconds, which
   * is 4 days. 10 attempts with the default delays take at most 83.1 hours.
   * @throws whatever the store throws.
   */
  gaps(olderThanMs?: number): Promise<readonly SequenceGap[]>;
  /**
   * Takes numbers out of the gaps, because you know why they are missing.
   *
   * @throws whatever the store throws.
   */
  forget(range: NumberRange): Promise<void>;
}

const DEFAULT_AGE_MS = 345_600_000;

export function createSequence({ store, subscriber }: SequenceOptions, clock: Clock): Sequence {
  const now = (): number => clock.now().getTime();

  /** Another try is needed only where another caller's change was stored meanwhile. */
  async function change<Changed extends { readonly known: KnownNumbers | null }>(
    decide: (known: KnownNumbers | null) => Changed,
  ): Promise<Changed> {
    for (;;) {
      const before = await store.read(subscriber);
      const known = parse(before);
      const changed = decide(known);
      if (changed.known === known) return changed;
      if (await store.replace(subscriber, before, JSON.stringify(changed.known))) return changed;
    }
  }

  return {
    async record(number) {
      const { place } = await change((known) => placeOf(known, number, now()));
      return place;
    },
    async gaps(olderThanMs = DEFAULT_AGE_MS) {
      const known = parse(await store.read(subscriber));
      if (known === null) return [];
      return keptAt(known, now())
        .gaps.filter(({ since }) => since <= now() - olderThanMs)
        .map((gap) => ({ ...gap, since: new Date(gap.since) }));
    },
    async forget(range) {
      await change((known) => ({ known: known && withoutRange(known, range) }));
    },
  };
}

function parse(text: string | null): KnownNumbers | null {
  return text === null ? null : (JSON.parse(text) as KnownNumbers);
}

function refuse(): Promise<never> {
  return Promise.reject(
    new TypeError('receiver.sequence: createReceiver has no sequence: { store, subscriber }'),
  );
}

/** The sequence of a receiver that records no numbers. */
export const NO_SEQUENCE: Sequence = { record: refuse, gaps: refuse, forget: refuse };
