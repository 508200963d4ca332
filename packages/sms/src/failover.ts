import {
  stderrLogger,
  systemClock,
  type Clock,
  type Logger,
  type SmsMessage,
  type SmsReceipt,
  type SmsSender,
} from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isLogger,
  isObject,
  isPositiveInteger,
  optional,
  type OptionRules,
} from '@stepward/core/adapter';
import {
  afterAnswer,
  allows,
  CLOSED,
  whileAsked,
  type Circuit,
  type CircuitLimits,
} from './provider/circuit.js';

export interface FailoverOptions {
  /** When a provider is left out, and for how long: 5 failures in a row, 30 seconds. */
  readonly circuit?: Partial<CircuitLimits>;
  readonly clock?: Clock;
  /** Learns which provider refused: a warning, or an error where an operator has to act. */
  readonly logger?: Logger;
}

const OPTIONS: OptionRules<FailoverOptions> = {
  circuit: optional('an object, for example { failures: 5, openMs: 30_000 }', isObject),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  logger: optional('a logger with debug, info, warn and error', isLogger),
};

const CIRCUIT: OptionRules<Partial<CircuitLimits>> = {
  failures: optional('a positive integer', isPositiveInteger),
  openMs: optional('a positive integer', isPositiveInteger),
};

const DEFAULT_CIRCUIT: CircuitLimits = { failures: 5, openMs: 30_000 };

/** A provider among several. */
interface Candidate {
  readonly sender: SmsSender;
  circuit: Circuit;
}

/**
 * Sends by the first of several senders, and by the next one where a sender certainly did not send and another could do
 * better: not after `invalid_number` or `unsubscribed`, and never after `unknown`, which may have gone out. Every time
 * that the person asks again, the next sender is the first. All of it happens within the one deadline of the message.
 *
 * A sender that fails several times in a row is left out for a while, and then tried with one message; where all are
 * left out, the first is asked all the same. The circuits are those of this process.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = failover([
 *   createTelnyxSender({ apiKey: 'a key of the account', from: '+15005550006' }),
 *   createConsoleSmsSender(),
 * ]);
 */
export function failover(
  senders: readonly SmsSender[],
  options: FailoverOptions = {},
): Required<SmsSender> {
  if (!areSenders(senders)) {
    throw new TypeError('failover: the senders must be a list of one or more senders');
  }
  checkOptions('failover', options, OPTIONS);
  checkOptions('failover', options.circuit ?? {}, CIRCUIT, 'circuit.');
  const { clock = systemClock, logger = stderrLogger } = options;
  const limits = { ...DEFAULT_CIRCUIT, ...options.circuit };
  const candidates = senders.map((sender): Candidate => ({ sender, circuit: CLOSED }));

  async function ask(
    candidate: Candidate,
    message: SmsMessage,
    signal: AbortSignal,
  ): Promise<SmsReceipt> {
    const before = candidate.circuit;
    const during = whileAsked(before, clock.now(), limits);
    candidate.circuit = during;
    const receipt = await receiptFrom(candidate.sender, message, signal);
    if (wasAsked(receipt)) {
      candidate.circuit = afterAnswer(candidate.circuit, isFailure(receipt), clock.now(), limits);
    } else if (candidate.circuit === during) {
      candidate.circuit = before; // another message may be the trial
    }
    return receipt;
  }

  return {
    async send(message, { signal }) {
      const [first, ...others] = inTurn(candidates, message.attempt, clock.now());
      let receipt = await ask(first, message, signal);
      for (const candidate of others) {
        if (!movesOn(receipt) || signal.aborted) break;
        // Its circuit may have opened meanwhile, or another message is its trial.
        if (!allows(candidate.circuit, clock.now())) continue;
        const level = receipt.reason === 'misconfigured' ? 'error' : 'warn';
        logger[level]({ tenantId: message.tenantId, ...receipt }, 'sms goes to the next provider');
        receipt = await ask(candidate, message, signal);
      }
      return receipt;
    },

    /** To all: which of them sent the message may be known to another process alone. */
    async reportVerified(sent, sending) {
      await Promise.all(senders.map(async (sender) => sender.reportVerified?.(sent, sending)));
    },
  };
}

/** Whether another provider could do better: only what was certainly not sent may be sent by it. */
export function movesOn(
  receipt: SmsReceipt,
): receipt is Extract<SmsReceipt, { status: 'refused' }> {
  return (
    receipt.status === 'refused' &&
    receipt.reason !== 'invalid_number' &&
    receipt.reason !== 'unsubscribed'
  );
}

function areSenders(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(hasMethods('send'));
}

/** Those that are not left out, beginning with the next in turn. */
function inTurn(
  candidates: readonly Candidate[],
  attempt: number,
  now: Date,
): readonly [Candidate, ...Candidate[]] {
  const from = (attempt - 1) % candidates.length;
  const turn = [...candidates.slice(from), ...candidates.slice(0, from)];
  const [first = turn[0] as Candidate, ...others] = turn.filter(({ circuit }) =>
    allows(circuit, now),
  );
  return [first, ...others];
}

/** Whether the receipt is the word of the provider. */
function wasAsked(receipt: SmsReceipt): boolean {
  return receipt.status !== 'refused' || receipt.notAsked !== true;
}

/** A refusal of this message, or of its number, says nothing against the provider. */
function isFailure(receipt: SmsReceipt): boolean {
  return receipt.status === 'unknown' || (movesOn(receipt) && receipt.reason !== 'blocked');
}

async function receiptFrom(
  sender: SmsSender,
  message: SmsMessage,
  signal: AbortSignal,
): Promise<SmsReceipt> {
  try {
    return await sender.send(message, { signal });
  } catch (error) {
    const reason = signal.aborted ? 'timeout' : error instanceof Error ? error.name : 'thrown';
    return { status: 'unknown', reason };
  }
}
