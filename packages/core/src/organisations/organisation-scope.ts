/** The scope of changes of one organisation: they run one after the other, so that none is lost. */
export function organisationScope({
  tenantId,
  organisationId,
}: {
  readonly tenantId: string;
  readonly organisationId: string;
}): { readonly tenantId: string; readonly lock: string } {
  return { tenantId, lock: `organisation:${organisationId}` };
}
