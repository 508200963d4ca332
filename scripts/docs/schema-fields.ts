/**
 * Schemas of the OpenAPI document as lists in Markdown: one line for each field, with its type, its bounds and its meaning. A
 * schema with fields that has a name is described once, below `## Records`, and linked to from everywhere else.
 */
import { isJsonObject, objectAt, type Json, type JsonObject } from '../json.js';
import { codes } from './table.js';

/** What a schema is, in a few words, and the lines of its fields where it has some that no other place describes. */
export interface SchemaText {
  readonly type: string;
  readonly fields: readonly string[];
}

/** Every named schema that has fields, as a section. */
export function recordSections(document: JsonObject): string {
  return Object.entries(objectAt(document, 'components', 'schemas'))
    .filter(([, schema]) => hasFields(schema))
    .map(([name, schema]) => `### ${name}\n\n${fieldsOf(document, schema).join('\n')}`)
    .join('\n\n');
}

export function schemaText(document: JsonObject, schema: Json | undefined): SchemaText {
  if (!isJsonObject(schema)) return plain(ANY);
  const { $ref: reference, enum: values, oneOf: exclusive, type, items } = schema;
  const variants = schema['anyOf'] ?? exclusive;
  if (typeof reference === 'string') return namedText(document, reference);
  if (Array.isArray(values)) return plain(oneOf((values as Json[]).map(code)));
  if (schema['const'] !== undefined) return plain(code(schema['const']));
  if (Array.isArray(variants)) return variantsText(document, variants as Json[]);
  if (type === 'array') {
    const each = schemaText(document, items);
    return { ...each, type: `list of ${each.type}${boundsOf(schema, 'Items', 'entries')}` };
  }
  if (type === 'object') return objectText(document, schema);
  if (type === 'string') {
    return plain(`${stringOf(schema)}${boundsOf(schema, 'Length', 'characters')}`);
  }
  if (type === 'integer' || type === 'number') return plain(`${type}${boundsOf(schema, 'imum')}`);
  return plain(typeof type === 'string' ? type : ANY);
}

/** A line for each field, with the lines of its own fields below it. */
export function fieldsOf(document: JsonObject, schema: Json | undefined): readonly string[] {
  const required = (objectAt(schema)['required'] ?? []) as readonly string[];
  const properties = Object.entries(objectAt(schema, 'properties'));
  return properties
    .filter(([name]) => camelCase(name) === name || !hasName(properties, camelCase(name)))
    .flatMap(([name, property]) => {
      const names = properties.map(([each]) => each).filter((each) => camelCase(each) === name);
      const { type, fields } = schemaText(document, property);
      const shown = names.length > 1 ? names : [name];
      const described = oneOf(shown.map((each) => `\`${each}\``));
      const presence = required.includes(name) ? '' : ', optional';
      const line = `- ${described}: ${type}${presence}${meaningOf(document, property)}`;
      return [line, ...fields.map(nested)];
    });
}

/** A line of a list that is inside another. */
export const nested = (line: string) => `  ${line}`;

/** A schema that asks for nothing. */
const ANY = 'any JSON value';

const plain = (type: string): SchemaText => ({ type, fields: [] });

const hasFields = (schema: Json | undefined) =>
  Object.keys(objectAt(schema, 'properties')).length > 0;

function namedText(document: JsonObject, reference: string): SchemaText {
  const schema = referredTo(document, reference);
  if (!hasFields(schema)) return schemaText(document, schema);
  const name = nameIn(reference);
  return plain(`[${name}](#${name.toLowerCase()})`);
}

const referredTo = (document: JsonObject, reference: string) =>
  objectAt(document, 'components', 'schemas', nameIn(reference));

const nameIn = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1);

function variantsText(document: JsonObject, variants: readonly Json[]): SchemaText {
  const texts = variants.map((variant) => schemaText(document, variant));
  if (texts.filter(({ fields }) => fields.length > 0).length > 1) {
    const fields = texts.flatMap((text) => [`- ${text.type}`, ...text.fields.map(nested)]);
    return { type: 'one of these', fields };
  }
  return {
    type: oneOf(texts.map(({ type }) => type)),
    fields: texts.flatMap(({ fields }) => fields),
  };
}

function objectText(document: JsonObject, schema: JsonObject): SchemaText {
  if (hasFields(schema)) return { type: 'object', fields: fieldsOf(document, schema) };
  const { type } = schemaText(document, schema['additionalProperties']);
  if (type === ANY) return plain('object');
  return plain(`object of ${type} by name${boundsOf(schema, 'Properties', 'entries')}`);
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'time in ISO 8601',
  date: 'date',
  uri: 'URL',
};

const stringOf = ({ format }: JsonObject) =>
  (typeof format === 'string' ? FORMATS[format] : undefined) ?? 'string';

/** ` (1 to 64 characters)`; nothing where there is no bound that says something. */
function boundsOf(schema: JsonObject, what: string, unit = ''): string {
  const [minimum, maximum] = [schema[`min${what}`], schema[`max${what}`]].map((bound) =>
    typeof bound === 'number' && Number.isSafeInteger(bound) ? bound : undefined,
  );
  const range = rangeOf(minimum, maximum);
  return range === null ? '' : ` (${range}${unit === '' ? '' : ` ${unit}`})`;
}

function rangeOf(minimum: number | undefined, maximum: number | undefined): string | null {
  const least = minimum === Number.MIN_SAFE_INTEGER ? undefined : minimum;
  if (maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) {
    return least === undefined || least === 0 ? null : `at least ${String(least)}`;
  }
  if (least === undefined || least === 0) return `at most ${String(maximum)}`;
  return least === maximum ? String(maximum) : `${String(least)} to ${String(maximum)}`;
}

/** The description; without one, that of the named schema, where no section has it. */
function meaningOf(document: JsonObject, schema: Json | undefined): string {
  const { $ref: reference, description } = objectAt(schema);
  if (typeof description === 'string') return `. ${description}`;
  const named = typeof reference === 'string' ? referredTo(document, reference) : undefined;
  return named === undefined || hasFields(named) ? '' : meaningOf(document, named);
}

const code = (value: Json) => codes([typeof value === 'string' ? value : JSON.stringify(value)]);

/** `a, b or c`; a text may have commas of its own. */
function oneOf(texts: readonly string[]): string {
  const distinct = [...new Set(texts)];
  const others = distinct.slice(0, -1).join(', ');
  return [others, ...distinct.slice(-1)].filter((text) => text !== '').join(' or ');
}

const camelCase = (name: string) =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const hasName = (properties: readonly (readonly [string, unknown])[], name: string) =>
  properties.some(([each]) => each === name);
