import type { Clock } from '../ports/clock.js';
import type { DeliveryQueue, Fence } from '../ports/delivery-queue.js';
import type { Random } from '../ports/random.js';
import { oncePerMinute } from '../shared/once-per-minute.js';
import { attemptLines, overLines, type DeliveryLogLine } from './delivery-log-lines.js';
import type { TellExhausted } from './exhausted-event.js';
import {
  finishedAttempt,
  type DeliveryState,
  type FinishedDelivery,
  type MadeAttempt,
} from './finished-delivery.js';
import type { OverDelivery } from './open-attempt.js';
import { recordAttempt } from './record-attempt.js';
import {
  subscriberActions,
  type DecidedAttempt,
  type SubscriberAction,
} from './subscriber-action.js';

/** Results that have been recorded. */
export interface RecordedResults {
  /** The new state of each delivery, in the order of the results. */
  readonly states: readonly DeliveryState[];
  /** What is to be done about the subscribers that failed, by `OutboxService.act`. */
  readonly actions: readonly SubscriberAction[];
  /** Shards that the worker does not own any more: nothing was stored for them. */
  readonly lost: readonly number[];
}

export interface ResultRecorderOptions {
  readonly queue: Pick<DeliveryQueue, 'finish'>;
  readonly clock: Clock;
  readonly random: Random;
  /** See `RetrySchedule`. */
  readonly delaysMs: readonly number[];
  readonly tellExhausted: TellExhausted;
  readonly log: (line: DeliveryLogLine) => void;
}

/** Returns what decides the results of attempts, stores them and logs what was stored. */
export function createResultRecorder(
  options: ResultRecorderOptions,
): (fence: Fence, results: readonly (MadeAttempt | OverDelivery)[]) => Promise<RecordedResults> {
  const { queue, clock, random, delaysMs, tellExhausted, log } = options;
  const mayWarnOf = { refused: oncePerMinute(clock), exhausted: oncePerMinute(clock) };

  function decide(result: MadeAttempt | OverDelivery): DecidedResult {
    if (result.type === 'over') return { finished: result.finished, made: null };
    const { outcome, finishedAt } = result;
    const { delivery, event, number: attempts } = result.attempt;
    const schedule = { delaysMs, jitter: drawJitter(random) };
    const decision = recordAttempt(attempts, outcome, finishedAt, schedule);
    const told =
      decision.status === 'exhausted'
        ? tellExhausted({ ...delivery, eventType: event.type, attempts }, finishedAt)
        : null;
    return { finished: finishedAttempt(result, decision, told), made: { ...result, decision } };
  }

  function linesOf({ finished, made }: DecidedResult): readonly DeliveryLogLine[] {
    return made === null
      ? overLines(finished, mayWarnOf)
      : attemptLines(made, made.decision.status, mayWarnOf);
  }

  return async (fence, results) => {
    const decided = results.map(decide);
    const finished = decided.map((each) => each.finished);
    const { failing, lost } = await queue.finish(fence, finished);
    const stored = decided.filter((each) => !lost.includes(each.finished.shard));
    stored.flatMap(linesOf).forEach(log);
    const made = stored.flatMap((each) => each.made ?? []);
    return {
      states: finished.map(({ next }) => next),
      actions: subscriberActions(made, failing, clock.now()),
      lost,
    };
  };
}

interface DecidedResult {
  readonly finished: FinishedDelivery;
  /** Null where no attempt was made. */
  readonly made: (MadeAttempt & DecidedAttempt) | null;
}

/** The number of steps of the random jitter. */
const JITTER_STEPS = 1_000;

function drawJitter(random: Random): number {
  return random.integer(JITTER_STEPS) / JITTER_STEPS;
}
