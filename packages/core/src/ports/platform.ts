import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { hasMethods } from '../shared/checks/check-options.js';

/** The only source of time. Tests and the demo pass one that they can set. */
export interface Clock {
  now(): Date;
  /** A signal that aborts after `ms` milliseconds of waiting, for calls that leave the process. */
  timeout(ms: number): AbortSignal;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  timeout: (ms) => AbortSignal.timeout(ms),
};

/** The only source of randomness; shipped code uses {@link systemRandom}, tests a seeded one. */
export interface Random {
  /** A uniform integer in `0 ≤ n < below`, from a cryptographically secure source. */
  integer(below: number): number;
  /** `count` random bytes, from the same kind of source. */
  bytes(count: number): Uint8Array;
  /** A random UUID (RFC 9562, version 4). */
  uuid(): string;
}

/** The platform's cryptographically secure generator. */
export const systemRandom: Random = {
  integer: (below) => randomInt(below),
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};

/**
 * Receives Stepward's log messages. A pino logger can be passed unchanged. No code, full phone number, secret or
 * token is ever passed to it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Whether a value is a logger. */
export const isLogger = hasMethods('debug', 'info', 'warn', 'error');

/** Logs nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
