import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import type { ManagementCaller } from '../access/caller.js';
import { newAuditEvent } from '../audit/new-audit-event.js';
import { NO_CODE, settle } from '../factors/codes/code-state.js';
import type { IdentityNotFound } from '../factors/step-up/step-up-service.js';
import { isLivePass, issuePass, TEMPORARY_PASS } from '../factors/temporary-pass/temporary-pass.js';
import type { Happening } from '../factors/trail/tell-step.js';
import { trailOf } from '../factors/trail/trail-service.js';
import { ANY_RECORD } from '../identity/identity-scope.js';
import {
  readPolicy,
  type OrganisationNotFound,
  type PolicyWiring,
} from '../organisations/policy-service.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import type { Decided, DecisionFacts } from '../ports/decision.js';
import type { AuditEvent, AuditEventType } from '../records/audit-event.js';
import type { StepUpFactor } from '../records/factor-name.js';
import type { Identity, IdentitySuspended } from '../records/identity.js';
import {
  BASE32_CODE_LENGTH,
  parseBase32Code,
  printBase32Code,
  toBase32Code,
} from '../shared/base32-code.js';
import { checkArgument, checkArguments, isStringOrNull } from '../shared/checks/check-arguments.js';
import { readFacts } from '../identity/facts-service.js';
import { hasMoment } from '../shared/duration.js';
import { Redacted } from '../shared/keys/redacted.js';
import {
  endAllBut,
  type SessionsUnavailable,
  type SessionWiring,
} from '../sessions/end-sessions-service.js';
import { authoriseHelp, authoriseSight, type SelfRefused } from './authorise-help.js';
import { personRecord, type PersonRecord } from './person-record.js';
import {
  readPass,
  readReset,
  type HelpInvalid,
  type PassInput,
  type ResetInput,
} from './read-help.js';
import { resetFactors } from './reset-factors.js';

/** The person has no temporary pass, or it was used, has expired or has ended. */
export interface TemporaryPassNotFound {
  readonly code: 'temporary_pass_not_found';
}

/** What `deadline` of a person's record is computed by. */
export interface PersonContext {
  /** The organisation that provides the policy; null, the default, for the tenant's own. */
  readonly organisationId?: string | null;
  /** When the person became a member; null, the default, where it is not known, and then `deadline` is null. */
  readonly memberSince?: Date | null;
}

/** A new pass. It is shown only once. */
export interface ShownPass {
  /** As `XXXX-XXXX-XXXX-XXXX`. */
  readonly pass: Redacted<string>;
  readonly expiresAt: Date;
}

export type SeePersonError = AssuranceInsufficient | OrganisationNotFound | IdentityNotFound;
type HelpRefused = AssuranceInsufficient | SelfRefused | IdentityNotFound;
export type ResetPersonError =
  | HelpRefused
  | HelpInvalid
  | OrganisationNotFound
  | SessionsUnavailable;
export type GivePassError = HelpRefused | HelpInvalid | IdentitySuspended;
export type WithdrawPassError = HelpRefused | OrganisationNotFound | TemporaryPassNotFound;

/**
 * The help of administrators for people who have lost a factor. An administrator's session must be at aal2 where its
 * assurance is known (`assurance_insufficient`); nobody but a management key, or the host itself, helps oneself
 * (`self_refused`). What is done, and why, is in both logs and in events.
 */
