import type { Clock, Logger } from '@stepward/core';
import { oncePerMinute, type OutboxService, type SubscriberAction } from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';

/**
 * Disables and reports subscribers in the background. Disabling one waits for locks and may dispatch thousands of
 * deliveries, and no result of an attempt waits for that.
 */
export interface ActionRunner {
  /**
   * Begins actions, or keeps them until their turn. An action on a subscriber that one waits or runs for is dropped, and
   * so is one that there is no room for: the next 410 or failure of the subscriber asks for it again.
   */
  add(actions: readonly SubscriberAction[]): void;
  /** Whether no action waits or runs. */
  isIdle(): boolean;
  /** Resolves once no action waits or runs. */
  settled(): Promise<void>;
  /**
   * Drops the actions that wait, except the next one of each tenant, because all of them may take minutes. Resolves once no
   * action waits or runs.
   */
  stop(): Promise<void>;
}

export interface ActionRunnerOptions {
  readonly outbox: Pick<OutboxService, 'act'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when an action has ended; it may have emitted an event. */
  readonly onActed: () => void;
}

/** Actions that run at once, each of another tenant. */
const AT_ONCE = 4;

/** Actions that wait or run, over all tenants. The largest part of each is a URL, so all of them take a few megabytes. */
const MAX_ACTIONS = 1_000;

/** Actions of one tenant by subscriber, the first of them next or running. */
type TenantActions = Map<string, SubscriberAction>;

/**
 * Tenants take turns: each has one action at a time, and then waits for the others. When there is no more room, the
 * tenant with the most actions loses its last one.
 */
export function createActionRunner(options: ActionRunnerOptions): ActionRunner {
  const { outbox, clock, logger, onActed } = options;
  const mayWarn = oncePerMinute(clock);
  const tenants = new Map<string, TenantActions>();
  /** Those that have an action to begin, in the order of their turns. */
  const turns = new Map<string, TenantActions>();
  const underWay = new Set<Promise<void>>();
  let total = 0;

  function hasRoomFor(actions: TenantActions): boolean {
    if (total < MAX_ACTIONS) return true;
    const most = [...tenants.values()].reduce((one, other) =>
      other.size > one.size ? other : one,
    );
    if (most.size <= actions.size + 1) return false;
    drop(most, [...most.keys()].at(-1) ?? '');
    return true;
  }

  function drop(actions: TenantActions, subscriberId: string): void {
    if (actions.delete(subscriberId)) total -= 1;
  }

  function keep(action: SubscriberAction): void {
    const { tenantId, subscriberId } = action;
    const actions: TenantActions = tenants.get(tenantId) ?? new Map<string, SubscriberAction>();
    if (actions.has(subscriberId) || !hasRoomFor(actions)) return;
    if (actions.size === 0) {
      tenants.set(tenantId, actions);
      turns.set(tenantId, actions);
    }
    actions.set(subscriberId, action);
    total += 1;
  }

  async function act(action: SubscriberAction): Promise<void> {
    try {
      await outbox.act(action);
    } catch (thrown) {
      if (!mayWarn()) return;
      const { type, tenantId, subscriberId } = action;
      const line = { action: type, tenantId, subscriberId, reason: reasonOf(thrown) };
      logger.warn(line, 'a failing subscriber can be neither disabled nor reported');
    }
  }

  async function takeTurn(tenantId: string, actions: TenantActions): Promise<void> {
    const [next] = actions.values();
    if (next !== undefined) {
      await act(next);
      drop(actions, next.subscriberId);
    }
    if (actions.size > 0) turns.set(tenantId, actions);
    else tenants.delete(tenantId);
  }

  function begin(): void {
    for (const [tenantId, actions] of [...turns].slice(0, AT_ONCE - underWay.size)) {
      turns.delete(tenantId);
      const turn = takeTurn(tenantId, actions).finally(() => {
        underWay.delete(turn);
        begin();
        onActed();
      });
      underWay.add(turn);
    }
  }

  async function settled(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    add(actions) {
      actions.forEach(keep);
      begin();
    },
    isIdle: () => underWay.size === 0,
    settled,
    stop() {
      for (const actions of tenants.values()) {
        for (const subscriberId of [...actions.keys()].slice(1)) drop(actions, subscriberId);
      }
      return settled();
    },
  };
}
