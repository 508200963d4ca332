import type { DataSchema, InputOf, OutputOf } from './data-schema.js';

/** The schemas of an event's data, each by the date of its version, such as `2026-11-01`. */
export type EventVersions = Readonly<Record<string, DataSchema>>;

/** Turns the data of one version into that of the version before. It must be a pure function. */
type DownStep = (data: never) => unknown;

/** The versions of an event, and the steps between them. */
export interface VersionSteps {
  readonly versions: EventVersions;
  /** By the date of the version that each begins with; all but the first have one. */
  readonly down: Readonly<Record<string, DownStep>>;
}

/** Whether a date, as `YYYY-MM-DD`, is before another one. */
type IsBefore<
  One extends string,
  Other extends string,
> = `${One} ${Other}` extends `${infer A}${infer As} ${infer B}${infer Bs}`
  ? A extends B
    ? IsBefore<As, Bs>
    : '0123456789' extends `${string}${A}${string}${B}${string}`
      ? true
      : false
  : false;

/** The dates of a union that are before one. */
type DatesBefore<Dates extends string, One extends string> = {
  [Date in Dates]: IsBefore<Date, One> extends true ? Date : never;
}[Dates];

/** The latest date of a union. */
type LatestOf<Dates extends string> = {
  [Date in Dates]: true extends { [Other in Dates]: IsBefore<Date, Other> }[Dates] ? never : Date;
}[Dates];

type DatesOf<Versions extends EventVersions> = keyof Versions & string;

/** The date of the newest version. */
export type NewestOf<Versions extends EventVersions> = LatestOf<DatesOf<Versions>>;

/** The step down from each version but the first, by the date of the version that it begins with. */
export type DownSteps<Versions extends EventVersions> = {
  readonly [
    Date in DatesOf<Versions> as [DatesBefore<DatesOf<Versions>, Date>] extends [never]
      ? never
      : Date
  ]: (
    data: OutputOf<Versions[Date]>,
  ) => InputOf<Versions[LatestOf<DatesBefore<DatesOf<Versions>, Date>>]>;
};

/** The dates of a union that are not later than one. */
type DatesUpTo<Dates extends string, One extends string> = {
  [Date in Dates]: IsBefore<One, Date> extends true ? never : Date;
}[Dates];

type FirstOf<Dates extends string> = {
  [Date in Dates]: [DatesBefore<Dates, Date>] extends [never] ? Date : never;
}[Dates];

/** What {@link versionAt} returns; any of the dates where the pin is not known when it compiles. */
export type VersionAt<Versions extends EventVersions, Pin extends string> = string extends Pin
  ? DatesOf<Versions>
  : [DatesUpTo<DatesOf<Versions>, Pin>] extends [never]
    ? FirstOf<DatesOf<Versions>>
    : LatestOf<DatesUpTo<DatesOf<Versions>, Pin>>;

/** Whether a text is a day, as `YYYY-MM-DD`. */
export function isDay(date: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The dates of versions, the first one first. */
export function datesOf(versions: EventVersions): readonly string[] {
  return Object.keys(versions).toSorted();
}

/**
 * The version that a subscriber with a pin gets: the newest that is not later than the pin, or the first where all are later, and
 * where the pin is null.
 *
 * @param dates ascending, at least one
 */
export function versionAt(dates: readonly string[], pin: string | null): string {
  const held = dates.filter((date) => pin !== null && date <= pin).at(-1) ?? dates[0];
  if (held === undefined) throw new TypeError('an event with versions has at least one');
  return held;
}

/**
 * Takes data from one version of its event down to an earlier one.
 *
 * @throws what a step throws
 */
export function takeDown(
  { versions, down }: VersionSteps,
  data: unknown,
  [from, to]: readonly [from: string, to: string],
): unknown {
  const steps = datesOf(versions).filter((date) => date > to && date <= from);
  return steps.reduceRight((newer, date) => {
    const step = down[date] as ((data: unknown) => unknown) | undefined;
    if (step === undefined) throw new TypeError(`there is no step down from ${date}`);
    return step(newer);
  }, data);
}
