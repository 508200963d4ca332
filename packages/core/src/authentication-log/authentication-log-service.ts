import type { AuthenticationFilter, Storage } from '../ports/storage.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { AuthenticationEntry } from './authentication-entry.js';

/** What happened to people's factors and phone numbers (specification, "logs"). The services write it. */
export interface AuthenticationLogService {
  /** Entries of a tenant, newest first. They are kept for 90 days, in HIPAA mode for 6 years. */
  list(
    tenantId: string,
    filter: AuthenticationFilter,
    page: PageRequest,
  ): Promise<Page<AuthenticationEntry>>;
}

export function createAuthenticationLogService({
  storage,
}: {
  readonly storage: Storage;
}): AuthenticationLogService {
  return {
    list: (tenantId, filter, page) =>
      inUnitOfWork(storage, { tenantId }, ({ authenticationLog }) =>
        authenticationLog.list(filter, page),
      ),
  };
}
