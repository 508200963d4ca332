import type { FieldViolation } from '@stepward/core';
import type { z } from 'zod';
import type { HttpBody, HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import { MAX_LISTED } from '../errors/problem.js';
import { singleHeader } from './headers.js';
import { violationsOf } from './violations-of.js';

/** The maximum nesting depth of a body: far more than any record needs, and far less than would overflow the stack. */
const MAX_DEPTH = 32;

const JSON_MEDIA_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

/** A parsed body, and its original JSON. */
interface JsonBody<Body> {
  readonly value: Body;
  readonly json: unknown;
}

/**
 * Reads a body that matches its schema, or returns the refusal: `media_type_unsupported` before anything is read,
 * `body_too_large`, `body_incomplete`, `body_timed_out`, `body_malformed`, `body_invalid`. If the schema accepts
 * `undefined`, an empty body is that, and needs no content type.
 */
export async function readJsonBody<Body>(
  request: HttpRequest,
  schema: z.ZodType<Body>,
  limit: number,
  deadline: () => AbortSignal,
): Promise<Refusal | JsonBody<Body>> {
  const isJson = JSON_MEDIA_TYPE.test(singleHeader(request.headers, 'content-type') ?? '');
  if (!isJson && !isOptional(schema)) return refuse({ code: 'media_type_unsupported' });
  const body = await request.readBody(limit, deadline());
  switch (body.type) {
    case 'too_large':
      return refuse({ code: 'body_too_large' });
    case 'incomplete':
      return refuse({ code: 'body_incomplete' });
    case 'timed_out':
      return refuse({ code: 'body_timed_out' });
    case 'bytes':
    case 'parsed': {
      if (isEmpty(body) && isOptional(schema)) return checkShape(undefined, schema);
      if (!isJson) return refuse({ code: 'media_type_unsupported' });
      const json = parseJson(body);
      return json === null ? refuse({ code: 'body_malformed' }) : checkShape(json.value, schema);
    }
  }
}

type ReadBody = Extract<HttpBody, { readonly type: 'bytes' | 'parsed' }>;

function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success;
}

function isEmpty(body: ReadBody): boolean {
  return body.type === 'bytes' && body.bytes.byteLength === 0;
}

/**
 * The JSON value in an object, because `null` is a value too; null if the bytes are not JSON in UTF-8. If a parser
 * ran and returned nothing, the body does not count as empty.
 */
function parseJson(body: ReadBody): { readonly value: unknown } | null {
  if (body.type === 'parsed') return body.value === undefined ? null : { value: body.value };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body.bytes);
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Parses the value by the schema. Errors do not repeat the body, because it may hold a code. */
function checkShape<Body>(value: unknown, schema: z.ZodType<Body>): Refusal | JsonBody<Body> {
  if (isDeeper(value, MAX_DEPTH)) {
    const violation: FieldViolation = {
      field: 'body',
      rule: 'depth',
      limit: MAX_DEPTH,
      value: null,
    };
    return refuse({ code: 'body_invalid', violations: [violation] });
  }
  const checked = schema.safeParse(value);
  if (checked.success) return { value: checked.data, json: value };
  return refuse({ code: 'body_invalid', violations: violationsOf(checked.error, value) });
}

/** Steps that walk a value, as `JSON.stringify` does, would run out of stack on a deeper one. */
function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}

/**
 * Reads a query (`application/x-www-form-urlencoded`, WHATWG URL section 5). Unknown and repeated parameters are
 * refused, because a filter that is silently ignored misleads. `query_invalid` lists all violations, of unknown and
 * repeated parameters the first 100.
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

/** The first unknown and repeated parameters. One pass, because a query may have thousands of names. */
function strangers(sent: URLSearchParams, known: readonly string[]): FieldViolation[] {
  const valuesOf = new Map<string, string[]>();
  for (const [field, value] of sent) {
    const values = valuesOf.get(field);
    if (values === undefined) valuesOf.set(field, [value]);
    else values.push(value);
  }
  const violations: FieldViolation[] = [];
  for (const [field, values] of valuesOf) {
    if (violations.length === MAX_LISTED) break;
    if (!known.includes(field)) {
      violations.push({ field, rule: 'unknown_parameter', limit: known, value: values[0] });
    } else if (values.length > 1) {
      violations.push({ field, rule: 'sent_once', limit: 1, value: values });
    }
  }
  return violations;
}
