import type { FieldViolation } from '@stepward/core';
import type { z } from 'zod';
import { refuse, type Refusal } from './refusal.js';
import { violationsOf } from './violations-of.js';

/**
 * Reads a query (`application/x-www-form-urlencoded`, WHATWG URL section 5). Unknown and repeated parameters are
 * refused, because a filter that is silently ignored misleads; all violations are listed in `query_invalid`.
 */
export function readQuery(
  query: string,
  schema: z.ZodObject<z.ZodRawShape>,
): Readonly<Record<string, unknown>> | Refusal {
  const sent = new URLSearchParams(query);
  const values = Object.fromEntries(
    [...sent].filter(([name]) => Object.hasOwn(schema.shape, name)),
  );
  const read = schema.safeParse(values);
  const violations = strangers(sent, Object.keys(schema.shape));
  for (const broken of read.success ? [] : violationsOf(read.error, values)) {
    violations.push({ ...broken, value: values[broken.field] });
  }
  return read.success && violations.length === 0
    ? read.data
    : refuse({ code: 'query_invalid', violations });
}

function strangers(sent: URLSearchParams, known: readonly string[]): FieldViolation[] {
  return [...new Set(sent.keys())].flatMap((field): FieldViolation[] => {
    const values = sent.getAll(field);
    if (!known.includes(field)) {
      return [{ field, rule: 'unknown_parameter', limit: known, value: values[0] }];
    }
    return values.length > 1 ? [{ field, rule: 'sent_once', limit: 1, value: values }] : [];
  });
}
