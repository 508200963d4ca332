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
