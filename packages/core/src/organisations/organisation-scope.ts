/** Changes of one organisation run one after the other. In parallel, one could overwrite another. */
export function organisationScope({
  tenantId,
  organisationId,
}: {
  readonly tenantId: string;
  readonly organisationId: string;
}): { readonly tenantId: string; readonly lock: string } {
  return { tenantId, lock: `organisation:${organisationId}` };
}
