/**
 * Where webhooks are sent to, in a process of its own: one server that answers, and one that does not.
 * Started by `sink-process.ts`; not imported.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  createServer as createSilentServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';

const CLOSING_PATH = '/closing';

const healthy = createServer((request, response) => {
  request.resume().on('end', () => {
    const headers = request.url === CLOSING_PATH ? { connection: 'close' } : {};
    response.writeHead(204, headers).end();
  });
});

const held = new Set<Socket>();
const dead = createSilentServer((socket) => {
  held.add(socket);
  const forget = (): void => {
    held.delete(socket);
  };
  socket.on('close', forget).on('error', forget).resume();
});

process.on('message', () => {
  for (const socket of held) socket.destroy();
});
process.on('disconnect', () => {
  process.exit();
});
process.send?.({ healthy: await listen(healthy), dead: await listen(dead) });

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
