import {
  type EmittedEvent,
  isTenantId,
  type EmitError,
  type Result,
  type Stepward,
} from '@stepward/core';
import type { Pool } from 'pg';

/** What `POST /demo/events` takes, without the check of the event, which `emitUntyped` makes. */
export interface DemoEventBody {
  readonly tenant_id: string;
  readonly event_type: string;
  readonly data?: unknown;
  readonly organisation_id?: string;
  readonly idempotency_key?: string;
}

/** The body, or null if it is not valid. */
export function readDemoEvent(body: unknown): DemoEventBody | null {
  const { tenant_id, event_type } = (body ?? {}) as Partial<Record<string, unknown>>;
  const isBody =
    typeof tenant_id === 'string' && isTenantId(tenant_id) && typeof event_type === 'string';
  return isBody ? (body as DemoEventBody) : null;
}

/** Emits the way a host does: inside its own transaction, which commits where nothing was refused. */
export async function emitDemoEvent(
  pool: Pool,
  { events }: Stepward,
  body: DemoEventBody,
): Promise<Result<EmittedEvent, EmitError>> {
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query('begin');
    const emitted = await events.emitUntyped(toEvent(body), { tx: client });
    await client.query(emitted.isOk() ? 'commit' : 'rollback');
    isOver = true;
    return emitted;
  } finally {
    // A connection that is closed takes its transaction with it.
    client.release(!isOver);
  }
}

function toEvent(body: DemoEventBody): Parameters<Stepward['events']['emitUntyped']>[0] {
  const { tenant_id, event_type, data, organisation_id, idempotency_key } = body;
  return {
    tenantId: tenant_id,
    type: event_type,
    data,
    ...(organisation_id !== undefined && { organisationId: organisation_id }),
    ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
  };
}
