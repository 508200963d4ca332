import { err, ok, type Result } from 'neverthrow';
import { PROVEN, tellChecked, type ProvenType } from './trail/tell-step.js';
import { trailOf } from './trail/trail-service.js';
import type { AuditWiring } from '../audit/audit-recorder-service.js';
import type { CallerClient } from '../records/client.js';
import type { Identity, IdentityRefused } from '../records/identity.js';
import { requireActive } from '../identity/require-active.js';
import type { Decided, DecisionFacts } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';
import type { KeyRing } from '../shared/keys/key-ring.js';
import type { CheckedCode, GuessRefused } from './codes/check-code.js';
import { settle } from './codes/code-state.js';
import { countVerified } from './codes/send-counters.js';
import type { CodeOwner } from './codes/code-digest.js';
import type { CodeLimits } from './codes/limits.js';
import { reportOutcome } from './codes/report-outcome.js';
import type { FactorSession, Proof } from './factor.js';
import { GRANT_BYTES, newGrant } from './grants/grant.js';
import type { DigestedOperation } from './grants/operation.js';
import { NO_DEVICES } from './trusted-devices/trusted-device.js';
import type { Redacted } from '../shared/keys/redacted.js';

/** What the services of the factors are built over. */
export interface FactorWiring extends AuditWiring {
  readonly storage: Storage;
  readonly limits: CodeLimits;
  readonly codeKeys: KeyRing;
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
  /** Whether the last factor stays while the tenant's effective policy requires one. */
  readonly keepLastFactor: boolean;
  /** Learns that the code that was sent to an address was typed in. */
  readonly reportVerified: (tenantId: string, destination: string) => void;
}

/** The state that an answer is checked against. */
export type Asked = Pick<DecisionFacts, 'tenant' | 'record'> & { readonly identity: Identity };

/** An answer to check: its owner, and the function that checks it. */
export interface AnswerCheck<E> {
  readonly whose: CodeOwner;
  /** What is known of the client that answers. */
  readonly client: CallerClient;
  readonly decide: (asked: Asked, now: Date) => Result<CheckedCode, E>;
  /** Where the person's codes go; by default nowhere. */
  readonly sentTo?: (identity: Identity) => string | null;
  /** What the log says that it was answered for; by default what the code is stored for. */
  readonly loggedAs?: CodeOwner;
  /** The log entry of a correct answer; by default that of its purpose. */
  readonly proves?: ProvenType;
  /** The changes of a correct answer beyond the record; none by default. */
  readonly whenAccepted?: (identity: Identity, now: Date) => AlsoChanged;
  /** The operation that a correct answer approves; null, the default, for none. */
  readonly operation?: DigestedOperation | null;
  /** The refusal where the answer binds an authenticator of another identity. */
  readonly ifTaken?: E;
}

type AlsoChanged = Pick<Decided<unknown, never>, 'ended' | 'verifiedPhone' | 'trustedDevices'> & {
  readonly events?: NonNullable<Decided<unknown, never>['trail']>['events'];
};

/** A checked answer, and the identity as it was then. */
export type CheckedAnswer = CheckedCode & {
  readonly identity: Identity;
  /** Where the code went that the answer proved; null where nothing was sent, or the answer was wrong. */
  readonly provedAt: string | null;
  /** For the operation that the answer approved; null where it approved none. */
  readonly grant: Redacted<string> | null;
};

/** Checks an answer against the record, for any factor and purpose, and stores the outcome with its log entries. */
export async function checkAnswer<E>(
  wiring: FactorWiring,
  answer: AnswerCheck<E>,
): Promise<Result<CheckedAnswer, IdentityRefused | E>> {
  const { whose } = answer;
  const checked = await wiring.storage.decide(whose, (facts) =>
    decideAnswer(wiring, answer, facts),
  );
  const provedAt = checked.isOk() ? checked.value.provedAt : null;
  if (provedAt !== null) wiring.reportVerified(whose.tenantId, provedAt);
  return checked;
}

function decideAnswer<E>(
  wiring: FactorWiring,
  {
    whose,
    decide,
    sentTo,
    loggedAs = whose,
    proves = PROVEN[whose.purpose],
    operation = null,
    ifTaken,
    ...answer
  }: AnswerCheck<E>,
  { tenant, record, ...facts }: DecisionFacts,
): Result<Decided<CheckedAnswer, E>, IdentityRefused | E> {
  const active = requireActive(facts.identity);
  if (active.isErr()) return err(active.error);
  const identity = active.value;
  const now = wiring.clock.now();
  const checked = decide({ identity, tenant, record }, now);
  if (checked.isErr()) return err(checked.error);
  const told = tellChecked(proves, record, checked.value, now, wiring.limits);
  const trail = trailOf(wiring, whose.tenantId, told, {
    whose: loggedAs,
    hipaa: tenant.hipaa,
    now,
    operation,
    client: answer.client,
  });
  const isSuspended = told.some(({ type }) => type === 'factor.suspended');
  const isAccepted = checked.value.outcome.type === 'accepted';
  const { events = [], ...also } = isAccepted ? (answer.whenAccepted?.(identity, now) ?? {}) : {};
  const { state } = record;
  const proven = isAccepted && state.status === 'pending' ? state : null;
  const provedAt = proven?.destination ? (sentTo?.(identity) ?? null) : null;
  const made = isAccepted ? grantFor(wiring, whose, operation, now) : null;
  return ok({
    outcome: { ...checked.value, identity, provedAt, grant: made?.grant ?? null },
    record: checked.value.record,
    trail: { ...trail, events: [...trail.events, ...events] },
    counted: { add: countVerified(proven?.counted ?? []), blocks: [] },
    ...(isSuspended && { trustedDevices: NO_DEVICES }),
    ...also,
    ...(made !== null && { grant: { type: 'made', grant: made.stored } }),
    ...(ifTaken !== undefined && { ifTaken }),
  });
}

function grantFor(
  { codeKeys, random }: FactorWiring,
  whose: CodeOwner,
  operation: DigestedOperation | null,
  now: Date,
): ReturnType<typeof newGrant> | null {
  if (operation === null || whose.purpose !== 'step_up') return null;
  const approved = { factor: whose.factor, operation: operation.digest };
  return newGrant(codeKeys, whose, approved, random.bytes(GRANT_BYTES), now);
}

/** Returns what a stored answer for a session proves. */
export function proofOf(
  { outcome, identity: { identityId }, grant }: CheckedAnswer,
  amr: readonly string[],
): Result<Proof, GuessRefused> {
  return reportOutcome(outcome).map(() => ({ identityId, amr, ...(grant && { grant }) }));
}

/**
 * Finds the identity that the live challenge of a session is for; null where there is none, or where the session names
 * another. The identity is known only once its challenge is found, so it cannot be locked earlier.
 */
export async function challengedIdentity(
  { storage, clock }: Pick<FactorWiring, 'storage' | 'clock'>,
  { tenantId, sessionId, identityId: named }: FactorSession,
): Promise<string | null> {
  const challenge = await storage.lookUp('challenge', { tenantId, sessionId });
  if (challenge === null || settle(challenge.state, clock.now()).status === 'none') return null;
  return named === null || named === challenge.identityId ? challenge.identityId : null;
}
