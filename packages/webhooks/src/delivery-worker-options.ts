import {
  stderrLogger,
  systemClock,
  systemRandom,
  type Clock,
  type Handler,
  type Logger,
  type Random,
} from '@stepward/core';
import {
  defaulted,
  hasMethods,
  isBoolean,
  isLogger,
  readOptions,
  required,
  type OptionTable,
  type OutboxService,
  type WebhookSender,
} from '@stepward/core/adapter';
import {
  readDestinations,
  type Destination,
  type DestinationSettings,
} from './destinations/destination.js';
import { readHandlers, requireApart, type HandlerSettings } from './handlers/handler-options.js';
import { isInteger } from './is-integer.js';
import { readSinks, type Sink, type SinkSettings } from './sinks/sink.js';
import { noMetrics, type WebhookMetrics } from './webhook-metrics.js';

export interface DeliveryWorkerOptions {
  /** `stepward.outbox`, where `createStepward` was given the option `webhooks` or `notices`, or there are `handlers` or `sinks`. */
  readonly outbox: OutboxService;
  /** `createWebhookSender()`. */
  readonly sender: WebhookSender;
  /**
   * Attempts of this worker at once, over all subscribers; of several databases, in each; 256, 1 to 1,000. They are shared by tenant:
   * one tenant alone may use three quarters of them, and n busy ones leave 1/(3n + 1) free for the others.
   */
  readonly concurrency?: number;
  /**
   * Attempts to one subscriber at once; 10, 1 to 1,000. A dead subscriber takes up no more. Exact over all workers, as the two
   * options after it, for a subscriber has one worker at a time.
   */
  readonly perSubscriber?: number;
  /**
   * Attempts to one subscriber begun in a second; null, the default, for no limit; 1 to 1,000. What is over the limit waits,
   * and no attempt is counted.
   */
  readonly perSecond?: number | null;
  /**
   * Whether a subscriber that mostly fails is paused; false. At 10 attempts or more within 5 minutes, 70 % of them
   * failed, nothing is sent to it for 30 seconds, and then one attempt at a time until one succeeds. They are counted from the first
   * failure on, without the successes before it. What waits meanwhile counts no attempt, so that its deliveries live longer than the
   * schedule says.
   */
  readonly circuitBreaker?: boolean;
  /**
   * Code of this process that gets events, each at least once; none by default, 20 at most. One worker at a time runs a handler,
   * and another one that has it takes over.
   */
  readonly handlers?: readonly Handler[];
  /**
   * Where subscribers with the URL `destination:<name>` are sent to, in place of HTTP; none by default, 20 at most. Give all workers
   * the same: in one without it, an attempt fails with `destination_missing`.
   */
  readonly destinations?: readonly Destination[];
  /**
   * Logs of messages that events are published to, in the order of each tenant, each at least once and until it is stored there; none
   * by default, 5 at most.
   */
  readonly sinks?: readonly Sink[];
  /** Milliseconds between two polls for what is new; 1,000, 10 to 60,000. */
  readonly pollMs?: number;
  /**
   * Whether new events wake the worker, over one more connection to the database; true. Where that connection is lost, and where
   * it is false, polls find them.
   */
  readonly wake?: boolean;
  /**
   * Milliseconds between two purges of expired data, which remind people of enrolments as well; an hour, at least a minute. Null
   * if the host calls `stepward.purge()`.
   */
  readonly purgeMs?: number | null;
  /** None by default. */
  readonly metrics?: WebhookMetrics;
  /** Warnings and errors go to standard error by default; `silentLogger` logs nothing. */
  readonly logger?: Logger;
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** Names the worker; the platform's secure generator by default. */
  readonly random?: Pick<Random, 'uuid'>;
}

/** The rule of each option, and its default. */
const DELIVERY_WORKER_OPTIONS: OptionTable<DeliveryWorkerOptions> = {
  outbox: required(
    'the outbox of a createStepward that was given the option webhooks: { keys, targets }, or notices',
    hasMethods('open', 'finish', 'act', 'queueState', 'purge'),
  ),
  sender: required('a webhook sender, for example createWebhookSender()', hasMethods('send')),
  concurrency: defaulted(256, 'an integer from 1 to 1000', isInteger(1, 1_000)),
  perSubscriber: defaulted(10, 'an integer from 1 to 1000', isInteger(1, 1_000)),
  perSecond: defaulted(
    null,
    'an integer from 1 to 1000, or null',
    (value) => value === null || isInteger(1, 1_000)(value),
  ),
  circuitBreaker: defaulted(false, 'true or false', isBoolean),
  handlers: defaulted(
    [],
    'a list of at most 20 handlers: { name, events, handle }',
    (value) => Array.isArray(value) && value.length <= 20,
  ),
  destinations: defaulted(
    [],
    'a list of at most 20 destinations: { name, send }',
    (value) => Array.isArray(value) && value.length <= 20,
  ),
  sinks: defaulted(
    [],
    'a list of at most 5 sinks: { name, sink }',
    (value) => Array.isArray(value) && value.length <= 5,
  ),
  pollMs: defaulted(1_000, 'an integer from 10 to 60000', isInteger(10, 60_000)),
  wake: defaulted(true, 'true or false', isBoolean),
  purgeMs: defaulted(
    3_600_000,
    'an integer of at least 60000, or null',
    (value) => value === null || isInteger(60_000, Number.MAX_SAFE_INTEGER)(value),
  ),
  metrics: defaulted(
    noMetrics,
    'an object with attempted, started, queueLag, queueCounts, held, lost, published and sinkLag',
    hasMethods(
      'attempted',
      'started',
      'queueLag',
      'queueCounts',
      'held',
      'lost',
      'published',
      'sinkLag',
    ),
  ),
  logger: defaulted(stderrLogger, 'a logger with debug, info, warn and error', isLogger),
  clock: defaulted(systemClock, 'a clock with now and timeout', hasMethods('now', 'timeout')),
  random: defaulted(systemRandom, 'a source of randomness with uuid', hasMethods('uuid')),
};

/** The options with their defaults. */
export interface DeliverySettings extends Required<DeliveryWorkerOptions> {
  readonly handlers: readonly HandlerSettings[];
  readonly destinations: readonly DestinationSettings[];
  readonly sinks: readonly SinkSettings[];
}

/** @throws TypeError that names the option that is missing, wrong or unknown */
export function readWorkerOptions(options: DeliveryWorkerOptions): DeliverySettings {
  const given = readOptions('createDeliveryWorker', options, DELIVERY_WORKER_OPTIONS);
  const { outbox } = given;
  const handlers = readHandlers(outbox.handlers, given.handlers, outbox);
  const sinks = readSinks(given.sinks, outbox);
  const names = [...handlers, ...sinks.map(({ registration }) => registration)];
  requireApart(names.map(({ name }) => name));
  if (!outbox.isConfigured && names.length === 0) {
    throw new TypeError(
      `createDeliveryWorker: outbox must be ${DELIVERY_WORKER_OPTIONS.outbox.expected}`,
    );
  }
  return { ...given, handlers, sinks, destinations: readDestinations(given.destinations) };
}
