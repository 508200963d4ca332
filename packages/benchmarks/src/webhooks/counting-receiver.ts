/**
 * Answers every POST with 204, and tells its parent the path and the idempotency key of each, some at a time. Started by
 * `counting-receiver-process.ts`; not imported.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Milliseconds between two messages. */
const EVERY_MS = 20;

let posts: (readonly [string, string])[] = [];
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end();
    posts.push([(request.url ?? '').slice(1), String(request.headers['x-idempotency-key'])]);
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
