import { isObject } from '../../shared/checks/check-options.js';
import type { DataSchema, SchemaIssue } from './data-schema.js';
import type { EventDefinition } from './define-event.js';
import type { EventField } from './event-field.js';

/** The fields of an event's data, by name. */
export type EventFields = Readonly<Record<string, EventField<unknown>>>;

type ValueOf<Field> = Field extends EventField<infer Value> ? Value : never;

type RequiredName<Fields extends EventFields> = {
  [Name in keyof Fields]: Fields[Name]['required'] extends true ? Name : never;
}[keyof Fields];

/** The data that fields describe. */
type DataOf<Fields extends EventFields> = {
  readonly [Name in RequiredName<Fields>]: ValueOf<Fields[Name]>;
} & {
  readonly [Name in Exclude<keyof Fields, RequiredName<Fields>>]?:
    | ValueOf<Fields[Name]>
    | undefined;
};

/** A schema made of fields, which the tables of the documentation list. */
export interface FieldsSchema<Fields extends EventFields> extends DataSchema<DataOf<Fields>> {
  readonly fields: Fields;
}

/**
 * The schema of data with these fields: required ones are there, known ones have their type, and any others pass.
 * A field with null is not left out.
 */
export function fields<const Fields extends EventFields>(listed: Fields): FieldsSchema<Fields> {
  const named = Object.entries(listed);
  const jsonSchema = (): Readonly<Record<string, unknown>> => ({
    type: 'object',
    properties: Object.fromEntries(named.map(([name, { schema }]) => [name, schema])),
    required: named.filter(([, { required }]) => required).map(([name]) => name),
  });
  return {
    fields: listed,
    '~standard': {
      validate(value) {
        const issues = isObject(value) ? issuesOf(named, value) : [{ message: 'object' }];
        return issues.length > 0 ? { issues } : { value };
      },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}

/**
 * Defines an event of Stepward's, its data by fields.
 *
 * @param names other names of the event, or of its `id`
 */
export function event<const Fields extends EventFields, const Names extends object = object>(
  description: string,
  data: Fields,
  example: DataOf<Fields>,
  names?: Names,
): EventDefinition<FieldsSchema<Fields>> & Names {
  return { description, data: fields(data), example, ...(names as Names) };
}

function issuesOf(
  named: readonly (readonly [string, EventField<unknown>])[],
  data: Readonly<Record<string, unknown>>,
): readonly SchemaIssue[] {
  const issues: SchemaIssue[] = [];
  for (const [name, { accepts, required, description }] of named) {
    if (Object.hasOwn(data, name) ? accepts(data[name]) : !required) continue;
    issues.push({ message: description, path: [name] });
  }
  return issues;
}
