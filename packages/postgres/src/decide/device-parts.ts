import { deviceRow, DEVICE_COLUMNS } from '../stores/trusted-devices.js';
import { ran, writePart } from './write-part.js';

/** The trusted devices that remain or are new, and without the others. */
export const trustedDevices = writePart({
  isIn: ({ also }) => also.trustedDevices !== undefined,
  parameters: {
    rows: [
      'json',
      ({ owner, also }) =>
        also.trustedDevices &&
        JSON.stringify(also.trustedDevices.map((one) => deviceRow(owner, one))),
    ],
  },
  sql: (schema, { rows }, $) => ({
    tables: `ended_devices as (
      delete from ${schema}.trusted_devices as one
      where exists (select from guard) and ${rows} is not null
        and one.tenant_id = ${$.tenantId} and one.identity_id = ${$.identityId}
        and one.device_id <> all(array(select given.device_id from ${devicesIn(schema, rows)} as given))
      returning 1
    ),
    stored_devices as (
      insert into ${schema}.trusted_devices as stored (${DEVICE_COLUMNS})
      select ${DEVICE_COLUMNS} from ${devicesIn(schema, rows)}
      where exists (select from guard)
      on conflict (tenant_id, identity_id, device_id) do update
      set last_used_at = excluded.last_used_at
      where stored.last_used_at is distinct from excluded.last_used_at
      returning 1
    )`,
    check: {
      ...ran('stored_devices'),
      holds: `${ran('ended_devices').holds} and ${ran('stored_devices').holds}`,
    },
  }),
});

function devicesIn(schema: string, rows: string): string {
  return `json_populate_recordset(null::${schema}.trusted_devices, coalesce(${rows}, '[]'::json))`;
}
