import type { TrustedDevice } from '@stepward/core/factors';
import { storedDate, storedDateOrNull, storedJson } from '../connection/stored-values.js';

/** The columns of a trusted device. */
export const DEVICE_COLUMNS =
  'tenant_id, identity_id, device_id, name, digest, trusted_at, expires_at, last_used_at';

interface DeviceRow {
  readonly device_id: string;
  readonly name: string | null;
  readonly digest: string;
  readonly trusted_at: unknown;
  readonly expires_at: unknown;
  readonly last_used_at: unknown;
}

export function deviceRow(
  { tenantId, identityId }: { readonly tenantId: string; readonly identityId: string },
  { id, name, digest, trustedAt, expiresAt, lastUsedAt }: TrustedDevice,
): DeviceRow & { readonly tenant_id: string; readonly identity_id: string } {
  return {
    tenant_id: tenantId,
    identity_id: identityId,
    ...{ device_id: id, name, digest },
    ...{ trusted_at: trustedAt, expires_at: expiresAt, last_used_at: lastUsedAt },
  };
}

/** The trusted devices of an identity as one value of JSON, in any order. Tenant and identity are expressions. */
export function devicesOf(schema: string, tenantId: string, identityId: string): string {
  return `(select json_agg(row_to_json(one)) from ${schema}.trusted_devices as one
    where one.tenant_id = ${tenantId} and one.identity_id = ${identityId})`;
}

/** Those trusted first before others. */
export function storedDevices(stored: unknown): readonly TrustedDevice[] {
  const rows = (storedJson(stored) ?? []) as readonly DeviceRow[];
  return rows
    .map((row) => ({
      id: row.device_id,
      name: row.name,
      digest: row.digest,
      trustedAt: storedDate(row.trusted_at),
      expiresAt: storedDate(row.expires_at),
      lastUsedAt: storedDateOrNull(row.last_used_at),
    }))
    .toSorted((one, other) => one.trustedAt.getTime() - other.trustedAt.getTime());
}
