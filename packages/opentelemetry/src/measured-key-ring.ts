import type { Counter } from '@opentelemetry/api';
import type { KeyRing } from '@stepward/core';

/** Returns the ring with each look-up of a key counted that it lacks. The id is not reported: Stepward logs it once. */
export function measuredKeyRing(missing: Counter, ring: KeyRing, name: string): KeyRing {
  class MeasuredKeys extends Map<string, KeyRing['active']> {
    override get(id: string): KeyRing['active'] | undefined {
      const key = super.get(id);
      if (key === undefined) count();
      return key;
    }
  }

  function count(): void {
    try {
      missing.add(1, { 'stepward.key_ring': name });
    } catch {
      // Whatever is wrong with the meter, the look-up has its result.
    }
  }

  return { active: ring.active, byId: new MeasuredKeys(ring.byId) };
}
