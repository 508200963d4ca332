import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ranges of Linux (32768 up) and macOS (49152 up). A port from such a range can
 * be taken while its server is down: by any outgoing connection, or by the very client that waits
 * for the server, which then connects to itself and holds the port for good.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/**
 * A port on 127.0.0.1 that was free just now; the caller must still be ready to lose the
 * race.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
