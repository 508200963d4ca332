/**
 * Answers every POST with 204, and tells its parent the path, the idempotency key, and when its headers arrived, some at a time.
 * Started by `counting-receiver-process.ts`; not imported.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Post } from './counting-receiver-process.js';
import { monotonicMs } from './monotonic.js';

/** Milliseconds between two messages. */
const EVERY_MS = 20;

let posts: Post[] = [];
const server = createServer((request, response) => {
  const post: Post = {
    subscriber: Number((request.url ?? '').slice(1)),
    eventId: String(request.headers['x-idempotency-key']),
    atMs: monotonicMs(),
  };
  request.resume().on('end', () => {
    response.writeHead(204).end();
    posts.push(post);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
setInterval(() => {
  if (posts.length === 0) return;
  process.send?.(posts);
  posts = [];
}, EVERY_MS);
process.on('disconnect', () => {
  process.exit();
});
process.send?.((server.address() as AddressInfo).port);
