import type { Identity } from '../records/identity.js';
import type { PhoneNumber } from '../records/phone-number.js';
import type { HostTransaction } from './host-transaction.js';

/**
 * The directory of the tenant's identities. Storage adapters include one; a host with a user table implements this
 * over it and passes it to `createStepward`. It is bound to one tenant, and is called inside the unit of work.
 */
export interface IdentityDirectory {
  /**
   * Whether a string can be an id here at all; left out, every string can. Ids come from requests: where a
   * column holds integers or UUIDs, comparing it with another string is an error of the database. A string
   * that cannot be an id counts as an unknown identity, and the other methods are not called with it.
   */
  isId?(identityId: string): boolean;
  /**
   * The identity, or null if the tenant has none with that id. One with another `identityId` than the given id, for
   * example in case, counts as unknown: its factors would be kept under two ids.
   */
  find(identityId: string): Promise<Identity | null>;
  /** Sets the verified phone trait, or removes the trait where `phone` is null. Unknown ids are ignored. */
  setVerifiedPhone(identityId: string, phone: PhoneNumber | null): Promise<void>;
}

/** What a host's directory is bound to during one unit of work. */
export interface DirectoryScope {
  readonly tenantId: string;
  /**
   * The unit of work's own database transaction: join it for atomic writes. Storage in memory refuses its
   * statements unless `createMemoryStorage` was told how to run them.
   */
  readonly transaction: HostTransaction;
}

/** Makes the host's directory for one unit of work. */
export type IdentityDirectoryFactory = (scope: DirectoryScope) => IdentityDirectory;

/**
 * The directory of organisations. Storage includes one; a host with an organisation table implements this over it and
 * passes it to `createStepward`.
 */
export interface OrganisationDirectory {
  /**
   * Whether a string can be an id here at all; left out, every string can. For columns that hold integers or
   * UUIDs: `exists` is not called with a string that cannot be an id, and the organisation is not found.
   */
  isId?(organisationId: string): boolean;
  /** Whether the tenant has that organisation. Another tenant's organisation does not count. */
  exists(tenantId: string, organisationId: string): Promise<boolean>;
}

/**
 * The older organisation-metadata store, read only (specification, rule 5 of the organisation policy).
 * It ranks below the overrides that Stepward keeps and above the tenant's defaults.
 */
export interface LegacyOverrides {
  /** The organisation's values by camelCase or snake_case field name; null where it has none. */
  read(tenantId: string, organisationId: string): Promise<Readonly<Record<string, unknown>> | null>;
}

/** For hosts without such a store. */
export const noLegacyOverrides: LegacyOverrides = { read: () => Promise.resolve(null) };
