import { systemClock } from '@stepward/core';
import { takeInTime, within, type ConnectionOptions } from './connection.js';
import type { PostgresClient, PostgresQuery } from './postgres-pool.js';
import { takeClient } from './take-client.js';

/** A client that reports notifications, as those of `pg` do. */
interface NotifiedClient extends PostgresClient {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'notification', listener: (notification: Notification) => void): unknown;
}

interface Notification {
  readonly payload?: string;
}

export interface ListenerOptions extends Pick<ConnectionOptions, 'pool' | 'clock'> {
  readonly channel: string;
  readonly onPayload: (payload: string) => void;
  /** Called once, unless it was closed before. */
  readonly onLost: (reason: string) => void;
  /** Milliseconds after which Postgres ends the session of a client that says nothing. */
  readonly idleMs?: number;
}

/** A connection that was taken from its pool for good. */
export interface Listener {
  /** The rows; null where the connection is lost or closed. */
  query(query: PostgresQuery): Promise<readonly unknown[] | null>;
  /** Closes the connection. */
  close(): void;
  /** The same; before, it undoes what it has set, for a pooler may give the server's side of the connection to others. */
  leave(): Promise<void>;
}

/** Milliseconds to wait for a connection and for each answer. */
const ANSWER_MS = 10_000;

/** Milliseconds between two checks whether the connection answers: a network may lose it without a word. */
const CHECK_MS = 30_000;

/** Milliseconds: longer than three checks take. */
const IDLE_MS = 100_000;

const UNDO = 'unlisten *; reset idle_session_timeout; reset tcp_user_timeout';

/**
 * Takes a connection of the pool, and listens to a channel. It is closed when it is lost. Null where its clients have no `on`, by
 * which they could report a notification.
 *
 * Postgres ends the session of a process that is frozen or gone, and frees its locks: after `idleMs`, and sooner where
 * notifications are not received any more.
 */
export async function openListener(options: ListenerOptions): Promise<Listener | null> {
  const { pool, clock = systemClock, channel, onPayload, onLost, idleMs = IDLE_MS } = options;
  const inTime = <T>(answer: Promise<T>): Promise<T> => within(answer, ANSWER_MS, clock);
  const client = (await takeInTime(takeClient(pool), inTime)) as NotifiedClient;
  let isOver = false;

  function close(): void {
    if (!isOver) client.release(true);
    isOver = true;
  }

  function lose({ message }: Error): null {
    if (!isOver) {
      close();
      onLost(message);
    }
    return null;
  }

  async function query(asked: PostgresQuery): Promise<readonly unknown[] | null> {
    if (isOver) return null;
    return inTime(client.query(asked)).then(({ rows }) => rows, lose);
  }

  function checkAgain(): void {
    const pause = clock.timeout(CHECK_MS);
    pause.addEventListener(
      'abort',
      () => void query({ text: 'select' }).then((rows) => rows && checkAgain()),
    );
  }

  if (typeof client.on !== 'function') {
    close();
    return null;
  }
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  client.on('error', lose);
  try {
    const bounds = `set idle_session_timeout = ${String(idleMs)}; set tcp_user_timeout = '10s'`;
    await inTime(client.query({ text: `listen ${channel}; ${bounds}` }));
  } catch (error) {
    close();
    throw error;
  }
  checkAgain();
  return {
    query,
    close,
    async leave() {
      await query({ text: UNDO });
      close();
    },
  };
}
