import { z } from 'zod';
import { exampleOf, type DescribedSchema } from '../../src/openapi/example-of.js';
import type { AnyOperation } from '../../src/operations/operation.js';

/** A body that fits an operation, from the examples of its schema; undefined if it takes none. */
export function exampleBody({ body }: AnyOperation): object | undefined {
  if (body === null) return undefined;
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return exampleOf(schema as DescribedSchema) as object;
}
