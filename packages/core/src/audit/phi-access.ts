import type { Actor } from '../records/actor.js';
import type { CallerClient } from '../records/client.js';
import { checkArgument, checkFields, isStringOrNull } from '../shared/checks/check-arguments.js';
import { isObject, isOneOf, isText } from '../shared/checks/check-options.js';
import { isTenantId, TENANT_ID_FORM } from '../shared/tenant-id.js';

/** An access to protected health fields (45 CFR 164.312(b)). It names fields, never their values. */
export interface PhiAccess extends CallerClient {
  readonly tenantId: string;
  readonly actor: Actor;
  /** The identity that the fields belong to; at least one character. */
  readonly subject: string;
  /** Their names, at least one. */
  readonly fields: readonly string[];
  /** Why, for example `treatment`; at least one character. */
  readonly purpose: string;
}

/** What each field must be, and what completes "must be …". */
const RULES = {
  tenantId: [isTenantId, TENANT_ID_FORM],
  actor: [isActor, "{ type, id }, where type is 'identity', 'api_key' or 'system'"],
  subject: [isText, 'a string that is not empty'],
  fields: [isNames, 'a list of one or more names'],
  purpose: [isText, 'a string that is not empty'],
  clientAddress: [isOptional, 'a string or null'],
  userAgent: [isOptional, 'a string or null'],
} satisfies Record<keyof PhiAccess, readonly [(value: unknown) => boolean, string]>;

/**
 * The log keeps an entry for six years, and cannot be corrected.
 *
 * @throws TypeError that names the field that is missing, wrong or unknown
 */
export function checkPhiAccess(access: PhiAccess): void {
  const method = 'audit.recordPhiAccess';
  checkFields(method, 'access', access, Object.keys(RULES));
  const values: Readonly<Record<string, unknown>> = { ...access };
  for (const [name, [isValid, expected]] of Object.entries(RULES)) {
    checkArgument(method, `access.${name}`, isValid(values[name]), expected);
  }
}

function isActor(value: unknown): boolean {
  return isObject(value) && isActorType(value['type']) && isText(value['id']);
}

const isActorType = isOneOf('identity', 'api_key', 'system');

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isText);
}

function isOptional(value: unknown): boolean {
  return value === undefined || isStringOrNull(value);
}
