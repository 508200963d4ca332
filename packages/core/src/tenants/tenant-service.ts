import { err, ok, Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import { asJson } from '../records/audit-event.js';
import { recordAudit, type AuditWiring } from '../audit/audit-recorder-service.js';
import { checkEraseOptions, eraseAll, type EraseOptions } from '../audit/erasure-service.js';
import {
  changeMfaPolicy,
  changePasswordPolicy,
  checkHipaa,
} from '../policy/change-tenant-policy.js';
import type { PolicyInvalid } from '../policy/change-policy.js';
import type { TenantMfaPolicy, TenantPasswordPolicy } from '../policy/policy-fields.js';
import type { ErasedRows } from '../ports/erasure.js';
import type { Storage } from '../ports/storage.js';
import type { Stores } from '../ports/stores.js';
import { checkArguments, checkFields } from '../shared/checks/check-arguments.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { sameJson } from '../shared/same-json.js';
import { changeSmsSettings } from './change-sms-settings.js';
import type { SmsCapabilities, SmsSettings, SmsSettingsInvalid } from './sms-settings.js';
import { DEFAULT_TENANT, type Tenant } from './tenant.js';

export type TenantInvalid = SmsSettingsInvalid | PolicyInvalid;

/**
 * The parts of a tenant to change; omitted parts stay. Each part is validated, so an unchecked request body may be
 * passed; field names are camelCase or snake_case.
 */
export interface TenantChange {
  readonly sms?: Partial<SmsSettings> | object;
  readonly mfa?: Partial<TenantMfaPolicy> | object;
  readonly password?: Partial<TenantPasswordPolicy> | object;
}

/** The tenant was configured before. */
export interface TenantExists {
  readonly code: 'tenant_exists';
}

/** Changing HIPAA mode requires a reason, which is recorded in the audit log. */
export interface ReasonMissing {
  readonly code: 'reason_missing';
}

/** The tenants' records: SMS settings, and the defaults that organisations inherit. */
export interface TenantService {
  /** The record; the defaults where the tenant was never configured. */
  find(tenantId: string): Promise<Tenant>;
  /** Whether the tenant was ever configured. */
  isKnown(tenantId: string): Promise<boolean>;
  /** Creates the tenant, if it was never configured: of several concurrent calls one succeeds. */
  create(
    caller: ManagementCaller,
    settings: TenantChange,
  ): Promise<Result<Tenant, TenantInvalid | TenantExists>>;
  /** Creates the tenant or changes its record; concurrent changes of different fields both hold. */
  configure(caller: ManagementCaller, change: TenantChange): Promise<Result<Tenant, TenantInvalid>>;
  /**
   * Switches HIPAA mode. The stored policies stay as they are and are clamped while it is on; entries of the audit
   * log keep their retention when it is switched off. `policy_invalid` where the tenant allows no factor, because the
   * mode requires one.
   */
  setHipaa(
    caller: ManagementCaller,
    enabled: boolean,
    reason: string,
  ): Promise<Result<Tenant, ReasonMissing | PolicyInvalid>>;
  /**
   * Erases what is stored of a tenant, its management keys first: all but the audit log, and the entries of the authentication
   * log that were written in HIPAA mode. Stop serving the tenant before: requests and emits in between store rows again.
   *
   * Returns how many rows were erased, by table. It erases 1,000 rows in a transaction; after a failure, call it again. A call
   * that erases something is `tenant.erased` in the audit log.
   */
  erase(caller: ManagementCaller, options?: EraseOptions): Promise<ErasedRows>;
}

export interface TenantWiring extends AuditWiring {
  readonly storage: Storage;
  readonly capabilities: SmsCapabilities;
}

export function createTenantService(wiring: TenantWiring): TenantService {
  return {
    async find(tenantId) {
      checkArguments('tenants.find', { tenantId });
      return readTenant(wiring, tenantId);
    },

    async isKnown(tenantId) {
      checkArguments('tenants.isKnown', { tenantId });
      return (await inUnitOfWork(wiring.storage, { tenantId }, storedTenant)) !== null;
    },

    async create(caller, change) {
      checkArguments('tenants.create', { caller });
      checkFields('tenants.create', 'change', change, CHANGE_FIELDS);
      return createTenant(wiring, caller, change);
    },

    async configure(caller, change) {
      checkArguments('tenants.configure', { caller });
      checkFields('tenants.configure', 'change', change, CHANGE_FIELDS);
      return wiring.storage.run(lockedTenant(caller), async (stores) =>
        storeChange(wiring, stores, caller, await currentTenant(stores), change),
      );
    },

    async setHipaa(caller, enabled, reason) {
      checkArguments('tenants.setHipaa', { caller, enabled, reason });
      if (reason.trim() === '') return err({ code: 'reason_missing' });
      return setHipaaMode(wiring, caller, enabled, reason);
    },

    async erase(caller, options = {}) {
      checkArguments('tenants.erase', { caller });
      checkEraseOptions('tenants.erase', options);
      const { actor } = caller;
      const entry = { type: 'tenant.erased', actor, target: null, client: caller } as const;
      return eraseAll(wiring, lockedTenant(caller), null, options, entry);
    },
  };
}

const CHANGE_FIELDS = ['sms', 'mfa', 'password'];

/** The tenant's record; the defaults where it was never configured. */
export function readTenant(
  { storage }: Pick<TenantWiring, 'storage'>,
  tenantId: string,
): Promise<Tenant> {
  return inUnitOfWork(storage, { tenantId }, currentTenant);
}

function createTenant(
  wiring: TenantWiring,
  caller: ManagementCaller,
  change: TenantChange,
): Promise<Result<Tenant, TenantInvalid | TenantExists>> {
  return wiring.storage.run<Tenant, TenantInvalid | TenantExists>(
    lockedTenant(caller),
    async (stores) =>
      (await storedTenant(stores)) === null
        ? storeChange(wiring, stores, caller, DEFAULT_TENANT, change)
        : err({ code: 'tenant_exists' }),
  );
}

function setHipaaMode(
  wiring: TenantWiring,
  caller: ManagementCaller,
  enabled: boolean,
  reason: string,
): Promise<Result<Tenant, PolicyInvalid>> {
  return wiring.storage.run<Tenant, PolicyInvalid>(lockedTenant(caller), async (stores) => {
    const before = await currentTenant(stores);
    if (before.hipaa === enabled) return ok(before);
    const after = switchHipaa(before, enabled);
    if (after.isErr()) return err(after.error);
    await stores.policies.writeTenant(after.value);
    const type = enabled ? 'hipaa.enabled' : 'hipaa.disabled';
    const { actor } = caller;
    const event = { type, actor, target: null, details: { reason }, client: caller } as const;
    await recordAudit(wiring, stores, event);
    return ok(after.value);
  });
}

async function storeChange(
  wiring: TenantWiring,
  stores: Stores,
  caller: ManagementCaller,
  before: Tenant,
  change: TenantChange,
): Promise<Result<Tenant, TenantInvalid>> {
  const changed = changeTenant(before, change, wiring.capabilities);
  if (changed.isErr()) return err(changed.error);
  const after = changed.value;
  await stores.policies.writeTenant(after);
  for (const { type, part } of CHANGE_EVENTS) {
    if (sameJson(before[part], after[part])) continue;
    const details = { before: asJson(before[part]), after: asJson(after[part]) };
    const { actor } = caller;
    await recordAudit(wiring, stores, { type, actor, target: null, details, client: caller });
  }
  return ok(after);
}

const CHANGE_EVENTS = [
  { type: 'sms_settings.updated', part: 'sms' },
  { type: 'mfa_policy.updated', part: 'mfa' },
  { type: 'password_policy.updated', part: 'password' },
] as const;

/** Changes of one tenant's record run one after the other. In parallel, one could overwrite another. */
function lockedTenant({ tenantId }: ManagementCaller): { tenantId: string; lock: string } {
  return { tenantId, lock: 'tenant' };
}

async function currentTenant(stores: Stores): Promise<Tenant> {
  return (await storedTenant(stores)) ?? DEFAULT_TENANT;
}

async function storedTenant({ policies }: Stores): Promise<Tenant | null> {
  return (await policies.read(null)).tenant;
}

function changeTenant(
  tenant: Tenant,
  change: TenantChange,
  capabilities: SmsCapabilities,
): Result<Tenant, TenantInvalid> {
  const { sms, mfa, password } = change;
  return Result.combine([
    sms ? changeSmsSettings(tenant.sms, sms, capabilities) : ok(tenant.sms),
    mfa ? changeMfaPolicy(tenant.mfa, mfa, tenant.hipaa) : ok(tenant.mfa),
    password ? changePasswordPolicy(tenant.password, password) : ok(tenant.password),
  ]).map(([nextSms, nextMfa, nextPassword]) => ({
    ...tenant,
    sms: nextSms,
    mfa: nextMfa,
    password: nextPassword,
  }));
}

function switchHipaa(tenant: Tenant, enabled: boolean): Result<Tenant, PolicyInvalid> {
  const mfa = enabled ? checkHipaa(tenant.mfa) : ok(tenant.mfa);
  return mfa.map(() => ({ ...tenant, hipaa: enabled }));
}
