import specs from '@asyncapi/specs';
import { defineEvent, type EventDefinitions } from '@stepward/core/events';
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

it('has a message for each version of an event, the newest under its name alone', () => {
  const invoiceSent = defineEvent({
    description: 'an invoice is sent',
    versions: {
      '2026-11-01': z.object({ to: z.string() }),
      '2027-02-01': z.object({ to: z.array(z.string()) }),
    },
    down: { '2027-02-01': ({ to }) => ({ to: to[0] ?? '' }) },
    example: { to: ['a@example.com'] },
  });
  const { messages } = messagesOf({ 'invoice.sent': invoiceSent });
  const described = ['invoice.sent', 'invoice.sent.2026-11-01'].map((name) => {
    const { name: type, summary, payload, examples } = messages[name]!;
    return [type, summary, payload.properties.data.properties, examples[0]?.headers];
  });
  const headers = (version: string) => expect.objectContaining({ 'X-Webhook-Version': version });
  expect(described).toEqual([
    [
      'invoice.sent',
      'an invoice is sent, in the version of 2027-02-01',
      { to: { type: 'array', items: { type: 'string' } } },
      headers('2027-02-01'),
    ],
    [
      'invoice.sent',
      'an invoice is sent, in the version of 2026-11-01',
      { to: { type: 'string' } },
      headers('2026-11-01'),
    ],
  ]);
});

it('has an example of each event that fits its headers and its payload', () => {
  const components = messagesOf();
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

function messagesOf(events: EventDefinitions = {}) {
  const { components } = describeEvents(events) as unknown as {
    readonly components: { readonly messages: Readonly<Record<string, Message>> };
  };
  return components;
}

interface Message {
  readonly name: string;
  readonly summary: string;
  readonly payload: { readonly properties: { readonly data: { readonly properties: object } } };
  readonly headers: object;
  readonly examples: readonly { readonly payload: unknown; readonly headers: unknown }[];
}
