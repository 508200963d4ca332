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
