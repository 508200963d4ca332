import type { ApiKeyService } from './access/api-key-service.js';
import type { AuditService } from './audit/audit-service.js';
import type { AuthenticationLogService } from './authentication-log/authentication-log-service.js';
import type { EventService } from './events/event-service.js';
import type { IdentityService } from './identity/identity-service.js';
import type { OrganisationService } from './organisation/organisation-service.js';
import type { PasswordService } from './policy/password-service.js';
import type { PolicyService } from './policy/policy-service.js';
import {
  withCheckedArguments,
  type ArgumentRule,
  type MethodArguments,
} from './shared/check-arguments.js';
import { hasMethods, isBoolean, isObject, isText } from './shared/check-options.js';
import { isTenantId, TENANT_ID_FORM } from './shared/tenant-id.js';
import type { AccountService } from './factors/account-service.js';
import type { StepUpService } from './factors/step-up/step-up-service.js';
import type { TenantService } from './tenant/tenant-service.js';
import type { DeliveryService } from './webhooks/delivery-service.js';
import type { SubscriberService } from './webhooks/subscriber-service.js';

/** The services that hosts call from their own code. */
interface HostServices {
  readonly accounts: AccountService;
  readonly stepUp: StepUpService;
  readonly tenants: TenantService;
  readonly identities: IdentityService;
  readonly organisations: OrganisationService;
  readonly policies: PolicyService;
  readonly passwords: PasswordService;
  readonly apiKeys: ApiKeyService;
  readonly audit: AuditService;
  readonly authenticationLog: AuthenticationLogService;
  readonly events: EventService;
  readonly subscribers: SubscriberService;
  readonly deliveries: DeliveryService;
}

/** The same services, whose methods report an argument of the wrong type by its name. */
export function withCheckedServices<Services extends HostServices>(services: Services): Services {
  const names = Object.keys(ARGUMENTS) as readonly (keyof HostServices)[];
  const checked = names.map((name) => [name, checkedService(services, name)] as const);
  return { ...services, ...Object.fromEntries(checked) };
}

/** The same for services whose methods all take an end user as the first argument. */
export function withCheckedCallers<Services extends Readonly<Record<string, object>>>(
  services: Services,
): Services {
  const checked = Object.entries(services).map(([name, service]) => {
    const rules = Object.fromEntries(
      Object.keys(service).map((method) => [method, [ACCOUNT_CALLER]]),
    );
    return [name, withCheckedArguments(name, service, rules as MethodArguments<object>)];
  });
  return Object.fromEntries(checked) as Services;
}

function checkedService<Name extends keyof HostServices>(
  services: HostServices,
  name: Name,
): HostServices[Name] {
  return withCheckedArguments<HostServices[Name]>(name, services[name], ARGUMENTS[name]);
}

const TENANT_ID: ArgumentRule = {
  name: 'tenantId',
  expected: TENANT_ID_FORM,
  isValid: isTenantId,
};
const ACCOUNT_CALLER: ArgumentRule = {
  name: 'caller',
  expected: "{ tenantId, identityId, assurance }, where assurance is 'aal1', 'aal2' or null",
  isValid: (value) =>
    isMember(value) && ['aal1', 'aal2', null].some((level) => level === value['assurance']),
};
const MANAGER: ArgumentRule = {
  name: 'caller',
  expected: '{ tenantId, actor, scopes }, for example systemCaller(tenantId)',
  isValid: (value) =>
    isOfTenant(value) && isObject(value['actor']) && Array.isArray(value['scopes']),
};
const SESSION_ID: ArgumentRule = {
  name: 'session',
  expected: '{ tenantId, sessionId }, with strings',
  isValid: (value) => isOfTenant(value) && isString(value['sessionId']),
};
const CHALLENGE: ArgumentRule = {
  name: 'request',
  expected: '{ tenantId, identityId, sessionId }, with strings',
  isValid: (value) => isMember(value) && isString(value['sessionId']),
};
const STEP_UP: ArgumentRule = {
  name: 'request',
  expected: '{ tenantId, identityId, session, consent, memberSince }',
  isValid: (value) => isMember(value) && isObject(value['session']),
};
const ACCOUNT: ArgumentRule = {
  name: 'query',
  expected: '{ tenantId, identityId, organisationId }, with strings; organisationId may be null',
  isValid: (value) => isMember(value) && isStringOrNull(value['organisationId']),
};
const PASSWORD_OWNER: ArgumentRule = {
  name: 'owner',
  expected: '{ tenantId, identityId, organisationId }, with strings; the last two may be null',
  isValid: (value) =>
    isOfTenant(value) &&
    isStringOrNull(value['identityId']) &&
    isStringOrNull(value['organisationId']),
};
const POLICY_OWNER: ArgumentRule = {
  name: 'owner',
  expected: '{ tenantId, organisationId }, with strings; organisationId may be null',
  isValid: (value) => isOfTenant(value) && isStringOrNull(value['organisationId']),
};
const PHI_ACCESS: ArgumentRule = {
  name: 'access',
  expected: '{ tenantId, actor, subject, fields, purpose }',
  isValid: (value) =>
    isOfTenant(value) && isObject(value['actor']) && Array.isArray(value['fields']),
};
const ANCHORS: ArgumentRule = {
  name: 'anchors',
  expected: 'a list of what audit.head(tenantId) gave',
  isValid: (value) =>
    value === undefined ||
    (Array.isArray(value) &&
      value.every(
        (each: unknown) => isObject(each) && isString((each as { readonly hash?: unknown }).hash),
      )),
};
const ORGANISATION_ID_OR_NULL: ArgumentRule = {
  name: 'organisationId',
  expected: "a string, or null for the tenant's own policy",
  isValid: isStringOrNull,
};

