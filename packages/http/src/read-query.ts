import type { FieldViolation } from '@stepward/core';
import { refuse, type Refusal } from './refusal.js';

/** A rule that a parameter breaks. */
export type BrokenQueryRule = Pick<FieldViolation, 'rule' | 'limit'>;

/** One parameter of a query: what stands for it where it is left out, and how its text reads. */
export interface QueryField<T> {
  readonly absent: T;
  /** The value in a box, or the rule that the text breaks. */
  read(text: string): { readonly value: T } | BrokenQueryRule;
}

/** The parameters that a query may have. */
export type QueryFields<Query> = { readonly [Name in keyof Query]: QueryField<Query[Name]> };

/**
 * Reads a query (`application/x-www-form-urlencoded`, WHATWG URL section 5). Unknown and repeated
 * parameters are refused, since a filter that silently does not filter misleads; everything wrong is
 * listed in `query_invalid`.
 */
export function readQuery<Query>(query: string, fields: QueryFields<Query>): Query | Refusal {
  const sent = new URLSearchParams(query);
  const violations = strangers(sent, new Set(Object.keys(fields)));
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(fields) as (keyof Query & string)[]) {
    const text = sent.get(name);
    const read = text === null ? { value: fields[name].absent } : fields[name].read(text);
    if ('value' in read) values[name] = read.value;
    else violations.push({ field: name, ...read, value: text });
  }
  return violations.length === 0
    ? (values as Query)
    : refuse({ code: 'query_invalid', violations });
}

function strangers(sent: URLSearchParams, known: ReadonlySet<string>): FieldViolation[] {
  return [...new Set(sent.keys())].flatMap((field): FieldViolation[] => {
    const values = sent.getAll(field);
    if (!known.has(field)) {
      return [{ field, rule: 'unknown_parameter', limit: [...known], value: values[0] }];
    }
    return values.length > 1 ? [{ field, rule: 'sent_once', limit: 1, value: values }] : [];
  });
}
