import type { Identity } from '@stepward/core';
import type { IdentityStore } from '@stepward/core/adapter';
import { endCodes } from './codes.js';
import { fromJson, type Session, toJson } from '../rows/index.js';
import { writeDevices } from './trusted-devices.js';

export function identityStore(session: Session): IdentityStore {
  return {
    find: async (identityId) => findIdentity(session, identityId),
    async put(identity, ended) {
      putIdentity(session, identity);
      if (ended === null) return;
      endCodes(session, identity.identityId, ended);
      writeDevices(session, identity.identityId, []);
    },
  };
}

export function findIdentity({ sql }: Session, identityId: string): Identity | null {
  const row = sql.first(
    'select record from stepward_identities where tenant_id = @tenantId and identity_id = @identityId',
    { identityId },
  ) as { readonly record: string } | undefined;
  return row === undefined ? null : (fromJson(row.record) as Identity);
}

export function putIdentity({ sql }: Session, identity: Identity): void {
  sql.run(
    `insert into stepward_identities (tenant_id, identity_id, record)
      values (@tenantId, @identityId, @record)
      on conflict do update set record = excluded.record`,
    { identityId: identity.identityId, record: toJson(identity) },
  );
}
