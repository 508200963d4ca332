import { err, ok, type Result } from 'neverthrow';
import type { BreachedPasswords, PasswordHistory } from '../ports/passwords.js';
import {
  checkArgument,
  checkArguments,
  isOfTenant,
  isStringOrNull,
} from '../shared/checks/check-arguments.js';
import { hasMoment } from '../shared/duration.js';
import {
  checkPasswordText,
  leastLength,
  mustChangePassword,
  normalisePassword,
  type PasswordViolation,
} from './check-password.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import {
  readPolicy,
  type OrganisationNotFound,
  type PolicyWiring,
} from '../organisations/policy-service.js';
import type { Tenant } from '../tenants/tenant.js';
import { readTenant } from '../tenants/tenant-service.js';

/** The person whom a password belongs to. */
export interface PasswordOwner {
  readonly tenantId: string;
  /** Null at sign-up, before the person has an id: no history is asked then. */
  readonly identityId: string | null;
  /** Null for the tenant's own rules. */
  readonly organisationId: string | null;
}

/** The password breaks at least one rule; all of them are listed. */
export interface PasswordRejected {
  readonly code: 'password_rejected';
  readonly broken: readonly PasswordViolation[];
}

/** Checks passwords against the effective policy. The password is never stored, logged or returned. */
export interface PasswordService {
  /**
   * Checks a new password: length, classes, context, breach corpus, reuse. Where a second factor is not required, the
   * tenant's `minLengthWithoutMfa` is the least length if it is larger. Where the corpus cannot be reached
   * the password passes that rule, reported to the logger, unless HIPAA mode or `onBreachCheckError: 'refuse'`
   * refuses it.
   *
   * @param context at most 100 words that are easy to guess for this person: names, the e-mail address and its parts,
   *   the name of the service. A password that contains one of 4 or more characters, in any case, is refused (NIST SP
   *   800-63B-4 section 3.1.1.2).
   */
  check(
    password: string,
    owner: PasswordOwner,
    context?: readonly string[],
  ): Promise<Result<void, PasswordRejected | OrganisationNotFound>>;
  /**
   * Whether a password that was set at `changedAt` has reached its maximum age.
   *
   * @throws TypeError where `changedAt` is not a valid Date
   */
  mustChange(
    changedAt: Date,
    owner: Pick<PasswordOwner, 'tenantId' | 'organisationId'>,
  ): Promise<Result<boolean, OrganisationNotFound>>;
}

export interface PasswordWiring extends PolicyWiring {
  readonly breachedPasswords: BreachedPasswords;
  readonly passwordHistory: PasswordHistory;
  /** How a password is treated outside HIPAA mode if the corpus cannot be reached. */
  readonly onBreachCheckError: 'allow' | 'refuse';
}

export function createPasswordService(wiring: PasswordWiring): PasswordService {
  return {
    async check(password, owner, context = []) {
      checkArguments('passwords.check', { password });
      checkOwner(owner);
      checkArgument('passwords.check', 'context', isContext(context), 'at most 100 strings');
      return checkPassword(wiring, password, owner, context);
    },

    async mustChange(changedAt, owner) {
      checkArgument('passwords.mustChange', 'changedAt', hasMoment(changedAt), 'a valid Date');
      checkPolicyOwner(owner);
      const policy = await readPolicy(wiring, owner.tenantId, owner.organisationId);
      return policy.map((found) => mustChangePassword(found, changedAt, wiring.clock.now()));
    },
  };
}

function checkOwner(owner: unknown): void {
  const isOwner = isOfPolicy(owner) && isStringOrNull(owner['identityId']);
  const form = '{ tenantId, identityId, organisationId }, with strings; the last two may be null';
  checkArgument('passwords.check', 'owner', isOwner, form);
}

function isContext(context: unknown): boolean {
  return (
    Array.isArray(context) &&
    context.length <= 100 &&
    context.every((word) => typeof word === 'string')
  );
}

function checkPolicyOwner(owner: unknown): void {
  const form = '{ tenantId, organisationId }, with strings; organisationId may be null';
  checkArgument('passwords.mustChange', 'owner', isOfPolicy(owner), form);
}

function isOfPolicy(owner: unknown): owner is Readonly<Record<string, unknown>> {
  return isOfTenant(owner) && isStringOrNull(owner['organisationId']);
}

async function checkPassword(
  wiring: PasswordWiring,
  password: string,
  owner: PasswordOwner,
  context: readonly string[],
): Promise<Result<void, PasswordRejected | OrganisationNotFound>> {
  const { tenantId, organisationId } = owner;
  const [found, tenant] = await Promise.all([
    readPolicy(wiring, tenantId, organisationId),
    readTenant(wiring, tenantId),
  ]);
  if (found.isErr()) return err(found.error);
  const policy = found.value;
  const passwordMinLength = leastLength(policy, tenant.password);
  const inText = checkPasswordText(password, { ...policy, passwordMinLength }, context);
  if (inText.some(({ code }) => code === 'password_too_long')) return reject(inText);
  const text = normalisePassword(password);
  const outside = await Promise.all([
    checkBreach(wiring, text, policy, owner, tenant),
    checkReuse(wiring, text, policy, owner),
  ]);
  const violations = [...inText, ...outside.flat()];
  return violations.length === 0 ? ok(undefined) : reject(violations);
}

async function checkBreach(
  wiring: PasswordWiring,
  text: string,
  policy: EffectivePolicy,
  { tenantId }: PasswordOwner,
  { hipaa }: Pick<Tenant, 'hipaa'>,
): Promise<PasswordViolation[]> {
  if (!policy.passwordHibpCheck) return [];
  const answer = await wiring.breachedPasswords.check(text);
  if (answer === 'clean') return [];
  if (answer === 'breached') return [{ code: 'password_breached' }];
  const mustRefuse = wiring.onBreachCheckError === 'refuse' || hipaa;
  wiring.logger.warn(
    { tenantId, refused: mustRefuse },
    'the breach check of a password was unavailable',
  );
  return mustRefuse ? [{ code: 'password_breach_check_failed' }] : [];
}

async function checkReuse(
  { passwordHistory }: PasswordWiring,
  text: string,
  policy: EffectivePolicy,
  { tenantId, identityId }: PasswordOwner,
): Promise<PasswordViolation[]> {
  const count = policy.passwordDisallowReuse;
  if (count === 0 || identityId === null) return [];
  const reused = await passwordHistory.includes({ tenantId, identityId }, text, count);
  return reused ? [{ code: 'password_reused' }] : [];
}

function reject(broken: readonly PasswordViolation[]): Result<never, PasswordRejected> {
  return err({ code: 'password_rejected', broken });
}
