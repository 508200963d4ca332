import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readNodeBody } from './read-node-body.js';

/** A request's stream, without the request. */
const createRequest = () => Object.assign(new PassThrough(), { headers: {} });

it('reads a body in its pieces', async () => {
  const request = createRequest();
  const body = readNodeBody(request);
  request.write('one ');
  request.end('two');
  expect(await body).toEqual({ type: 'bytes', bytes: new Uint8Array(Buffer.from('one two')) });
});

it.each(['before', 'while'])(
  'waits for nothing where the client goes away %s it reads',
  async (when) => {
    const request = createRequest();
    const body = when === 'while' ? readNodeBody(request) : null;
    request.destroy();
    await once(request, 'close');
    expect(await (body ?? readNodeBody(request))).toEqual({ type: 'incomplete' });
  },
);

it('is incomplete where the stream fails', async () => {
  const request = createRequest();
  const body = readNodeBody(request);
  request.destroy(new Error('reset'));
  expect(await body).toEqual({ type: 'incomplete' });
});
