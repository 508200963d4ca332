import { defaulted, readOptions, required, type OptionTable } from '@stepward/core/adapter';

/** The part of a `NatsConnection` of nats.js that the sink names; JetStream's client uses the rest of it. */
export interface NatsClient {
  /** Of the server; undefined while there is none. */
  readonly info?: { readonly version: string };
  isClosed(): boolean;
}

export interface NatsSinkOptions {
  /**
   * A connection that `connect()` of `@nats-io/transport-node` made, version 3. It stays the host's, who closes it after the worker
   * has stopped. With `maxReconnectAttempts: -1` and `waitOnFirstConnect: true` it outlives any outage.
   */
  readonly connection: NatsClient;
  /** The name of a stream that the host has made. It takes the subjects `<subject>.>`. */
  readonly stream: string;
  /**
   * What each subject begins with; `stepward`. Letters, digits, `-` and `_`, and dots between. An event's subject is
   * `<subject>.<tenant>.<event type>`, in which a dot of the tenant's id is `%2E`.
   */
  readonly subject?: string;
}

const TOKENS = /^[\w-]+(?:\.[\w-]+)*$/;

const NATS_SINK_OPTIONS: OptionTable<NatsSinkOptions> = {
  connection: required('a connection of @nats-io/transport-node', (value) =>
    hasMembers(value, ['isClosed', 'request', 'options']),
  ),
  stream: required('the name of a stream', (value) => typeof value === 'string' && isName(value)),
  subject: defaulted(
    'stepward',
    'letters, digits, - and _, with dots between',
    (value) => typeof value === 'string' && TOKENS.test(value),
  ),
};

function hasMembers(value: unknown, names: readonly string[]): boolean {
  return typeof value === 'object' && value !== null && names.every((name) => name in value);
}

/** NATS allows no space, dot, wildcard or slash in it. */
function isName(text: string): boolean {
  return /^[^\s.*>/\\]{1,255}$/.test(text);
}

/** @throws TypeError that names the option that is missing, wrong or unknown */
export function readSinkOptions(options: NatsSinkOptions): Required<NatsSinkOptions> {
  return readOptions('createNatsSink', options, NATS_SINK_OPTIONS);
}
