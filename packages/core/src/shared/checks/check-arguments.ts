/**
 * Checks the arguments of a service's method, once, at its head: a JavaScript caller gets a TypeError that names the
 * method and the argument, and not "Cannot read properties of undefined" from further inside. Values are never shown.
 */
import { isBoolean, isObject, isOneOf } from './check-options.js';
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

interface ArgumentRule {
  readonly isValid: (value: unknown) => boolean;
  readonly expected: string;
}

const A_STRING: ArgumentRule = { isValid: isString, expected: 'a string' };
const AN_OBJECT: ArgumentRule = { isValid: isObject, expected: 'an object' };

const isAssurance = isOneOf('aal1', 'aal2', null);

/** What an argument of a name must be; any other must be a string. */
const RULES: Readonly<Record<string, ArgumentRule | undefined>> = {
  tenantId: { isValid: isTenantId, expected: TENANT_ID_FORM },
  caller: {
    isValid: (caller) =>
      isOfTenant(caller) &&
      isObject(caller['actor']) &&
      Array.isArray(caller['scopes']) &&
      isAssurance(caller['assurance'] ?? null),
    expected: '{ tenantId, actor, scopes }, for example systemCaller(tenantId)',
  },
  identity: AN_OBJECT,
  input: AN_OBJECT,
  request: AN_OBJECT,
  change: AN_OBJECT,
  context: AN_OBJECT,
  rotation: { isValid: isObject, expected: 'an object, or left out' },
  enabled: { isValid: isBoolean, expected: 'true or false' },
};

/** Checks arguments by their names: `caller` is a `ManagementCaller`; see {@link RULES}. */
export function checkArguments(method: string, values: Fields): void {
  for (const [name, value] of Object.entries(values)) {
    const { isValid, expected } = RULES[name] ?? A_STRING;
    checkArgument(method, name, isValid(value), expected);
  }
}

/** Checks an `AccountCaller`. */
export function checkAccountCaller(method: string, caller: unknown): void {
  const isCaller = isOfIdentity(caller) && isAssurance(caller['assurance']);
  checkArgument(method, 'caller', isCaller, ACCOUNT_CALLER);
}

const ACCOUNT_CALLER =
  "{ tenantId, identityId, assurance }, where assurance is 'aal1', 'aal2' or null";

/** Checks an object that may have these fields only: a misspelt one would otherwise silently count as omitted. */
export function checkFields(
  method: string,
  name: string,
  value: unknown,
  fields: readonly string[],
): void {
  checkArgument(method, name, isObject(value), 'an object');
  const unknown = Object.keys(value as object).find((field) => !fields.includes(field));
  if (unknown === undefined) return;
  throw new TypeError(
    `${method}: there is no field ${name}.${unknown}; the fields are ${fields.join(', ')}`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object with a tenant id. */
export function isOfTenant(value: unknown): value is Fields {
  return isObject(value) && isTenantId(value['tenantId']);
}

/** Whether a value is an object with a tenant id and an identity id. */
export function isOfIdentity(value: unknown): value is Fields {
  return isOfTenant(value) && typeof value['identityId'] === 'string';
}

export function isStringOrNull(value: unknown): boolean {
  return value === null || isString(value);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}
