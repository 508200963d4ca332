import { err, ok, type Result } from 'neverthrow';
import { PROVEN, tellChecked, type ProvenType } from '../authentication-log/tell-step.js';
import type { TrailService } from '../authentication-log/trail-service.js';
import type { Identity, IdentityRefused } from '../identity/identity.js';
import { requireActive } from '../identity/require-active.js';
import type { Clock } from '../ports/clock.js';
import type { Decided, DecisionFacts } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';
import type { CheckedCode } from './codes/check-code.js';
import type { CodeOwner } from './codes/code-digest.js';
import type { CodeLimits } from './codes/limits.js';

/** What a service needs that takes answers. */
export interface AnswerServiceOptions {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  readonly trails: TrailService;
}

/** What an answer is decided on. */
export type Asked = Pick<DecisionFacts, 'tenant' | 'record'> & { readonly identity: Identity };

/** An answer to check: whose it is, and what decides about it. */
export interface AnswerCheck<E> {
  readonly whose: CodeOwner;
  readonly decide: (asked: Asked, now: Date) => Result<CheckedCode, E>;
  /** What the log records of the right answer; by default what its purpose says. */
  readonly proves?: ProvenType;
  /** What the right answer changes beside the record; nothing by default. */
  readonly whenAccepted?: (identity: Identity, now: Date) => AlsoChanged;
}

type AlsoChanged = Pick<Decided<unknown, never>, 'ended' | 'verifiedPhone'> & {
  readonly events?: NonNullable<Decided<unknown, never>['trail']>['events'];
};

/** A checked answer, and the identity as it was then. */
export type CheckedAnswer = CheckedCode & { readonly identity: Identity };

/** Takes the answers to codes, of all factors and purposes. */
export interface AnswerService {
  /** Checks an answer against the record, and stores the outcome with its log entries. */
  check<E>(answer: AnswerCheck<E>): Promise<Result<CheckedAnswer, IdentityRefused | E>>;
}

export function createAnswerService(options: AnswerServiceOptions): AnswerService {
  const { storage, clock, limits, trails } = options;

  return {
    check<E>({ whose, decide, proves = PROVEN[whose.purpose], whenAccepted }: AnswerCheck<E>) {
      return storage.decide<CheckedAnswer, IdentityRefused | E>(
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
          return ok({
            outcome: { ...checked.value, identity: identity.value },
            record: checked.value.record,
            trail: { ...trail, events: [...trail.events, ...events] },
            ...also,
          });
        },
      );
    },
  };
}
