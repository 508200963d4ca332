import type { StoredEvent } from '@stepward/core/adapter';
import { storedDate } from './stored-values.js';

export interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly organisation_id: string | null;
  readonly data: string;
  readonly emitted_at: unknown;
}

export const EVENT_COLUMNS = 'event_id, type, organisation_id, data, emitted_at';

export function storedEvent(row: EventRow): StoredEvent {
  return {
    id: row.event_id,
    type: row.type,
    organisationId: row.organisation_id,
    data: row.data,
    emittedAt: storedDate(row.emitted_at),
  };
}
