/** Durations are plain milliseconds. These constants are the units of the specification. */

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

/** The time `ms` milliseconds after `time`, or before it where `ms` is negative. */
export const addMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Returns the earlier of two times; `other` if `time` is null. */
export const earlier = (time: Date | null, other: Date): Date =>
  time !== null && time < other ? time : other;

/** Milliseconds from `from` to `to`; negative where `to` is the earlier. */
export const msBetween = (from: Date, to: Date): number => to.getTime() - from.getTime();

/** Whether a value is a valid `Date`: `new Date('soon')` is not. */
export const hasMoment = (value: unknown): value is Date =>
  value instanceof Date && !Number.isNaN(value.getTime());
