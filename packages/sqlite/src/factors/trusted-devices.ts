import type { TrustedDevice } from '@stepward/core/factors';
import { fieldsOf, type Session } from '../rows/index.js';

const DEVICE = fieldsOf<TrustedDevice>(
  {
    id: 'plain',
    name: 'plain',
    trustedAt: 'time',
    expiresAt: 'time',
    lastUsedAt: 'time',
    digest: 'plain',
  },
  { id: 'device_id' },
);

const OF_IDENTITY = 'tenant_id = @tenantId and identity_id = @identityId';

/** Reads the devices of an identity, those trusted first before others. */
export function readDevices({ sql }: Session, identityId: string): readonly TrustedDevice[] {
  const rows = sql.all(
    `select ${DEVICE.selected} from stepward_trusted_devices where ${OF_IDENTITY} order by trusted_at, device_id`,
    { identityId },
  );
  return DEVICE.readAll(rows);
}

/** Stores the devices of an identity, in place of the earlier ones. */
export function writeDevices(
  { sql }: Session,
  identityId: string,
  devices: readonly TrustedDevice[],
): void {
  sql.run(`delete from stepward_trusted_devices where ${OF_IDENTITY}`, { identityId });
  for (const device of devices) {
    sql.run(
      `insert into stepward_trusted_devices (tenant_id, identity_id, ${DEVICE.columns})
        values (@tenantId, @identityId, ${DEVICE.parameters})`,
      { identityId, ...DEVICE.values(device) },
    );
  }
}
