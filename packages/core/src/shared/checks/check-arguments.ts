/**
 * Checks the arguments of a service's method, once, at its head: a JavaScript caller gets a TypeError that names the
 * method and the argument, and not "Cannot read properties of undefined" from further inside. Values are never shown.
 */
import { isObject, isOneOf } from './check-options.js';
import { isTenantId, TENANT_ID_FORM } from '../tenant-id.js';

/**
 * @param expected completes "must be …"
 * @throws TypeError if the argument is not valid
 */
export function checkArgument(
  method: string,
  name: string,
  isValid: boolean,
  expected: string,
): void {
  if (!isValid) throw new TypeError(`${method}: ${name} must be ${expected}`);
}

export function checkTenantId(method: string, tenantId: unknown): void {
  checkArgument(method, 'tenantId', isTenantId(tenantId), TENANT_ID_FORM);
}

/** Checks an `AccountCaller`. */
export function checkAccountCaller(method: string, caller: unknown): void {
  const isCaller = isOfIdentity(caller) && isAssurance(caller['assurance']);
  checkArgument(method, 'caller', isCaller, ACCOUNT_CALLER);
}

const ACCOUNT_CALLER =
  "{ tenantId, identityId, assurance }, where assurance is 'aal1', 'aal2' or null";

/** Checks a `ManagementCaller`. */
export function checkManagementCaller(method: string, caller: unknown): void {
  const isCaller =
    isOfTenant(caller) &&
    isObject(caller['actor']) &&
    Array.isArray(caller['scopes']) &&
    isAssurance(caller['assurance'] ?? null);
  checkArgument(method, 'caller', isCaller, MANAGEMENT_CALLER);
}

const MANAGEMENT_CALLER = '{ tenantId, actor, scopes }, for example systemCaller(tenantId)';

const isAssurance = isOneOf('aal1', 'aal2', null);

/** Checks arguments, by their names, that must be strings. */
export function checkStrings(method: string, values: Fields): void {
  for (const [name, value] of Object.entries(values)) {
    checkArgument(method, name, typeof value === 'string', 'a string');
  }
}

/** Checks arguments, by their names, that must be objects. */
export function checkObjects(method: string, values: Fields): void {
  for (const [name, value] of Object.entries(values)) {
    checkArgument(method, name, isObject(value), 'an object');
  }
}

/** Checks an object that may have these fields only: a misspelt one would otherwise silently count as omitted. */
export function checkFields(
  method: string,
  name: string,
  value: unknown,
  fields: readonly string[],
): void {
  checkObjects(method, { [name]: value });
  const unknown = Object.keys(value as object).find((field) => !fields.includes(field));
  if (unknown === undefined) return;
  throw new TypeError(
    `${method}: there is no field ${name}.${unknown}; the fields are ${fields.join(', ')}`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with a tenant id. */
export function isOfTenant(value: unknown): value is Fields {
  return isObject(value) && isTenantId((value as Fields)['tenantId']);
}

/** Whether a value is an object with a tenant id and an identity id. */
export function isOfIdentity(value: unknown): value is Fields {
  return isOfTenant(value) && typeof value['identityId'] === 'string';
}

export function isStringOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