export interface PeopleService {
  /** Returns what there is of a person's second factors. A suspended person has a record, too. */
  see(
    caller: ManagementCaller,
    identityId: string,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, SeePersonError>>;
  /**
   * Removes factors that Stepward keeps, by default all of them with the recovery codes, and withdraws every live code and
   * a temporary pass. Then ends all sessions of the person, where the host gave `sessions`: if that fails, the factors
   * are removed all the same, and `sessions_unavailable` asks to reset once more. A suspended person can be reset. A
   * reset that finds nothing to remove is recorded in the audit log as well.
   */
  reset(
    caller: ManagementCaller,
    identityId: string,
    request: ResetInput,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, ResetPersonError>>;
  /** Gives the person a pass for one step-up, in place of the one before. */
  givePass(
    caller: ManagementCaller,
    identityId: string,
    request: PassInput,
  ): Promise<Result<ShownPass, GivePassError>>;
  /** Whether a pass is the one that the person has: it was neither used nor replaced, and has not ended. */
  isCurrentPass(caller: ManagementCaller, identityId: string, pass: string): Promise<boolean>;
  /** Ends the person's pass. */
  withdrawPass(
    caller: ManagementCaller,
    identityId: string,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, WithdrawPassError>>;
}

export type PeopleWiring = SessionWiring & PolicyWiring;

export function createPeopleService(wiring: PeopleWiring): PeopleService {
  return {
    async see(caller, identityId, context = {}) {
      checkHelp('people.see', caller, identityId);
      checkContext('people.see', context);
      return seePerson(wiring, caller, identityId, context);
    },

    async reset(caller, identityId, request, context = {}) {
      checkHelp('people.reset', caller, identityId);
      checkArguments('people.reset', { request });
      checkContext('people.reset', context);
      return resetPerson(wiring, caller, identityId, request, context);
    },

    async givePass(caller, identityId, request) {
      checkHelp('people.givePass', caller, identityId);
      checkArguments('people.givePass', { request });
      return givePass(wiring, caller, identityId, request);
    },

    async isCurrentPass(caller, identityId, pass) {
      checkHelp('people.isCurrentPass', caller, identityId);
      return isCurrentPass(wiring, caller, identityId, pass);
    },

    async withdrawPass(caller, identityId, context = {}) {
      checkHelp('people.withdrawPass', caller, identityId);
      checkContext('people.withdrawPass', context);
      return withdrawPass(wiring, caller, identityId, context);
    },
  };
}

function checkHelp(method: string, caller: ManagementCaller, identityId: string): void {
  checkArguments(method, { caller, identityId });
}

function checkContext(method: string, context: PersonContext): void {
  checkArguments(method, { context });
  const { organisationId = null, memberSince = null } = context;
  const isContext =
    isStringOrNull(organisationId) && (memberSince === null || hasMoment(memberSince));
  const form = '{ organisationId, memberSince }, a string and a Date, each of which may be null';
  checkArgument(method, 'context', isContext, form);
}

async function seePerson(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  context: PersonContext,
): Promise<Result<PersonRecord, SeePersonError>> {
  const allowed = authoriseSight(caller, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const { tenantId } = caller;
  const policy = await readPolicy(wiring, tenantId, context.organisationId ?? null);
  if (policy.isErr()) return err(policy.error);
  const facts = await readFacts(wiring.storage, { tenantId, identityId, ...ANY_RECORD });
  return known(facts).map((identity) =>
    recordOf(wiring, { ...facts, identity, policy: policy.value }, context),
  );
}

async function resetPerson(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  input: ResetInput,
  context: PersonContext,
): Promise<Result<PersonRecord, ResetPersonError>> {
  const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const request = readReset(input);
  if (request.isErr()) return err(request.error);
  const { reason, factors } = request.value;
  const { tenantId } = caller;
  const policy = await readPolicy(wiring, tenantId, context.organisationId ?? null);
  if (policy.isErr()) return err(policy.error);
  const scope = { tenantId, identityId, ...ANY_RECORD };
  const reset = await wiring.storage.decide<PersonRecord, ResetPersonError>(scope, (facts) => {
    const found = known(facts);
    if (found.isErr()) return err(found.error);
    const identity = found.value;
    const now = wiring.clock.now();
    const { record, removed } = resetFactors(identity, facts.record, factors);
    const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
    const details = { reason, factors: removed };
    const told = removed.map((factor) => [factor, { type: 'factor.removed', reason }] as const);
    return ok({
      outcome: recordOf(wiring, { identity, record, policy: policy.value }, context),
      record,
      ended: { factor: null, end: 'withdrawn', now },
      trail: trailOfHelp(wiring, help, { type: 'identity.mfa_reset', details, told }),
    });
  });
  const { sessions } = wiring;
  if (reset.isErr() || sessions === null) return reset;
  const ended = { tenantId, identityId, sessionId: null, actor: caller.actor };
  return (await endAllBut(wiring, sessions, ended)).map(() => reset.value);
}

async function givePass(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  input: PassInput,
): Promise<Result<ShownPass, GivePassError>> {
  const { codeKeys, random, clock } = wiring;
  const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const request = readPass(input);
  if (request.isErr()) return err(request.error);
  const { reason, lifetime_minutes: lifetimeMinutes } = request.value;
  const { tenantId } = caller;
  const pass = toBase32Code(random.bytes(BASE32_CODE_LENGTH));
  const context = { tenantId, identityId, codeId: random.uuid() };
  return wiring.storage.decide({ tenantId, identityId, ...TEMPORARY_PASS }, (facts) => {
    const found = known(facts);
    if (found.isErr()) return err(found.error);
    if (found.value.state === 'suspended') return err({ code: 'identity_suspended' } as const);
    const now = clock.now();
    const issued = issuePass(codeKeys, { context, pass }, now, lifetimeMinutes);
    const { expiresAt } = issued;
    const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
    const happening = { type: 'temporary_pass.created', reason, expiresAt } as const;
    const details = { reason, expires_at: expiresAt.toISOString() };
    const type = 'identity.temporary_pass_created';
    return ok({
      outcome: { pass: new Redacted(printBase32Code(pass)), expiresAt },
      record: { ...facts.record, state: issued },
      trail: trailOfHelp(wiring, help, { type, details, told: [['temporary_pass', happening]] }),
    });
  });
}

async function isCurrentPass(
  { storage, codeKeys, clock }: PeopleWiring,
  { tenantId }: ManagementCaller,
  identityId: string,
  printed: string,
): Promise<boolean> {
  const owner = { tenantId, identityId };
  const { record } = await readFacts(storage, { ...owner, ...TEMPORARY_PASS });
  return parseBase32Code(printed).match(
    (pass) => isLivePass(codeKeys, owner, record, pass, clock.now()),
    () => false,
  );
}

async function withdrawPass(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  context: PersonContext,
): Promise<Result<PersonRecord, WithdrawPassError>> {
  const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const { tenantId } = caller;
  const policy = await readPolicy(wiring, tenantId, context.organisationId ?? null);
  if (policy.isErr()) return err(policy.error);
  return wiring.storage.decide({ tenantId, identityId, ...TEMPORARY_PASS }, (facts) => {
    const found = known(facts);
    if (found.isErr()) return err(found.error);
    const now = wiring.clock.now();
    if (settle(facts.record.state, now).status !== 'pending') return err(PASS_NOT_FOUND);
    const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
    const happening = { type: 'temporary_pass.withdrawn', reason: null } as const;
    const type = 'identity.temporary_pass_withdrawn';
    const { record } = facts;
    return ok({
      outcome: recordOf(wiring, { identity: found.value, record, policy: policy.value }, context),
      record: { ...record, state: NO_CODE },
      trail: trailOfHelp(wiring, help, {
        type,
        details: {},
        told: [['temporary_pass', happening]],
      }),
    });
  });
}

const PASS_NOT_FOUND: TemporaryPassNotFound = { code: 'temporary_pass_not_found' };

function known({ identity }: Pick<DecisionFacts, 'identity'>): Result<Identity, IdentityNotFound> {
  return identity === null ? err({ code: 'identity_not_found' }) : ok(identity);
}

function recordOf(
  { clock, limits }: PeopleWiring,
  found: Pick<DecisionFacts, 'record'> & {
    readonly identity: Identity;
    readonly policy: EffectivePolicy;
  },
  { memberSince = null }: PersonContext,
): PersonRecord {
  return personRecord({ ...found, memberSince }, clock.now(), limits);
}

/** Who helps whom. */
interface Help {
  readonly caller: ManagementCaller;
  readonly identityId: string;
  readonly hipaa: boolean;
  readonly now: Date;
}

/** What help did: one entry of the audit log, and what the authentication log and the events record for each factor. */
interface ToldHelp {
  readonly type: AuditEventType;
  readonly details: AuditEvent['details'];
  readonly told: readonly (readonly [StepUpFactor, Happening])[];
}

function trailOfHelp(
  wiring: PeopleWiring,
  { caller: { tenantId, actor }, identityId, hipaa, now }: Help,
  { type, details, told }: ToldHelp,
): NonNullable<Decided<unknown, never>['trail']> {
  const trails = told.map(([factor, happening]) => {
    const whose = { identityId, factor, purpose: 'enrolment' } as const;
    return trailOf(wiring, tenantId, [happening], { whose, hipaa, now, actor });
  });
  const event = { id: wiring.random.uuid(), type, at: now, actor, target: identityId, details };
  return {
    entries: trails.flatMap(({ entries }) => entries),
    events: trails.flatMap(({ events }) => events),
    audit: [newAuditEvent(event)],
  };
}
