/** The only source of time. Tests and the demo hand over one that they can move. */
export interface Clock {
  now(): Date;
  /** A signal that aborts after `ms` milliseconds of waiting, for calls that leave the process. */
  deadline(ms: number): AbortSignal;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  deadline: (ms) => AbortSignal.timeout(ms),
};
