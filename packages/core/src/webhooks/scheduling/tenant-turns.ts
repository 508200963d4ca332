import { createTurnOrder, type TurnOrder } from './turn-order.js';

/**
 * Attempts that a tenant may have in progress for each slot that stays free. A tenant alone has up to three quarters
 * of the slots, and n busy ones leave 1/(3n + 1) of them free. Its first attempt is exempt: a tenant with
 * none in progress is served while there is any slot.
 */
const PER_FREE_SLOT = 3;

/**
 * Gives the turn to the tenant with the fewest attempts in progress; among equals, to the one that has waited longest.
 * Within a tenant, it goes to the subscriber that has waited longest.
 *
 * A tenant with none in progress that begins to wait is passed by those alone that wait so already, each once. So n
 * tenants with something to start begin at most n - 1 attempts before it.
 */
export interface TenantTurns<T extends { readonly tenantId: string }> {
  /** Adds a subscriber that may start an attempt; one that is there keeps its place. */
  add(subscriber: T): void;
  delete(subscriber: T): void;
  /** The subscriber whose turn it is, given the free slots; undefined where none may use one. */
  next(freeSlots: number): T | undefined;
  /** Counts an attempt of the tenant that begins, or that is answered. */
  count(tenantId: string, change: 1 | -1): void;
}

interface Tenant<T> {
  readonly tenantId: string;
  readonly subscribers: TurnOrder<T>;
  inProgress: number;
}

export function createTenantTurns<T extends { readonly tenantId: string }>(): TenantTurns<T> {
  const tenants = new Map<string, Tenant<T>>();
  /** The tenants with subscribers in turn, by their attempts in progress. */
  const levels: (TurnOrder<Tenant<T>> | undefined)[] = [];
  /** No level below has a tenant. */
  let lowest = 0;

  function tenantOf(tenantId: string): Tenant<T> {
    const known = tenants.get(tenantId);
    if (known !== undefined) return known;
    const tenant = { tenantId, subscribers: createTurnOrder<T>(), inProgress: 0 };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  /** Changes a tenant, which then stands at the end of its level if that is another one. */
  function change(tenantId: string, by: (tenant: Tenant<T>) => void): void {
    const tenant = tenantOf(tenantId);
    const level = tenant.inProgress;
    by(tenant);
    const isWaiting = tenant.subscribers.size > 0;
    if (!isWaiting || tenant.inProgress !== level) levels[level]?.delete(tenant);
    if (isWaiting) {
      (levels[tenant.inProgress] ??= createTurnOrder()).add(tenant);
      lowest = Math.min(lowest, tenant.inProgress);
    } else if (tenant.inProgress === 0) {
      tenants.delete(tenantId);
    }
  }

  return {
    add(subscriber) {
      change(subscriber.tenantId, ({ subscribers }) => subscribers.add(subscriber));
    },
    delete(subscriber) {
      if (!tenants.has(subscriber.tenantId)) return;
      change(subscriber.tenantId, ({ subscribers }) => subscribers.delete(subscriber));
    },
    next(freeSlots) {
      while (lowest < levels.length && levels[lowest]?.first() === undefined) lowest += 1;
      const isWithinShare = lowest === 0 || lowest + 1 <= PER_FREE_SLOT * (freeSlots - 1);
      if (freeSlots < 1 || !isWithinShare) return undefined;
      return levels[lowest]?.first()?.subscribers.first();
    },
    count(tenantId, by) {
      change(tenantId, (tenant) => {
        tenant.inProgress += by;
      });
    },
  };
}
