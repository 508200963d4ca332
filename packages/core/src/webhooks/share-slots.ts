/** How a worker's slots are shared between tenants, so that no tenant starves the others. */
export interface TenantShares {
  /** Deliveries that each tenant has under way with this worker; a tenant that is missing has none. */
  readonly underWay: Readonly<Record<string, number>>;
  /** Slots of the worker that are free before the claim; at least the claim's limit. */
  readonly free: number;
  /**
   * Deliveries that a tenant may have under way for each slot that stays free. Its first one is exempt, so
   * that a tenant with nothing under way is served while there is any slot.
   */
  readonly perFreeSlot: number;
}

/**
 * Three for each free slot: a tenant alone has up to three quarters of a worker's slots, and n busy ones
 * leave 1/(3n + 1) of them free.
 */
export const PER_FREE_SLOT = 3;

/**
 * Returns the deliveries that a claim takes: those of the tenant with the fewest under way first, counting
 * what the claim gives it; at equal counts in the order given.
 *
 * @param due in the order of their turn
 */
export function shareSlots<T extends { readonly tenantId: string }>(
  due: readonly T[],
  limit: number,
  { underWay, free, perFreeSlot }: TenantShares,
): readonly T[] {
  const counts = new Map(Object.entries(underWay));
  return due
    .map((delivery) => {
      const level = (counts.get(delivery.tenantId) ?? 0) + 1;
      counts.set(delivery.tenantId, level);
      return { delivery, level };
    })
    .toSorted((left, right) => left.level - right.level)
    .slice(0, limit)
    .filter(({ level }, index) => level === 1 || level <= perFreeSlot * (free - index - 1))
    .map(({ delivery }) => delivery);
}
