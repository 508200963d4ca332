import { LOCK_BOUNDS } from '@stepward/core/adapter';
import { failure, fine, warning, type Check } from './check.js';

interface SettingRow {
  readonly name: string;
  /** Milliseconds; 0 for none. */
  readonly ms: number;
}

/** Below this, a busy moment of the server breaks requests and the worker. */
const TOO_SHORT_MS = 1_000;

/** An export of a log and a migration of a large table take longer. */
const LONG_WORK_MS = 60_000;

/**
 * The settings that end a statement, a transaction or a connection before Stepward does: those of the role, the database and the
 * connection. What Stepward sets for a transaction is not among them.
 */
export const timeouts: Check = {
  name: 'timeouts',
  page: 'docs/operations.md#timeouts',
  async run(read, { queryTimeoutMs }) {
    const rows = await read<SettingRow>(
      `select name, reset_val::integer as ms from pg_settings where name = any($1) and reset_val <> '0' order by name`,
      [[...ADVICE.keys()]],
    );
    const set = [
      ...rows,
      ...(queryTimeoutMs === null ? [] : [{ name: 'query_timeout', ms: queryTimeoutMs }]),
    ];
    const short = set.filter(({ name, ms }) => ms <= (SHORTEST_MS.get(name) ?? LOCK_BOUNDS.waitMs));
    const [first] = short;
    if (first === undefined) return fine(set.map(textOf).join(', ') || 'no timeout is set');
    const judge = short.some(({ ms }) => ms < TOO_SHORT_MS) ? failure : warning;
    return judge(short.map(textOf).join(', '), ADVICE.get(first.name) ?? LONGER);
  },
};

function textOf({ name, ms }: SettingRow): string {
  return `${name} is ${String(ms)} ms`;
}

const LONGER =
  'set it longer than lockWaitMs, 5 seconds by default: waits for a lock end before that';

/** What to do about each setting that is too short. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'idle_in_transaction_session_timeout',
    'set it to 10 seconds or more, or your own transactions are ended',
  ],
  [
    'idle_session_timeout',
    'switch it off for this role: it closes the connection on which workers listen',
  ],
  ['statement_timeout', LONGER],
  ['transaction_timeout', 'set it to more than a minute, or off: it ends exports and migrations'],
]);

/** The longest value that is too short, where it is not that of a wait for a lock. */
const SHORTEST_MS: ReadonlyMap<string, number> = new Map([
  ['idle_session_timeout', Infinity],
  ['transaction_timeout', LONG_WORK_MS],
]);
