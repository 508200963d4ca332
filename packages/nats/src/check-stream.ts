import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { NatsClient, NatsSinkOptions } from './nats-sink-options.js';
import { NatsSinkError } from './nats-sink-error.js';

const OLDEST_SERVER = [2, 9] as const;

/**
 * Seconds for which the stream must know the ids of messages at least. An event comes again after a lost answer (15 seconds at
 * most), or after its worker has died (20 seconds at most).
 */
const SHORTEST_WINDOW_S = 60;

/**
 * Checks the server and the stream that the sink publishes to.
 *
 * @throws NatsSinkError
 */
export async function checkStream(
  jetstream: JetStreamClient,
  { connection, stream, subject }: Required<NatsSinkOptions>,
): Promise<void> {
  checkServer(connection);
  const config = await configOf(jetstream, stream);
  const fault = faultOf(config, `${subject}.>`);
  if (fault !== null) throw new NatsSinkError('stream_unfit', `the stream ${stream} ${fault}`);
}

function checkServer(connection: NatsClient): void {
  const { info } = connection;
  if (connection.isClosed())
    throw new NatsSinkError('unavailable', 'the connection to NATS is closed');
  if (info === undefined) throw new NatsSinkError('unavailable', 'NATS is not connected');
  const [major = 0, minor = 0] = info.version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_SERVER;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const needed = OLDEST_SERVER.join('.');
  const message = `the NATS server has version ${info.version}: ${needed} or newer is needed`;
  throw new NatsSinkError('server_too_old', message);
}

async function configOf(jetstream: JetStreamClient, stream: string): Promise<StreamConfig> {
  const manager = await jetstream.jetstreamManager(false);
  try {
    return (await manager.streams.info(stream)).config;
  } catch (thrown) {
    const isMissing =
      thrown instanceof JetStreamApiError && thrown.code === JetStreamApiCodes.StreamNotFound;
    if (!isMissing) throw thrown;
    const message = `NATS has no stream ${stream}: create it`;
    throw new NatsSinkError('stream_missing', message, { cause: thrown });
  }
}

function faultOf(
  { subjects = [], no_ack: hasNoAcks, duplicate_window: windowNs }: Partial<StreamConfig>,
  all: string,
): string | null {
  if (!subjects.some((pattern) => covers(pattern, all))) {
    return `does not take ${all}: add that to its subjects`;
  }
  if (hasNoAcks === true) return 'does not acknowledge messages: set no_ack to false';
  if ((windowNs ?? 0) < SHORTEST_WINDOW_S * 1e9) {
    return `knows the ids of messages for less than ${String(SHORTEST_WINDOW_S)} seconds: widen its duplicate_window`;
  }
  return null;
}

/** Whether each subject of `wanted`, which ends with `>`, is one of `pattern`. */
function covers(pattern: string, wanted: string): boolean {
  const tokens = pattern.split('.');
  const wantedTokens = wanted.split('.');
  if (tokens.at(-1) !== '>' || tokens.length > wantedTokens.length) return false;
  return tokens
    .slice(0, -1)
    .every((token, index) => token === '*' || token === wantedTokens[index]);
}
