import type { ClaimedBatch, ClaimedDelivery } from '@stepward/core/adapter';
import { storedDate, storedJson } from './stored-values.js';
import { storedSecrets, type SubscriberRow } from './subscriber-row.js';

interface ClaimedRow {
  readonly head: null;
  readonly tenant_id: string;
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly event_id: string;
  readonly due_at: unknown;
  readonly attempt: number;
  readonly type: string;
  readonly data: string;
}

/** One header row carries what belongs to the whole batch. */
interface HeadRow {
  readonly head: unknown;
}

interface Head {
  /** Tenant and subscriber to go on behind; null where there is no such place. */
  readonly after: readonly [string, string] | null;
  /** Those of the deliveries; null where none was leased. */
  readonly subscribers: readonly HeadSubscriber[] | null;
}

type HeadSubscriber = Pick<SubscriberRow, 'subscriber_id' | 'url' | 'naming' | 'secrets'> & {
  readonly tenant_id: string;
};

/** Reads what the statement of a claim answers. */
export function readClaimed(rows: readonly unknown[]): ClaimedBatch {
  const found = rows as readonly (ClaimedRow | HeadRow)[];
  const head = found.find((row) => row.head !== null);
  const { after, subscribers } = storedJson(head?.head) as Head;
  const known = new Map((subscribers ?? []).map((row) => [keyOf(row), storedTarget(row)]));
  return {
    deliveries: found.filter(isClaimed).map((row) => storedClaim(row, known)),
    after: after && { tenantId: after[0], subscriberId: after[1] },
  };
}

function isClaimed(row: ClaimedRow | HeadRow): row is ClaimedRow {
  return row.head === null;
}

function keyOf(row: Pick<ClaimedRow, 'tenant_id' | 'subscriber_id'>): string {
  return `${row.tenant_id} ${row.subscriber_id}`;
}

function storedTarget({
  subscriber_id: id,
  url,
  naming,
  secrets,
}: HeadSubscriber): ClaimedDelivery['subscriber'] {
  return { id, url, naming, secrets: storedSecrets(secrets) };
}

function storedClaim(
  row: ClaimedRow,
  subscribers: ReadonlyMap<string, ClaimedDelivery['subscriber']>,
): ClaimedDelivery {
  const subscriber = subscribers.get(keyOf(row));
  if (subscriber === undefined) throw new TypeError('a claim names no subscriber of a delivery');
  return {
    tenantId: row.tenant_id,
    deliveryId: row.delivery_id,
    attempt: row.attempt,
    dueAt: storedDate(row.due_at),
    event: { id: row.event_id, type: row.type, data: row.data },
    subscriber,
  };
}
