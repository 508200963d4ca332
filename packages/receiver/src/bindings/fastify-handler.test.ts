import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { receiverOf, userDeleted } from '../../test/deliveries.js';
import { fastifyHandler, type KnownEventOf } from '../index.js';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Fastify with the handler below `/webhooks`, and a route of the host beside it. */
async function mounted() {
  const { receiver, outcomes } = receiverOf();
  const handled: KnownEventOf<'user.deleted'>[] = [];
  const app: FastifyInstance = fastify({ forceCloseConnections: true, bodyLimit: 1_000 });
  apps.push(app);
  const handlers = {
    'user.deleted': (event: KnownEventOf<'user.deleted'>) => void handled.push(event),
  };
  await app.register(fastifyHandler(receiver, handlers), { prefix: '/webhooks' });
  app.post('/own', (request) => ({ parsed: request.body }));
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${origin}/webhooks`, origin, handled, outcomes };
}

const post = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { method: 'POST', ...init });
const deliver = async (url: string): Promise<Response> => post(url, await userDeleted());

describe('in Fastify', () => {
  it('a delivery is handled, whatever its type says', async () => {
    const { url, handled } = await mounted();
    const { headers, body } = await userDeleted();
    for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-8']) {
      const response = await post(url, { headers: { ...headers, 'content-type': type }, body });
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    expect(handled).toHaveLength(3);
    expect(handled[0]).toMatchObject({ eventType: 'user.deleted', data: { id: 'usr_7f3a' } });
  });

  it("the host's own routes keep their parsers", async () => {
    const { origin } = await mounted();
    const headers = { 'content-type': 'application/json' };
    const response = await post(`${origin}/own`, { headers, body: '{"a":1}' });
    expect(await response.json()).toEqual({ parsed: { a: 1 } });
  });

  it.each<[string, RequestInit]>([
    ['no signature', { body: '{}' }],
    ['no body', {}],
  ])('a request with %s gets 400', async (_, init) => {
    const { url, outcomes } = await mounted();
    const response = await post(url, init);
    expect(response.status).toBe(400);
    expect(await response.text()).toBe('The signature or the body is not valid.');
    expect(outcomes).toMatchObject([{ type: 'refused' }]);
  });

  it('no POST gets 405', async () => {
    const { url } = await mounted();
    const response = await fetch(url, { method: 'PUT', body: 'x' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it("the limit is 512 KiB, not the host's", async () => {
    const { url } = await mounted();
    expect((await post(url, { body: 'x'.repeat(524_288) })).status).toBe(400);
    expect((await post(url, { body: 'x'.repeat(524_289) })).status).toBe(413);
    expect((await deliver(url)).status).toBe(204);
  });
});
