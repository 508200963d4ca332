import { err, ok, type Result } from '@stepward/core';
import type { HttpRequest } from '@stepward/http';

/** The reasons for which the body of a form cannot be used. */
export interface FormRefused {
  readonly code: 'body_too_large' | 'body_incomplete' | 'body_timed_out' | 'media_type_unsupported';
}

/** A form's fields; the first value of each. */
export type Form = ReadonlyMap<string, string>;

/** In bytes: many times what the forms need. */
const MAX_FORM_BYTES = 16_384;

const FORM_MEDIA_TYPE = /^application\/x-www-form-urlencoded(?:[ \t]*;.*)?$/i;

/** Reads a form, also where a body parser of the host's has read it before. */
export async function readForm(
  request: HttpRequest,
  deadline: AbortSignal,
): Promise<Result<Form, FormRefused>> {
  const [mediaType = ''] = request.headers['content-type'] ?? [];
  if (!FORM_MEDIA_TYPE.test(mediaType)) return err({ code: 'media_type_unsupported' });
  const body = await request.readBody(MAX_FORM_BYTES, deadline);
  switch (body.type) {
    case 'too_large':
      return err({ code: 'body_too_large' });
    case 'incomplete':
      return err({ code: 'body_incomplete' });
    case 'timed_out':
      return err({ code: 'body_timed_out' });
    case 'bytes':
      return ok(firstValues(new URLSearchParams(Buffer.from(body.bytes).toString())));
    case 'parsed':
      return ok(firstValues(Object.entries(body.value ?? {})));
  }
}

function firstValues(fields: Iterable<[string, unknown]>): Form {
  const form = new Map<string, string>();
  for (const [name, value] of fields) {
    if (typeof value === 'string' && !form.has(name)) form.set(name, value);
  }
  return form;
}
