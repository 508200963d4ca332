import { systemCaller } from '@stepward/core';
import type { Actor } from './act-as-person.js';
import { TENANTS } from './people.js';
import type { SettingsWatch } from './watch-settings.js';

/** An organisation that administrators change beside its tenant. */
export const STRICT = 'strict';

/** The shortest password that each tenant allows before the first change. */
export const FIRST_MINIMUM = 8;

/**
 * Changes the shortest password of a tenant or of its organisation, or reads the organisation's. The organisation's is stored only if
 * it is not shorter than the tenant's, and the tenant may raise its own at any time: what is read is at least the tenant's.
 */
export async function changeMinimum(
  { process: { random }, stepward: { policies, tenants } }: Actor,
  minimums: SettingsWatch,
): Promise<void> {
  const tenantId = TENANTS[random.integer(TENANTS.length)] ?? 'acme';
  const caller = systemCaller(tenantId);
  const length = FIRST_MINIMUM + random.integer(20);
  switch (random.integer(3)) {
    case 0: {
      const done = minimums.changing(tenantId, length);
      (await tenants.configure(caller, { password: { minLength: length } }))._unsafeUnwrap();
      done();
      return;
    }
    case 1:
      void (await policies.update(caller, STRICT, { passwordMinLength: length }));
      return;
    default: {
      const reading = minimums.reading(tenantId);
      const policy = (await policies.get(tenantId, STRICT))._unsafeUnwrap();
      reading(policy.passwordMinLength);
    }
  }
}