function stringNamed(name: string): ArgumentRule {
  return { name, expected: 'a string', isValid: isString };
}

function objectNamed(name: string): ArgumentRule {
  return { name, expected: 'an object', isValid: isObject };
}

/** A misspelt field would otherwise silently count as omitted. */
function objectOf(name: string, fields: readonly string[]): ArgumentRule {
  return { ...objectNamed(name), fields };
}

const TENANT_CHANGE = objectOf('change', ['sms', 'mfa', 'password']);
const EVENT = objectOf('event', ['type', 'tenantId', 'organisationId', 'data', 'idempotencyKey']);
/**
 * A caller who passes the client itself, or as `client`, or a `tx` that is undefined, expects the event to be part of the
 * transaction.
 */
const EMIT_OPTIONS: ArgumentRule = {
  name: 'options',
  expected:
    '{ tx }, or left out, where tx is your own transaction with query(text, values): a client of pg, ' +
    'or fromDrizzle(tx), fromKysely(trx) … of @stepward/postgres/transactions',
  isValid: (value) =>
    value === undefined ||
    (isObject(value) &&
      Object.entries(value as object).every(
        ([name, given]) => name === 'tx' && hasMethods('query')(given),
      )),
};

const ROTATION: ArgumentRule = {
  name: 'rotation',
  expected: 'an object, or left out',
  isValid: (value) => value === undefined || isObject(value),
};

const SUBSCRIBER_ID = stringNamed('subscriberId');
const DELIVERY_ID = stringNamed('deliveryId');
const KEY_ID = stringNamed('keyId');
const ORGANISATION_ID = stringNamed('organisationId');

const ARGUMENTS: {
  readonly [Name in keyof HostServices]: MethodArguments<HostServices[Name]>;
} = {
  accounts: { overview: [ACCOUNT] },
  stepUp: { challenge: [CHALLENGE], verify: [SESSION_ID], decide: [STEP_UP] },
  tenants: {
    find: [TENANT_ID],
    isKnown: [TENANT_ID],
    create: [MANAGER, TENANT_CHANGE],
    configure: [MANAGER, TENANT_CHANGE],
    setHipaa: [
      MANAGER,
      { name: 'enabled', expected: 'true or false', isValid: isBoolean },
      stringNamed('reason'),
    ],
  },
  identities: {
    find: [TENANT_ID, stringNamed('identityId')],
    put: [TENANT_ID, objectNamed('identity')],
    withdrawCodes: [TENANT_ID, stringNamed('identityId')],
  },
  organisations: {
    put: [TENANT_ID, { name: 'organisationId', expected: 'a string, not empty', isValid: isText }],
  },
  policies: {
    get: [TENANT_ID, ORGANISATION_ID_OR_NULL],
    update: [MANAGER, ORGANISATION_ID, objectNamed('change')],
    reset: [MANAGER, ORGANISATION_ID],
  },
  passwords: {
    check: [stringNamed('password'), PASSWORD_OWNER],
    mustChange: [
      { name: 'changedAt', expected: 'a Date', isValid: (value) => value instanceof Date },
      POLICY_OWNER,
    ],
  },
  apiKeys: {
    create: [MANAGER, objectNamed('request')],
    list: [TENANT_ID],
    rotate: [MANAGER, KEY_ID],
    revoke: [MANAGER, KEY_ID],
    authenticate: [stringNamed('secret')],
  },
  audit: {
    list: [TENANT_ID],
    verifyChain: [TENANT_ID, ANCHORS],
    head: [TENANT_ID],
    recordPhiAccess: [PHI_ACCESS],
  },
  authenticationLog: { list: [TENANT_ID] },
  events: {
    emit: [EVENT, EMIT_OPTIONS],
    emitUntyped: [EVENT, EMIT_OPTIONS],
    list: [TENANT_ID],
  },
  subscribers: {
    create: [MANAGER, objectNamed('input')],
    list: [TENANT_ID],
    get: [TENANT_ID, SUBSCRIBER_ID],
    change: [MANAGER, SUBSCRIBER_ID, objectNamed('input')],
    remove: [MANAGER, SUBSCRIBER_ID],
    rotateSecret: [MANAGER, SUBSCRIBER_ID, ROTATION],
  },
  deliveries: {
    list: [TENANT_ID, SUBSCRIBER_ID],
    get: [TENANT_ID, SUBSCRIBER_ID, DELIVERY_ID],
    replay: [MANAGER, SUBSCRIBER_ID, DELIVERY_ID],
    replayRange: [MANAGER, SUBSCRIBER_ID, objectNamed('input')],
    sendTest: [MANAGER, SUBSCRIBER_ID],
  },
};

type Fields = Readonly<Record<string, unknown>>;

function isOfTenant(value: unknown): value is Fields {
  return isObject(value) && isTenantId((value as Fields)['tenantId']);
}

function isMember(value: unknown): value is Fields {
  return isOfTenant(value) && isString(value['identityId']);
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}

function isStringOrNull(value: unknown): boolean {
  return value === null || isString(value);
}
