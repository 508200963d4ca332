import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ok } from '@stepward/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createPostgresStorage } from '../index.js';

/** What a server says that is shut down while a client connects to it, in one packet. */
const READY_AND_GONE = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('Z', Buffer.from('I')),
  message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0')),
]);

it('a connection that is lost in the moment it is opened fails the unit of work and not the process', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(READY_AND_GONE));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'stepward', ssl: false });
  onTestFinished(async () => {
    await pool.end();
    server.close();
  });
  const storage = createPostgresStorage({ pool });

  const lost = storage.run({ tenantId: 'acme' }, () => Promise.resolve(ok(null)));

  await expect(lost).rejects.toThrow(/terminat|not queryable/);
});

/** A message of the Postgres protocol, version 3: type, length, content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}
