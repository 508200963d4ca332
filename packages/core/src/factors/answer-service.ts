import { err, ok, type Result } from 'neverthrow';
import { PROVEN, tellChecked, type ProvenType } from '../authentication-log/tell-step.js';
import type { TrailService } from '../authentication-log/trail-service.js';
import type { Identity, IdentityRefused } from '../identity/identity.js';
import { requireActive } from '../identity/require-active.js';
import type { Clock } from '../ports/clock.js';
import type { Decided, DecisionFacts } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';
import type { CheckedCode } from './codes/check-code.js';
import { countVerified } from './codes/send-counters.js';
import type { CodeOwner } from './codes/code-digest.js';
import type { CodeLimits } from './codes/limits.js';

/** The dependencies of a service that verifies answers. */
export interface AnswerServiceOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  readonly trails: TrailService;
}

/** The state that an answer is checked against. */
export type Asked = Pick<DecisionFacts, 'tenant' | 'record'> & { readonly identity: Identity };

/** An answer to check: its owner, and the function that checks it. */
export interface AnswerCheck<E> {
  readonly whose: CodeOwner;
  readonly decide: (asked: Asked, now: Date) => Result<CheckedCode, E>;
  /** Where the person's codes go; by default nowhere. */
  readonly sentTo?: (identity: Identity) => string | null;
  /** The log entry of a correct answer; by default that of its purpose. */
  readonly proves?: ProvenType;
  /** The changes of a correct answer beyond the record; none by default. */
  readonly whenAccepted?: (identity: Identity, now: Date) => AlsoChanged;
}

type AlsoChanged = Pick<Decided<unknown, never>, 'ended' | 'verifiedPhone'> & {
  readonly events?: NonNullable<Decided<unknown, never>['trail']>['events'];
};

/** A checked answer, and the identity as it was then. */
export type CheckedAnswer = CheckedCode & {
  readonly identity: Identity;
  /** Where the code went that the answer proved; null where nothing was sent, or the answer was wrong. */
  readonly provedAt: string | null;
};

/** Checks answers to codes, for all factors and purposes. */
export interface AnswerService {
  /** Checks an answer against the record, and stores the outcome with its log entries. */
  check<E>(answer: AnswerCheck<E>): Promise<Result<CheckedAnswer, IdentityRefused | E>>;
}

/** Wires the service. */
export interface AnswerServiceWiring extends AnswerServiceOptions {
  /** Learns that the code that was sent to an address was typed in. */
  readonly reportVerified: (tenantId: string, destination: string) => void;
}

export function createAnswerService(options: AnswerServiceWiring): AnswerService {
  const { storage, clock, limits, trails, reportVerified } = options;

  return {
    async check<E>({
      whose,
      decide,
      sentTo,
      proves = PROVEN[whose.purpose],
      whenAccepted,
    }: AnswerCheck<E>) {
      const checked = await storage.decide<CheckedAnswer, IdentityRefused | E>(
        whose,
        ({ tenant, record, ...facts }) => {
          const identity = requireActive(facts.identity);
          if (identity.isErr()) return err(identity.error);
          const now = clock.now();
          const checked = decide({ identity: identity.value, tenant, record }, now);
          if (checked.isErr()) return err(checked.error);
          const told = tellChecked(proves, record, checked.value, now, limits);
          const trail = trails.of(whose.tenantId, told, { whose, hipaa: tenant.hipaa, now });
          const isAccepted = checked.value.outcome.type === 'accepted';
          const { events = [], ...also } = isAccepted
            ? (whenAccepted?.(identity.value, now) ?? {})
            : {};
          const { state } = record;
          const proven = isAccepted && state.status === 'pending' ? state : null;
          return ok({
            outcome: {
              ...checked.value,
              identity: identity.value,
              provedAt: proven?.destination ? (sentTo?.(identity.value) ?? null) : null,
            },
            record: checked.value.record,
            trail: { ...trail, events: [...trail.events, ...events] },
            counted: { add: countVerified(proven?.counted ?? []), blocks: [] },
            ...also,
          });
        },
      );
      const provedAt = checked.isOk() ? checked.value.provedAt : null;
      if (provedAt !== null) reportVerified(whose.tenantId, provedAt);
      return checked;
    },
  };
}
