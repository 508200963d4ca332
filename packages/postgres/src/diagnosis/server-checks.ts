import { CLOCK_TOLERANCE_MS } from '../connection/clock-check.js';
import {
  MIN_SERVER_VERSION,
  sharesName,
  sharedName,
  tooOld,
  unbound,
  unwritable,
  type ServerState,
} from '../connection/server-state.js';
import { failure, fine, warning, type Check, type Verdict } from './check.js';

/** One question about what the server says of itself. */
export interface ServerCheck extends Pick<Check, 'name' | 'page'> {
  judge(server: ServerState, given: ServerCheckGiven): Verdict;
}

export interface ServerCheckGiven {
  readonly schemaName: string;
  /** Milliseconds by which this process is ahead of the database, negative if it is behind. */
  readonly aheadMs: number;
}

const version: ServerCheck = {
  name: 'server version',
  page: 'docs/operations.md#before-the-service-takes-requests',
  judge({ version: name, version_number: number }) {
    if (number >= MIN_SERVER_VERSION) return fine(`Postgres ${name}`);
    return failure(tooOld(name), 'upgrade the server');
  },
};

const writable: ServerCheck = {
  name: 'writable',
  page: 'docs/operations/failover.md',
  judge(server) {
    const problem = unwritable(server);
    if (problem === null) return fine('the server is a primary and accepts writes');
    return failure(problem, 'check where DATABASE_URL leads to');
  },
};

const role: ServerCheck = {
  name: 'role',
  page: 'docs/running.md#migrations',
  judge(server, { schemaName }) {
    if (server.bypasses_rls)
      return failure(unbound(server), 'create a role without SUPERUSER and BYPASSRLS');
    if (sharesName(server, schemaName)) return failure(sharedName(server.role), 'rename the role');
    return fine(`row-level security binds the role ${JSON.stringify(server.role)}`);
  },
};

/** A difference that a time server would correct. */
const NOTICEABLE_MS = 1_000;

const clock: ServerCheck = {
  name: 'clock',
  page: 'docs/operations.md#clocks',
  judge(_, { aheadMs }) {
    const apart = Math.abs(aheadMs);
    if (apart <= NOTICEABLE_MS) return fine('this machine and the database agree on the time');
    const found =
      `the clock of this machine is ${(apart / 1_000).toFixed(1)} s ` +
      `${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database`;
    return (apart > CLOCK_TOLERANCE_MS ? failure : warning)(found, 'let NTP set both clocks');
  },
};

/** In the order of the report. */
export const SERVER_CHECKS: readonly ServerCheck[] = [version, writable, role, clock];
