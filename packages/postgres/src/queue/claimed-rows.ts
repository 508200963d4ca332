import type { ClaimedBatch, ClaimedDelivery, ExhaustedDelivery } from '@stepward/core/adapter';
import { storedDate, storedJson } from '../connection/stored-values.js';
import { storedSecrets, type SubscriberRow } from '../stores/subscriber-store.js';

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
  /** Tenant and subscriber after which the next claim continues; null if all were read. */
  readonly after: readonly [string, string] | null;
  /** Where the next claim begins to read; null for the beginning. */
  readonly start: unknown;
  /** Whether the worker's counts of leases were stored. */
  readonly published: boolean;
  /** Those of the deliveries; null if none was leased. */
  readonly subscribers: readonly HeadSubscriber[] | null;
  /** Deliveries that the claim gave up; null where there are none. */
  readonly exhausted: readonly ExhaustedRow[] | null;
}

interface ExhaustedRow {
  readonly tenant_id: string;
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly event_type: string;
  readonly attempts: number;
}

/** A delivery that a claim gave up, and its owner. */
type GivenUp = ExhaustedDelivery & { readonly tenantId: string };

type HeadSubscriber = Pick<SubscriberRow, 'subscriber_id' | 'url' | 'naming' | 'secrets'> & {
  readonly tenant_id: string;
};

/** What a claim returned. */
export interface ClaimedRows {
  readonly batch: ClaimedBatch;
  readonly exhausted: readonly GivenUp[];
  /** Where the next claim begins to read; null for the beginning. */
  readonly start: unknown;
  /** Whether the worker's counts of leases were stored. */
  readonly isPublished: boolean;
}

/** Parses the rows of a claim. */
export function readClaimed(rows: readonly unknown[]): ClaimedRows {
  const found = rows as readonly (ClaimedRow | HeadRow)[];
  const head = found.find((row) => row.head !== null);
  const { after, subscribers, exhausted, start, published } = storedJson(head?.head) as Head;
  const known = new Map((subscribers ?? []).map((row) => [keyOf(row), storedTarget(row)]));
  return {
    batch: {
      deliveries: found.filter(isClaimed).map((row) => storedClaim(row, known)),
      after: after && { tenantId: after[0], subscriberId: after[1] },
    },
    exhausted: (exhausted ?? []).map((row) => ({
      tenantId: row.tenant_id,
      id: row.delivery_id,
      subscriberId: row.subscriber_id,
      eventType: row.event_type,
      attempts: row.attempts,
    })),
    start,
    isPublished: published,
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
