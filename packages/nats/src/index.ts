export { createNatsSink, type NatsSink } from './nats-sink.js';
export type { NatsClient, NatsSinkOptions } from './nats-sink-options.js';
export { NatsSinkError, type NatsSinkErrorCode } from './nats-sink-error.js';
