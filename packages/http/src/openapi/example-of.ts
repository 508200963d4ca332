/** A JSON Schema (draft 2020-12), as far as examples need it. */
export interface DescribedSchema {
  readonly type?: unknown;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly DescribedSchema[];
  readonly oneOf?: readonly DescribedSchema[];
  readonly properties?: Readonly<Record<string, DescribedSchema>>;
  readonly items?: DescribedSchema;
  readonly minimum?: number;
}

/**
 * Returns a value that fits a schema: its first example, an allowed value, or a value built from the examples of its
 * parts. Of alternatives the first is used.
 *
 * @throws Error if a string, or a value of any type, has no example.
 */
export function exampleOf(schema: DescribedSchema): unknown {
  const { examples, enum: words, anyOf, oneOf } = schema;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  const [first] = examples ?? words ?? [];
  if (first !== undefined) return first;
  const [alternative] = anyOf ?? oneOf ?? [];
  return alternative === undefined ? ofType(schema) : exampleOf(alternative);
}

function ofType(schema: DescribedSchema): unknown {
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(field)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'null':
      return null;
    default:
      throw new Error(`a schema has no example: ${JSON.stringify(schema)}`);
  }
}
