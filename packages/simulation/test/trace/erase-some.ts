import { ok, type StorageWithWebhooks } from '@stepward/core';
import type { TracedCall } from './record-trace.js';

/** Erases the first person that a trace decides about, and the tenant of its last unit of work or decision. */
export async function eraseSome(
  storage: StorageWithWebhooks,
  trace: readonly TracedCall[],
  now: Date,
): Promise<void> {
  const scopes = trace.flatMap(({ call }) => ('scope' in call ? [call.scope] : []));
  const person = scopes.find((scope) => 'identityId' in scope);
  const tenant = scopes.at(-1);
  if (person !== undefined) await eraseAll(storage, person.tenantId, person.identityId, now);
  if (tenant !== undefined) await eraseAll(storage, tenant.tenantId, null, now);
}

async function eraseAll(
  storage: StorageWithWebhooks,
  tenantId: string,
  identityId: string | null,
  now: Date,
): Promise<void> {
  const erasure = { identityId, keepsAuthenticationLog: false, now, isDryRun: false };
  for (;;) {
    const erased = await storage.run({ tenantId }, async (stores) =>
      ok(await stores.erase(erasure)),
    );
    if (erased.isOk() && Object.keys(erased.value).length === 0) return;
  }
}
