import type { DisabledReason, EventNaming, Subscriber } from '@stepward/core';
import type { SealedSecret } from '@stepward/core/adapter';
import { storedDate, storedDateOrNull, storedJson } from './stored-values.js';

export interface SubscriberRow {
  readonly subscriber_id: string;
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly naming: EventNaming;
  readonly enabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly secrets: unknown;
  readonly failing_since: unknown;
  readonly failing_noticed_at: unknown;
  readonly created_at: unknown;
  readonly updated_at: unknown;
}

export const SUBSCRIBER_COLUMNS = `subscriber_id, url, description, event_types, naming, enabled,
  disabled_reason, secrets, failing_since, failing_noticed_at, created_at, updated_at`;

export function storedSubscriber(row: SubscriberRow): Subscriber {
  return {
    id: row.subscriber_id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    naming: row.naming,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    secrets: storedSecrets(row.secrets),
    failingSince: storedDateOrNull(row.failing_since),
    failingNoticedAt: storedDateOrNull(row.failing_noticed_at),
    createdAt: storedDate(row.created_at),
    updatedAt: storedDate(row.updated_at),
  };
}

/** Reads what `JSON.stringify` made of sealed secrets. */
export function storedSecrets(value: unknown): readonly SealedSecret[] {
  const secrets = storedJson(value) as readonly { sealed: string; expiresAt: string | null }[];
  return secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    expiresAt: storedDateOrNull(expiresAt),
  }));
}
