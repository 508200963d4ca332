import type { Attempt, AttemptFailure, Delivery, DeliveryStatus } from '@stepward/core';
import { storedDate, storedDateOrNull } from './stored-values.js';

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly due_at: unknown;
  readonly created_at: unknown;
  readonly finished_at: unknown;
  readonly replay_of: string | null;
}

export const DELIVERY_COLUMNS = `delivery_id, subscriber_id, event_id, event_type, status, attempts,
  due_at, created_at, finished_at, replay_of`;

export function storedDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.delivery_id,
    subscriberId: row.subscriber_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    dueAt: storedDateOrNull(row.due_at),
    createdAt: storedDate(row.created_at),
    finishedAt: storedDateOrNull(row.finished_at),
    replayOf: row.replay_of,
  };
}

export interface AttemptRow {
  readonly number: number;
  readonly started_at: unknown;
  readonly duration_ms: number | null;
  readonly status_code: number | null;
  readonly failure: AttemptFailure | null;
  readonly response_body: string;
}

export const ATTEMPT_COLUMNS =
  'number, started_at, duration_ms, status_code, failure, response_body';

export function storedAttempt(row: AttemptRow): Attempt {
  return {
    number: row.number,
    startedAt: storedDate(row.started_at),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    failure: row.failure,
    responseBody: row.response_body,
  };
}
