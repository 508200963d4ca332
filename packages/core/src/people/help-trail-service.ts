import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import type { ManagementCaller } from '../access/caller.js';
import { loggedClient } from '../audit/logged-client.js';
import { newAuditEvent } from '../audit/new-audit-event.js';
import { NOTHING_DUE } from '../factors/sign-in/enrolment-due.js';
import { TEMPORARY_PASS } from '../factors/temporary-pass/temporary-pass.js';
import type { Happening } from '../factors/trail/tell-step.js';
import { trailOf } from '../factors/trail/trail-service.js';
import { NO_FACTOR } from '../identity/identity-scope.js';
import type { PolicyWiring } from '../organisations/policy-service.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import type { Decided, DecisionFacts } from '../ports/decision.js';
import type { AuditEvent, AuditEventType } from '../records/audit-event.js';
import type { StepUpFactor } from '../records/factor-name.js';
import type { Identity, IdentityNotFound } from '../records/identity.js';
import type { SessionWiring } from '../sessions/end-sessions-service.js';
import type { SelfRefused } from './authorise-help.js';
import { personRecord, type PersonRecord } from './person-record.js';

/** What `deadline` of a person's record is computed by. */
export interface PersonContext {
  /** The organisation that provides the policy; null, the default, for the tenant's own. */
  readonly organisationId?: string | null;
  /** When the person became a member; null, the default, where it is not known. Ignored once a decision has found that a factor is due. */
  readonly memberSince?: Date | null;
}

export type HelpRefused = AssuranceInsufficient | SelfRefused | IdentityNotFound;

export type PeopleWiring = SessionWiring & PolicyWiring;

/** Only people who exist can be helped. */
export function requireKnown({
  identity,
}: Pick<DecisionFacts, 'identity'>): Result<Identity, IdentityNotFound> {
  return identity === null ? err({ code: 'identity_not_found' }) : ok(identity);
}

/** The record of a person, as each kind of help answers. */
export function recordOf(
  { clock, limits }: PeopleWiring,
  found: Pick<DecisionFacts, 'record' | 'enrolmentsDue'> & {
    readonly identity: Identity;
    readonly policy: EffectivePolicy;
  },
  { organisationId = null, memberSince = null }: PersonContext,
): PersonRecord {
  const dues = found.enrolmentsDue ?? NOTHING_DUE;
  const due = dues.find((one) => one.organisationId === organisationId) ?? null;
  return personRecord({ ...found, due, memberSince }, clock.now(), limits);
}

/** The scope of decisions that answer with a person's record. */
export function recordScope(tenantId: string, identityId: string) {
  return { tenantId, identityId, ...TEMPORARY_PASS, enrolmentsDue: true } as const;
}

/** Who helps whom. */
interface Help {
  readonly caller: ManagementCaller;
  readonly identityId: string;
  readonly hipaa: boolean;
  readonly now: Date;
}

/** What help did: one entry of the audit log, and what the authentication log and the events record for each factor; null names none. */
interface ToldHelp {
  readonly type: AuditEventType;
  readonly details: AuditEvent['details'];
  readonly told: readonly (readonly [StepUpFactor | null, Happening])[];
}

/** Makes the entries of both logs and the events of help. */
export function trailOfHelp(
  wiring: PeopleWiring,
  { caller, identityId, hipaa, now }: Help,
  { type, details, told }: ToldHelp,
): NonNullable<Decided<unknown, never>['trail']> {
  const { tenantId, actor } = caller;
  const trails = told.map(([factor, happening]) => {
    const subject = factor === null ? NO_FACTOR : ({ factor, purpose: 'enrolment' } as const);
    const whose = { identityId, ...subject };
    return trailOf(wiring, tenantId, [happening], { whose, hipaa, now, actor, client: caller });
  });
  const client = loggedClient(caller, wiring.clientAddressInLogs);
  const id = wiring.random.uuid();
  const event = { id, type, at: now, actor, target: identityId, details, client };
  return {
    entries: trails.flatMap(({ entries }) => entries),
    events: trails.flatMap(({ events }) => events),
    audit: [newAuditEvent(event)],
  };
}
