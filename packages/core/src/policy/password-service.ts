import { err, ok, type Result } from 'neverthrow';
import type { BreachedPasswords } from '../ports/breached-passwords.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { PasswordHistory } from '../ports/password-history.js';
import {
  checkArgument,
  checkStrings,
  isOfTenant,
  isStringOrNull,
} from '../shared/check-arguments.js';
import {
  checkPasswordText,
  mustChangePassword,
  normalisePassword,
  type PasswordViolation,
} from './check-password.js';
import type { EffectivePolicy } from './merge-policy.js';
import type { OrganisationNotFound } from './host-knowledge.js';
import type { PolicyService } from './policy-service.js';
import type { TenantService } from '../tenant/tenant-service.js';

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
   * Checks a new password: length, classes, breach corpus, reuse. Where the corpus cannot be reached
   * the password passes that rule, reported to the logger, unless HIPAA mode or `onBreachCheckError: 'refuse'`
   * refuses it.
   */
  check(
    password: string,
    owner: PasswordOwner,
  ): Promise<Result<void, PasswordRejected | OrganisationNotFound>>;
  /** Whether a password that was set at `changedAt` has reached its maximum age. */
  mustChange(
    changedAt: Date,
    owner: Pick<PasswordOwner, 'tenantId' | 'organisationId'>,
  ): Promise<Result<boolean, OrganisationNotFound>>;
}

export interface PasswordServiceOptions {
  readonly policies: PolicyService;
  readonly tenants: TenantService;
  readonly breachedPasswords: BreachedPasswords;
  readonly passwordHistory: PasswordHistory;
  /** How a password is treated outside HIPAA mode if the corpus cannot be reached. */
  readonly onBreachCheckError: 'allow' | 'refuse';
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createPasswordService(options: PasswordServiceOptions): PasswordService {
  const { policies, tenants, breachedPasswords, passwordHistory, clock, logger } = options;

  async function checkBreach(
    text: string,
    policy: EffectivePolicy,
    { tenantId }: PasswordOwner,
  ): Promise<PasswordViolation[]> {
    if (!policy.passwordHibpCheck) return [];
    const answer = await breachedPasswords.check(text);
    if (answer === 'clean') return [];
    if (answer === 'breached') return [{ code: 'password_breached' }];
    const mustRefuse =
      options.onBreachCheckError === 'refuse' || (await tenants.find(tenantId)).hipaa;
    logger.warn(
      { tenantId, refused: mustRefuse },
      'the breach check of a password was unavailable',
    );
    return mustRefuse ? [{ code: 'password_breach_check_failed' }] : [];
  }

  async function checkReuse(
    text: string,
    policy: EffectivePolicy,
    { tenantId, identityId }: PasswordOwner,
  ): Promise<PasswordViolation[]> {
    const count = policy.passwordDisallowReuse;
    if (count === 0 || identityId === null) return [];
    const reused = await passwordHistory.includes({ tenantId, identityId }, text, count);
    return reused ? [{ code: 'password_reused' }] : [];
  }

  return {
    async check(password, owner) {
      checkStrings('passwords.check', { password });
      checkOwner(owner);
      const found = await policies.get(owner.tenantId, owner.organisationId);
      if (found.isErr()) return err(found.error);
      const policy = found.value;
      const inText = checkPasswordText(password, policy);
      if (inText.some(({ code }) => code === 'password_too_long')) return reject(inText);
      const text = normalisePassword(password);
      const outside = await Promise.all([
        checkBreach(text, policy, owner),
        checkReuse(text, policy, owner),
      ]);
      const violations = [...inText, ...outside.flat()];
      return violations.length === 0 ? ok(undefined) : reject(violations);
    },

    async mustChange(changedAt, owner) {
      checkArgument('passwords.mustChange', 'changedAt', changedAt instanceof Date, 'a Date');
      checkPolicyOwner(owner);
      const { tenantId, organisationId } = owner;
      const policy = await policies.get(tenantId, organisationId);
      return policy.map((found) => mustChangePassword(found, changedAt, clock.now()));
    },
  };
}

function reject(broken: readonly PasswordViolation[]): Result<never, PasswordRejected> {
  return err({ code: 'password_rejected', broken });
}

function checkOwner(owner: unknown): void {
  const isOwner = isOfPolicy(owner) && isStringOrNull(owner['identityId']);
  const form = '{ tenantId, identityId, organisationId }, with strings; the last two may be null';
  checkArgument('passwords.check', 'owner', isOwner, form);
}

function checkPolicyOwner(owner: unknown): void {
  const form = '{ tenantId, organisationId }, with strings; organisationId may be null';
  checkArgument('passwords.mustChange', 'owner', isOfPolicy(owner), form);
}

function isOfPolicy(owner: unknown): owner is Readonly<Record<string, unknown>> {
  return isOfTenant(owner) && isStringOrNull(owner['organisationId']);
}
