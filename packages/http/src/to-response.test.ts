import { expect, it, vi } from 'vitest';
import { reply } from './answer.js';
import { toResponse } from './to-response.js';

it('ends a stream that HEAD asked for, because nobody reads it', () => {
  const cancel = vi.fn();
  const stream = new ReadableStream<Uint8Array>({ cancel });
  const render = (): never => expect.unreachable();
  const response = toResponse(reply(200, stream), { method: 'HEAD' }, 'request-1', render);
  expect(response.body).toBeNull();
  expect(cancel).toHaveBeenCalledOnce();
});
