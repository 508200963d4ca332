/** Durations are plain milliseconds. These spell them the way the specification does. */

export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => seconds(count * 60);
export const hours = (count: number): number => minutes(count * 60);
export const days = (count: number): number => hours(count * 24);

/** The moment `ms` milliseconds after `moment` (before it, where `ms` is negative). */
export const addMs = (moment: Date, ms: number): Date => new Date(moment.getTime() + ms);

/** The earlier of two moments; `other` where there is but one. */
export const earlier = (moment: Date | null, other: Date): Date =>
  moment !== null && moment < other ? moment : other;

/** Milliseconds from `from` to `to`; negative where `to` is the earlier. */
export const msBetween = (from: Date, to: Date): number => to.getTime() - from.getTime();
