import { type Storage, ok } from '@stepward/core';
import type { StoredEvent, Trail, UnitOfWorkScope } from '@stepward/core/adapter';

export const EVENT = {
  event: {
    id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
    type: 'user.created',
    organisationId: null,
    data: '{"id":"ada"}',
    emittedAt: new Date('2026-01-10T12:00:00.000Z'),
    expiresAt: null,
    version: null,
  } satisfies StoredEvent,
  patterns: ['user.created'],
  orderingKey: null,
};

/** The ids of the events of a tenant, newest first. */
export async function eventsOf(
  storage: Storage,
  scope: Partial<UnitOfWorkScope> = {},
): Promise<readonly string[]> {
  const all = { eventId: null, type: null, organisationId: null, since: null, until: null };
  const listed = await storage.run<readonly string[], never>(
    { tenantId: 'acme', ...scope },
    async ({ events }) => {
      const { items } = await events.list(all, { limit: 10_000, position: null });
      return ok(items.map(({ id }) => id));
    },
  );
  return listed._unsafeUnwrap();
}

/** An entry of each log that is kept until a time. */
export function entriesUntil(retainUntil: Date): Trail {
  const { id, emittedAt: at } = EVENT.event;
  const actor = { type: 'system', id: 'test' } as const;
  const entry = { id, at, actor, client: null, retainUntil };
  const none = { sessionId: null, reason: null, refused: null, operation: null } as const;
  const about = { identityId: 'ada', factor: 'sms', ...none } as const;
  return {
    entries: [{ ...entry, type: 'factor.enrolled', ...about }],
    events: [],
    audit: [{ ...entry, type: 'phi.accessed', target: null, details: {} }],
  };
}

/** Stores what is appended to the logs and the outbox. */
export async function record(storage: Storage, trail: Partial<Trail>): Promise<void> {
  const stored = await storage.run<null, never>({ tenantId: 'acme' }, async (stores) => {
    await stores.record({ entries: [], events: [], ...trail });
    return ok(null);
  });
  stored._unsafeUnwrap();
}
