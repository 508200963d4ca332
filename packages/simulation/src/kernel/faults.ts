import type { Random } from '@stepward/core';

/** The outcome of a call that leaves a process. */
export type Fate =
  | 'answered'
  /** It fails, and had no effect. */
  | 'lost request'
  /** It had its effect, and fails: a commit whose answer is lost. */
  | 'lost answer'
  /** The process dies before it had an effect. */
  | 'died before'
  /** It had its effect, and the process dies. */
  | 'died after'
  /** It had its effect, and the process stands still before it sees the answer. */
  | 'frozen';

/** Decides by the seed what goes wrong. */
export interface Faults {
  fateOf(): Fate;
  /** Milliseconds that a request or an answer is on its way. */
  latency(): number;
  /** Milliseconds for which a process stands still. */
  freezeMs(): number;
  /** From now on nothing goes wrong. */
  stop(): void;
}

const KINDS = ['lost request', 'lost answer', 'died before', 'died after', 'frozen'] as const;

/** Failures in 10,000 calls. */
const RATES = [0, 5, 50, 300] as const;

/**
 * Each run has its own rate of each kind of fault, which may be none: a run with all faults at once hardly gets anywhere, and
 * misses what one kind alone would show.
 */
export function createFaults(random: Random): Faults {
  const pick = <T>(of: readonly T[], otherwise: T): T => of[random.integer(of.length)] ?? otherwise;
  const rates = KINDS.map((kind) => ({ kind, rate: pick(RATES, 0) }));
  const slowest = pick([1, 20, 2_000, 30_000], 1);
  let isCalm = false;

  return {
    fateOf() {
      if (isCalm) return 'answered';
      let drawn = random.integer(10_000);
      for (const { kind, rate } of rates) {
        // A process that dies takes all it does with it, so that is the rarest.
        const share = kind.startsWith('died') ? rate / 10 : rate;
        if (drawn < share) return kind;
        drawn -= share;
      }
      return 'answered';
    },
    latency: () => random.integer(isCalm || random.integer(20) > 0 ? 4 : slowest),
    freezeMs: () => 100 + random.integer(pick([1_000, 40_000], 1_000)),
    stop: () => (isCalm = true),
  };
}
