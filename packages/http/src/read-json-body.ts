import type { z } from 'zod';
import type { HttpBody, HttpRequest } from './http-types.js';
import { refuse, type Refusal } from './refusal.js';
import { singleHeader } from './single-header.js';

/** Bytes that a body of the Account API may have (DECISIONS, "Body limit"). */
export const ACCOUNT_BODY_LIMIT = 16 * 1024;

const JSON_MEDIA_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

/**
 * A body that fits its schema, or why it does not: `media_type_unsupported` before anything is read,
 * `body_too_large`, `body_incomplete`, `body_malformed`, `body_invalid`.
 */
export async function readJsonBody<Body>(
  request: HttpRequest,
  schema: z.ZodType<Body>,
): Promise<Refusal | { readonly value: Body }> {
  const mediaType = singleHeader(request.headers, 'content-type') ?? '';
  if (!JSON_MEDIA_TYPE.test(mediaType)) return refuse({ code: 'media_type_unsupported' });
  const body = await request.readBody(ACCOUNT_BODY_LIMIT);
  switch (body.type) {
    case 'too_large':
      return refuse({ code: 'body_too_large' });
    case 'incomplete':
      return refuse({ code: 'body_incomplete' });
    case 'bytes':
    case 'parsed': {
      const json = parseJson(body);
      return json === null ? refuse({ code: 'body_malformed' }) : checkShape(json.value, schema);
    }
  }
}

type ReadBody = Extract<HttpBody, { readonly type: 'bytes' | 'parsed' }>;

/** The JSON value in a box, since `null` is one as well; null where the bytes are not JSON in UTF-8. */
function parseJson(body: ReadBody): { readonly value: unknown } | null {
  if (body.type === 'parsed') return { value: body.value };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body.bytes);
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** Copies the fields that the schema names, and nothing else: an own `__proto__` stays behind. */
function checkShape<Body>(
  value: unknown,
  schema: z.ZodType<Body>,
): Refusal | { readonly value: Body } {
  const checked = schema.safeParse(value);
  if (checked.success) return { value: checked.data };
  const violations = checked.error.issues.map(({ path, code, message }) => ({
    field: path.length === 0 ? 'body' : path.join('.'),
    rule: code,
    message,
  }));
  return refuse({ code: 'body_invalid', violations });
}
