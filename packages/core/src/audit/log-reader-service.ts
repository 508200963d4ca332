import type { Clock } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import type { AuthenticationEntry } from '../records/authentication-entry.js';
import { checkArgument, checkArguments } from '../shared/checks/check-arguments.js';
import { isObject } from '../shared/checks/check-options.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { toLoggedEvent, type LoggedEvent } from './audit-service.js';
import { mayBePurged } from './entry-parts.js';

/** The logs of a tenant. */
export const LOG_NAMES = ['audit', 'authentication'] as const;

export type LogName = (typeof LOG_NAMES)[number];

/** An entry of either log. An entry of the audit log has a `sequence`. */
export type LogEntry = LoggedEvent | AuthenticationEntry;

/** Which part of a log to read. */
export interface LogRequest {
  readonly log: LogName;
  /** The id of the last entry that was read; null, the default, reads from the oldest on. */
  readonly after?: string | null;
  /** The most entries to read, 1 to 1,000; 200 by default. */
  readonly limit?: number;
}

/** Reads the logs from the oldest entry to the newest, for collectors. */
export interface LogReaderService {
  /**
   * The entries of a log that come after one, in an order in which a reader that goes on after the last entry it got
   * misses none. Empty where there are none yet. Null where the log has no entry `after`.
   *
   * The order is that of the commits, roughly: in Postgres an entry is there once every transaction of the server that
   * began to write before it has ended. `at` may go back by as much.
   *
   * The authentication log deletes entries after 90 days. So for an `after` that is older than that, and no longer
   * there, it is read from the oldest entry on.
   */
  read(tenantId: string, request: LogRequest): Promise<readonly LogEntry[] | null>;
}

export function createLogReaderService({
  storage,
  clock,
}: {
  readonly storage: Storage;
  readonly clock: Clock;
}): LogReaderService {
  return {
    async read(tenantId, request) {
      checkArguments('logs.read', { tenantId });
      const { log, after, limit } = readRequest(request);
      return inUnitOfWork(storage, { tenantId }, async ({ audit, authenticationLog }) => {
        if (log === 'audit') {
          const entries = await audit.after(after, limit);
          return entries && entries.map(toLoggedEvent);
        }
        const entries = await authenticationLog.after(after, limit);
        const isGone = entries === null && after !== null && mayBePurged(after, clock.now());
        return isGone ? authenticationLog.after(null, limit) : entries;
      });
    },
  };
}

function readRequest(request: unknown): Required<LogRequest> {
  const given = isObject(request) ? request : {};
  const { log, after = null, limit = 200 } = given as Partial<LogRequest>;
  const isLog = LOG_NAMES.some((name) => name === log);
  checkArgument('logs.read', 'request.log', isLog, 'audit or authentication');
  const isAfter = after === null || typeof after === 'string';
  checkArgument('logs.read', 'request.after', isAfter, 'the id of an entry, or null');
  const isLimit = Number.isInteger(limit) && limit >= 1 && limit <= 1_000;
  checkArgument('logs.read', 'request.limit', isLimit, 'a whole number from 1 to 1,000');
  return { log: log as LogName, after, limit };
}
