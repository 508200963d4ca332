/** Which ids of records a request of an operation names, as its path and its schemas say. */
import { z } from 'zod';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';

/** One place of a request that names a record. */
export interface Reference {
  readonly part: 'path' | 'query' | 'body';
  /** The names down to it: `['session', 'organisation_id']`. */
  readonly place: readonly string[];
  /** The collection of the record, as paths name it: `organisations`. */
  readonly kind: string;
}

interface Schema {
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Every reference of an operation. */
export function referencesOf(operation: AnyOperation): readonly Reference[] {
  return [
    ...inPath(operation),
    ...inSchema('query', schemaOf(operation.query)),
    ...inSchema('body', schemaOf(operation.body)),
  ];
}

/** The words of a parameter that is one of a list; null where it names a record. */
export function wordsOf({ params }: AnyOperation, name: string): readonly string[] | null {
  return schemaOf((params as Readonly<Record<string, z.ZodType>>)[name] ?? null).enum ?? null;
}

/** A parameter names a record of the collection in front of it: `/webhooks/:webhookId`. */
function inPath(operation: AnyOperation): readonly Reference[] {
  const segments = operation.path.split('/');
  return segments.flatMap((segment, at): readonly Reference[] => {
    const name = segment.slice(1);
    if (!segment.startsWith(':') || wordsOf(operation, name) !== null) return [];
    return [{ part: 'path', place: [name], kind: segments[at - 1] ?? '' }];
  });
}

function inSchema(
  part: Reference['part'],
  schema: Schema,
  above: readonly string[] = [],
): readonly Reference[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema;
  const inner = [...anyOf, ...oneOf, ...(items === undefined ? [] : [items])];
  return [
    ...inner.flatMap((each) => inSchema(part, each, above)),
    ...Object.entries(properties).flatMap(([name, field]) => {
      const place = [...above, name];
      return isId(name, field)
        ? [{ part, place, kind: collectionOf(name) }]
        : inSchema(part, field, place);
    }),
  ];
}

/** By its name, or because it is as long as ids may be. */
function isId(name: string, schema: Schema): boolean {
  const { minLength, maxLength, anyOf = [] } = schema;
  const isSoLong = minLength === 1 && maxLength === 255;
  return name.endsWith('_id') || isSoLong || anyOf.some((each) => isId('', each));
}

/** `identity_id` is of `identities`. */
function collectionOf(name: string): string {
  return `${name.replace(/_id$/, '').replace(/y$/, 'ie')}s`;
}

export function schemaOf(type: z.ZodType | null): Schema {
  return type === null
    ? {}
    : (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema);
}
