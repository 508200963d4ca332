import type { EventField } from './event-field.js';

/** The fields of an event's data, by name. */
export type EventFields = Readonly<Record<string, EventField<unknown>>>;

type ValueOf<Field> = Field extends EventField<infer Value> ? Value : never;

type RequiredName<Fields extends EventFields> = {
  [Name in keyof Fields]: Fields[Name]['required'] extends true ? Name : never;
}[keyof Fields];

/** The data that fields describe. */
export type DataOf<Fields extends EventFields> = {
  readonly [Name in RequiredName<Fields>]: ValueOf<Fields[Name]>;
} & {
  readonly [Name in Exclude<keyof Fields, RequiredName<Fields>>]?:
    | ValueOf<Fields[Name]>
    | undefined;
};

/** One kind of event, as the catalogue has it. */
export interface EventEntry<
  Fields extends EventFields = EventFields,
  Legacy extends string = string,
  Alias extends string = string,
> {
  /** When it happens, for people. */
  readonly firesWhen: string;
  readonly data: Fields;
  /** Data as it could be, for documentation and tests; every field is there. */
  readonly sample: Required<DataOf<Fields>>;
  /** The name that older emitting paths use (specification, "Legacy names"). */
  readonly legacyName?: Legacy;
  /** The name that `id` has in some emitting paths. It is accepted in its place, and `id` is added. */
  readonly idAlias?: Alias;
}

/** Checks an entry of the catalogue against its own fields, and keeps its names as literals. */
export function defineEvent<
  const Fields extends EventFields,
  const Legacy extends string = never,
  const Alias extends string = never,
>(entry: EventEntry<Fields, Legacy, Alias>): EventEntry<Fields, Legacy, Alias> {
  return entry;
}
