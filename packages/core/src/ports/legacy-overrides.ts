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
