import { err, ok, type Result } from 'neverthrow';
import type { Storage } from '../ports/storage.js';
import { checkSmsSettings, type SmsSettings, type SmsSettingsInvalid } from './sms-settings.js';
import { DEFAULT_TENANT, type Tenant, type TenantMfaPolicy } from './tenant.js';

export type TenantInvalid = SmsSettingsInvalid;

/** The parts of a tenant to set; what is left out stays as it is, or takes its default. */
export interface TenantChange {
  readonly sms?: Partial<SmsSettings>;
  readonly mfa?: Partial<TenantMfaPolicy>;
}

/** The tenants' records. These calls are the operator's own; no end user reaches them. */
export interface TenantService {
  /** The record, or null where the tenant was never configured. */
  find(tenantId: string): Promise<Tenant | null>;
  /** Creates the tenant or changes its record; concurrent changes of different fields both hold. */
  configure(tenantId: string, change: TenantChange): Promise<Result<Tenant, TenantInvalid>>;
}

export function createTenantService({ storage }: { readonly storage: Storage }): TenantService {
  return {
    async find(tenantId) {
      const found = await storage.run<Tenant | null, never>({ tenantId }, async (stores) =>
        ok(await stores.tenants.find()),
      );
      return found.unwrapOr(null);
    },

    configure(tenantId, change) {
      return storage.run({ tenantId, lock: 'tenant' }, async (stores) => {
        const current = (await stores.tenants.find()) ?? DEFAULT_TENANT;
        const sms = checkSmsSettings({ ...current.sms, ...change.sms });
        if (sms.isErr()) return err(sms.error);
        const tenant: Tenant = { sms: sms.value, mfa: { ...current.mfa, ...change.mfa } };
        await stores.tenants.put(tenant);
        return ok(tenant);
      });
    },
  };
}
