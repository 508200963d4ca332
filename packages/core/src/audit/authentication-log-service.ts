import type { Storage } from '../ports/storage.js';
import type { AuthenticationFilter } from '../ports/stores.js';
import { checkArguments } from '../shared/checks/check-arguments.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { dateFilter, readFilter, readPage, textFilter } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import type { AuthenticationEntry } from '../records/authentication-entry.js';

/** The log of changes to factors and phone numbers (specification, "logs"). The services write it. */
export interface AuthenticationLogService {
  /**
   * Entries of a tenant, newest first. They are kept for 90 days, in HIPAA mode for 6 years.
   *
   * @param filter what is left out does not filter
   * @param page the first 20 by default; `limit` is 1 to 100
   */
  list(
    tenantId: string,
    filter?: Partial<AuthenticationFilter>,
    page?: Partial<PageRequest>,
  ): Promise<Page<AuthenticationEntry>>;
}

export function createAuthenticationLogService({
  storage,
}: {
  readonly storage: Storage;
}): AuthenticationLogService {
  return {
    async list(tenantId, filter, page) {
      checkArguments(METHOD, { tenantId });
      const wanted = readFilter<AuthenticationFilter>(METHOD, filter, FILTER_RULES);
      const part = readPage(METHOD, page);
      return inUnitOfWork(storage, { tenantId }, ({ authenticationLog }) =>
        authenticationLog.list(wanted, part),
      );
    },
  };
}

const METHOD = 'authenticationLog.list';

const FILTER_RULES = {
  type: textFilter,
  identityId: textFilter,
  since: dateFilter,
  until: dateFilter,
};
