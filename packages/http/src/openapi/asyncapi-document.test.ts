import specs from '@asyncapi/specs';
import { defineEvent } from '@stepward/core/events';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeEvents } from './index.js';

const invoicePaid = defineEvent({
  description: 'an invoice is paid',
  data: z.object({ id: z.string(), total: z.int() }),
  example: { id: 'inv_1', total: 1_900 },
});

it('is a valid AsyncAPI 3.0 document, with the catalogue and the events of the host', () => {
  const document = describeEvents({ 'invoice.paid': invoicePaid });
  // The schema of AsyncAPI brings draft 7 along.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const isValid = ajv.compile(specs.schemas['3.0.0'] as object);
  expect(isValid(document), JSON.stringify(isValid.errors?.slice(0, 3))).toBe(true);
  expect(isValid({ ...document, asyncapi: '2.0.0' })).toBe(false);
  const { components } = document as { components: { messages: Record<string, unknown> } };
  expect(Object.keys(components.messages)).toEqual(
    expect.arrayContaining(['user.created', 'webhook.disabled', 'invoice.paid']),
  );
});

it('has an example of each event that fits its headers and its payload', () => {
  const { components } = describeEvents() as unknown as {
    readonly components: { readonly messages: Readonly<Record<string, Message>> };
  };
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  for (const { name, payload, headers, examples } of Object.values(components.messages)) {
    for (const example of examples) {
      expect(ajv.validate(payload, example.payload), `${name}: ${ajv.errorsText()}`).toBe(true);
      const schema = { ...headers, components };
      expect(ajv.validate(schema, example.headers), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  }
});

interface Message {
  readonly name: string;
  readonly payload: object;
  readonly headers: object;
  readonly examples: readonly { readonly payload: unknown; readonly headers: unknown }[];
}
