/** Durations are plain milliseconds. */

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

/** The time `ms` milliseconds after `time`, or before it where `ms` is negative. */
export const addMs = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
