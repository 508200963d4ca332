import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import { NO_CODE, settle } from '../factors/codes/code-state.js';
import { issuePass, TEMPORARY_PASS } from '../factors/temporary-pass/temporary-pass.js';
import { readPolicy, type OrganisationNotFound } from '../organisations/policy-service.js';
import type { IdentitySuspended } from '../records/identity.js';
import { BASE32_CODE_LENGTH, printBase32Code, toBase32Code } from '../shared/base32-code.js';
import { Redacted } from '../shared/keys/redacted.js';
import { authoriseHelp } from './authorise-help.js';
import {
  requireKnown,
  recordOf,
  recordScope,
  trailOfHelp,
  type HelpRefused,
  type PeopleWiring,
  type PersonContext,
} from './help-trail-service.js';
import type { PersonRecord } from './person-record.js';
import { readPass, type HelpInvalid, type PassInput } from './read-help.js';

/** The person has no temporary pass, or it was used, has expired or has ended. */
export interface TemporaryPassNotFound {
  readonly code: 'temporary_pass_not_found';
}

/** A new pass. It is shown only once. */
export interface ShownPass {
  /** As `XXXX-XXXX-XXXX-XXXX`. */
  readonly pass: Redacted<string>;
  readonly expiresAt: Date;
}

export type GivePassError = HelpRefused | HelpInvalid | IdentitySuspended;
export type WithdrawPassError = HelpRefused | OrganisationNotFound | TemporaryPassNotFound;

export async function givePass(
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
    const found = requireKnown(facts);
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

export async function withdrawPass(
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
  return wiring.storage.decide(recordScope(tenantId, identityId), (facts) => {
    const found = requireKnown(facts);
    if (found.isErr()) return err(found.error);
    const now = wiring.clock.now();
    if (settle(facts.record.state, now).status !== 'pending') return err(PASS_NOT_FOUND);
    const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
    const happening = { type: 'temporary_pass.withdrawn', reason: null } as const;
    const type = 'identity.temporary_pass_withdrawn';
    const record = { ...facts.record, state: NO_CODE };
    const person = { ...facts, identity: found.value, record, policy: policy.value };
    return ok({
      outcome: recordOf(wiring, person, context),
      record,
      trail: trailOfHelp(wiring, help, {
        type,
        details: {},
        told: [['temporary_pass', happening]],
      }),
    });
  });
}

const PASS_NOT_FOUND: TemporaryPassNotFound = { code: 'temporary_pass_not_found' };
