import { defineEvent } from '@stepward/core/events';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SECRET } from '../../test/deliveries.js';
import { createReceiver } from '../create-receiver.js';
import { expressHandler } from './express-handler.js';
import { fastifyHandler } from './fastify-handler.js';
import { fetchHandler } from './fetch-handler.js';

const receiver = createReceiver({ secrets: [SECRET] });
const handle = (): void => undefined;

describe.each([
  ['expressHandler', expressHandler],
  ['fastifyHandler', fastifyHandler],
  ['fetchHandler', fetchHandler],
] as const)('%s', (name, bind) => {
  it.each<[string, unknown, unknown]>([
    ['pass what createReceiver returned', handle, handle],
    ['pass what createReceiver returned', undefined, handle],
    ['the handlers must be a function', receiver, undefined],
    ['there is no event user.craeted;', receiver, { 'user.craeted': handle }],
    ['there is no event org.created;', receiver, { 'org.created': handle }],
    ['the handler of user.created must be a function', receiver, { 'user.created': 'handle' }],
  ])('says that %s', (message, given, handlers) => {
    expect(() => bind(given as never, handlers as never)).toThrow(`${name}: ${message}`);
  });

  it.each([
    [handle],
    [{}],
    [{ 'user.created': handle, '*': handle, 'user.deleted': undefined }],
    [{ thin: handle, standard_webhooks: handle }],
  ])('takes handlers that are right: %#', (handlers) => {
    expect(() => bind(receiver, handlers as never)).not.toThrow();
  });
});

it('a handler can stand under the name of an event that the receiver was given', () => {
  const data = z.object({ id: z.string() });
  const example = { id: 'inv_1' };
  const events = { 'invoice.paid': defineEvent({ description: 'it is paid', data, example }) };
  const informed = createReceiver({ secrets: [SECRET], events });
  expect(() => fetchHandler(informed, { 'invoice.paid': handle })).not.toThrow();
  expect(() => fetchHandler(receiver, { 'invoice.paid': handle } as never)).toThrow(
    'there is no event invoice.paid;',
  );
});
