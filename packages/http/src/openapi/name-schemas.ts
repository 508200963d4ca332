import { FACTOR_NAMES, MANAGEMENT_SCOPES } from '@stepward/core';
import { POLICY_FIELDS } from '@stepward/core/policy';

type Json = Readonly<Record<string, unknown>>;

/** Gives schemas names: code generators then have one type for what several operations share. */
export interface SchemaNames {
  /** The schema with a reference in place of each part that has a name. */
  referTo(schema: Json): Json;
  /** The parts by name, in alphabetical order. */
  readonly schemas: () => Json;
}

/** Enumerations that several fields share. */
const ENUMERATIONS: Readonly<Record<string, unknown>> = {
  Factor: FACTOR_NAMES,
  ManagementScope: MANAGEMENT_SCOPES,
  MfaEnforcement: POLICY_FIELDS.mfaEnforcement.type.schema.enum,
  FactorCombination: POLICY_FIELDS.mfaPolicy.type.schema.enum,
  UnenrolledUserAction: POLICY_FIELDS.unenrolledUserAction.type.schema.enum,
};

/** Keywords with values, not schemas. */
const VALUES: readonly string[] = ['const', 'default', 'enum', 'examples', 'required'];

/** A schema is named by its `title`, or by the list of its words. */
export function createSchemaNames(): SchemaNames {
  const schemas = new Map<string, Json>();

  function named(name: string, schema: Json): Json {
    const known = schemas.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`two schemas have the name ${name}`);
    }
    schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  function part(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(part);
    return typeof value === 'object' && value !== null ? referTo(value as Json) : value;
  }

  function referTo(schema: Json): Json {
    const { enum: values } = schema;
    const { title, ...rest } = Array.isArray(values) ? enumeration(schema, values) : parts(schema);
    // A property may have the name `title`, and is then a schema.
    if (typeof title === 'string') return named(title, rest);
    return title === undefined ? rest : { ...rest, title };
  }

  function parts(schema: Json): Json {
    const entries = Object.entries(schema).map(([name, value]) => [
      name,
      VALUES.includes(name) ? value : part(value),
    ]);
    return Object.fromEntries(entries) as Json;
  }

  /** Words have a type, and null is an alternative to them. */
  function enumeration(schema: Json, values: readonly unknown[]): Json {
    const { type: _type, enum: _enum, ...rest } = schema;
    const words = values.filter((value) => value !== null);
    const described = { type: 'string', enum: words };
    const name = Object.keys(ENUMERATIONS).find(
      (each) => JSON.stringify(ENUMERATIONS[each]) === JSON.stringify(words),
    );
    const one = name === undefined ? described : named(name, described);
    if (words.length === values.length) return { ...one, ...rest };
    return { anyOf: [one, { type: 'null' }], ...rest };
  }

  return {
    referTo,
    schemas: () => Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
