import { decideInUnitOfWork } from './adapter/decide-in-unit-of-work.js';
import { checkIdentity } from './identity/check-identity.js';
import type { Identity } from './identity/identity.js';
import type { IdentityDirectory, IdentityDirectoryFactory } from './ports/identity-directory.js';
import type { Logger } from './ports/logger.js';
import type { Storage } from './ports/storage.js';
import type { IdentityStore, Stores } from './ports/stores.js';
import { hasMethods } from './shared/check-options.js';

/**
 * The same storage, with the host's own directory in place of the one that storage keeps. Each member is listed,
 * because a storage or its stores may be class instances, and a spread does not copy prototype methods.
 */
export function withDirectory(
  storage: Storage,
  directory: IdentityDirectoryFactory,
  logger: Logger,
): Storage {
  const reportOther = onceFor(logger);
  const run: Storage['run'] = ({ tenantId, ...scope }, work) =>
    storage.run({ tenantId, ...scope }, (stores) => {
      const hosts = directory({ tenantId, transaction: stores.transaction });
      if (!isDirectory(hosts)) throw new TypeError(NOT_A_DIRECTORY);
      return work({ ...membersOf(stores), identities: identitiesOf(hosts, reportOther) });
    });
  return {
    ready: () => storage.ready(),
    run,
    // The host's directory has its own statements, which join the unit of work.
    decide: (scope, decision) => decideInUnitOfWork({ run }, scope, decision),
    findChallenge: (tenantId, sessionId) => storage.findChallenge(tenantId, sessionId),
    findApiKey: (secretHash) => storage.findApiKey(secretHash),
    findSmsTenant: (messageKey) => storage.findSmsTenant(messageKey),
    appendEvent: (transaction, tenantId, event, patterns) =>
      storage.appendEvent(transaction, tenantId, event, patterns),
    purge: (expiry) => storage.purge(expiry),
    // Webhooks do not use identities.
    webhooks: storage.webhooks,
  };
}

function canBeId(hosts: IdentityDirectory, identityId: string): boolean {
  return hosts.isId?.(identityId) ?? true;
}

const isDirectory = hasMethods('find', 'setVerifiedPhone');

const NOT_A_DIRECTORY =
  'directory must return an object with the methods find and setVerifiedPhone, and not a promise of one';

/**
 * Logs once that a directory found an identity by another spelling of its id. Stepward would keep the factors of one
 * person under two ids, so such an identity is unknown.
 */
function onceFor(logger: Logger): () => void {
  let isReported = false;
  return () => {
    if (isReported) return;
    isReported = true;
    logger.warn({}, FOUND_BY_ANOTHER_ID);
  };
}

const FOUND_BY_ANOTHER_ID =
  'find of the directory returned an identity with another identityId than the one that it was asked for, for example in another case: it counts as unknown; let isId refuse other spellings';

function identitiesOf(hosts: IdentityDirectory, reportOther: () => void): IdentityStore {
  return {
    async find(identityId) {
      if (!canBeId(hosts, identityId)) return null;
      const found = requireIdentity(await hosts.find(identityId));
      if (found === null || found.identityId === identityId) return found;
      reportOther();
      return null;
    },
    async setVerifiedPhone(identityId, phone) {
      if (canBeId(hosts, identityId)) await hosts.setVerifiedPhone(identityId, phone);
    },
    put: () => Promise.reject(new TypeError("identities are kept by the host's directory")),
  };
}

/** @throws TypeError that names the fields which are not as an identity has them; their values are not shown */
function requireIdentity(found: unknown): Identity | null {
  if (found === null) return null;
  if (typeof found !== 'object') throw new TypeError(NOT_FOUND);
  const checked = checkIdentity(found as Identity);
  if (checked.isOk()) return checked.value;
  const wrong = checked.error.violations.map(
    ({ field, limit }) => `${field} must be ${String(limit)}`,
  );
  throw new TypeError(`find of the directory must return an identity: ${wrong.join('; ')}`);
}

const NOT_FOUND = 'find of the directory must return an identity, or null where there is none';

/** Copies the stores to a plain object. */
export function membersOf(stores: Stores): Stores {
  return {
    tenants: stores.tenants,
    identities: stores.identities,
    codes: stores.codes,
    dailySends: stores.dailySends,
    smsMessages: stores.smsMessages,
    organisations: stores.organisations,
    policies: stores.policies,
    apiKeys: stores.apiKeys,
    audit: stores.audit,
    authenticationLog: stores.authenticationLog,
    events: stores.events,
    idempotency: stores.idempotency,
    transaction: stores.transaction,
  };
}
