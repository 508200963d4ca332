import { checkIdentity } from './identity/check-identity.js';
import type { Identity } from './records/identity.js';
import type { IdentityDirectory, IdentityDirectoryFactory } from './ports/directories.js';
import type { Logger } from './ports/platform.js';
import type { Storage } from './ports/storage.js';
import { hasMethods } from './shared/checks/check-options.js';

/**
 * The same storage, which decides on the identities of the host's own directory. Each member is listed, because a
 * storage may be a class instance, and a spread does not copy prototype methods.
 */
export function withDirectory(
  storage: Storage,
  directory: IdentityDirectoryFactory,
  logger: Logger,
): Storage {
  let isReported = false;
  const reportOther = (): void => {
    if (!isReported) logger.warn({}, FOUND_BY_ANOTHER_ID);
    isReported = true;
  };
  const checked: IdentityDirectoryFactory = (scope) => {
    const hosts = directory(scope);
    if (!isDirectory(hosts)) throw new TypeError(NOT_A_DIRECTORY);
    return checkedDirectory(hosts, reportOther);
  };
  return {
    ready: () => storage.ready(),
    run: (scope, work) => storage.run(scope, work),
    decide: (scope, decision) => storage.decide({ ...scope, directory: checked }, decision),
    lookUp: (kind, by) => storage.lookUp(kind, by),
    appendEvent: (transaction, tenantId, event) =>
      storage.appendEvent(transaction, tenantId, event),
    purge: (expiry) => storage.purge(expiry),
    queue: storage.queue,
    ...(storage.databases && { databases: storage.databases }),
  };
}

function canBeId(hosts: IdentityDirectory, identityId: string): boolean {
  return hosts.isId?.(identityId) ?? true;
}

const isDirectory = hasMethods('find', 'setVerifiedPhone');

const NOT_A_DIRECTORY =
  'directory must return an object with the methods find and setVerifiedPhone, and not a promise of one';

/**
 * Logged once, where a directory finds an identity by another spelling of its id. Stepward would keep the factors of one
 * person under two ids, and so counts the identity as unknown.
 */
const FOUND_BY_ANOTHER_ID =
  'find of the directory returned an identity with another identityId than the one that it was asked for, for example in another case: it counts as unknown; let isId refuse other spellings';

function checkedDirectory(hosts: IdentityDirectory, reportOther: () => void): IdentityDirectory {
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
