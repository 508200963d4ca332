/**
 * Which organisations there are. Storage keeps a directory of its own; a host with an organisation
 * table implements this over it and passes it to `createStepward`.
 */
export interface OrganisationDirectory {
  /** Whether the tenant has that organisation. Another tenant's is none of its own. */
  exists(tenantId: string, organisationId: string): Promise<boolean>;
}
