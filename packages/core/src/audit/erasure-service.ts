import type { Erasure, ErasedRows } from '../ports/erasure.js';
import type { Storage } from '../ports/storage.js';
import type { UnitOfWorkScope } from '../ports/stores.js';
import { checkFields, checkArgument } from '../shared/checks/check-arguments.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { recordAudit, type AuditRecord, type AuditWiring } from './audit-recorder-service.js';

export interface EraseOptions {
  /**
   * Whether the authentication log stays, for a host that has to keep it; false. Entries that were written in HIPAA mode
   * stay in any case, until their six years are over.
   */
  readonly keepAuthenticationLog?: boolean;
  /** Whether nothing is erased, and the rows are only counted; false. */
  readonly dryRun?: boolean;
}

export interface ErasureWiring extends AuditWiring {
  readonly storage: Storage;
}

/** @throws TypeError for an unknown option, or one that is not a boolean */
export function checkEraseOptions(method: string, options: EraseOptions): void {
  const names = ['keepAuthenticationLog', 'dryRun'] as const;
  checkFields(method, 'options', options, names);
  for (const name of names) {
    const value: unknown = options[name];
    const isValid = value === undefined || typeof value === 'boolean';
    checkArgument(method, `options.${name}`, isValid, 'true or false');
  }
}

/**
 * Erases a part in each unit of work, until nothing is left. The first one that erases something appends the audit entry, so a
 * process that dies in the middle leaves an entry, and a second call goes on.
 */
export async function eraseAll(
  wiring: ErasureWiring,
  scope: UnitOfWorkScope,
  identityId: string | null,
  { keepAuthenticationLog = false, dryRun = false }: EraseOptions,
  entry: Omit<AuditRecord, 'details'>,
): Promise<ErasedRows> {
  const details = { authentication_log_kept: keepAuthenticationLog };
  const erasure: Erasure = {
    identityId,
    keepsAuthenticationLog: keepAuthenticationLog,
    now: wiring.clock.now(),
    isDryRun: dryRun,
  };
  const total: Record<string, number> = {};
  for (let isFirst = true; ; isFirst = false) {
    const rows = await inUnitOfWork(
      wiring.storage,
      { ...scope, whenBusy: 'wait' },
      async (stores) => {
        const erased = await stores.erase(erasure);
        const isBegun = isFirst && !dryRun && Object.keys(erased).length > 0;
        if (isBegun) await recordAudit(wiring, stores, { ...entry, details });
        return erased;
      },
    );
    for (const [table, count] of Object.entries(rows)) total[table] = (total[table] ?? 0) + count;
    if (dryRun || Object.keys(rows).length === 0) return total;
  }
}
