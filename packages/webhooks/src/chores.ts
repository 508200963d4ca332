import type { Clock, Logger } from '@stepward/core';
import { reasonOf } from './reason-of.js';

/** Something to do now and then. */
export interface Chore {
  /** For the log, where it fails. */
  readonly name: string;
  /** Milliseconds between the begins of two runs. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** Does chores when they are due. */
export interface Chores {
  /** Begins those that are due and not under way, and waits for none. */
  begin(): void;
  settled(): Promise<void>;
}

/** A chore that fails is logged, and tried again when it is due the next time. */
export function createChores(
  chores: readonly Chore[],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Chores {
  const dueAt = new Map<Chore, number>();
  const underWay = new Map<Chore, Promise<void>>();

  async function run(chore: Chore): Promise<void> {
    try {
      await chore.run();
    } catch (thrown) {
      logger.warn(
        { chore: chore.name, reason: reasonOf(thrown) },
        'a chore of the delivery worker failed',
      );
    }
    underWay.delete(chore);
  }

  return {
    begin() {
      const now = clock.now().getTime();
      for (const chore of chores) {
        if (underWay.has(chore) || now < (dueAt.get(chore) ?? 0)) continue;
        dueAt.set(chore, now + chore.everyMs);
        underWay.set(chore, run(chore));
      }
    },
    async settled() {
      await Promise.all(underWay.values());
    },
  };
}
