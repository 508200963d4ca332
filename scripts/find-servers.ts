/**
 * Looks for servers on their usual ports of 127.0.0.1, and prints an `export` for each that tests can use; the
 * findings go to standard error. A variable that is already set is not changed.
 */
import { connect } from 'node:net';

const PATIENCE_MS = 3_000;

/** Returns the first output of a server, or its response to `greeting`; rejects if there is no server. */
function hear(port: number, greeting: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(greeting));
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('it says nothing')));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString('latin1'));
    });
    socket.once('error', reject);
  });
}

async function redis(): Promise<string> {
  const answer = await hear(6379, 'PING\r\n');
  if (!answer.startsWith('+PONG')) throw new Error(`it answers ${JSON.stringify(answer)}`);
  return 'redis://127.0.0.1:6379';
}

async function nats(): Promise<string> {
  const greeting = await hear(4222, '');
  if (!greeting.startsWith('INFO ')) throw new Error('it does not greet as NATS does');
  if (/"auth_required":true/.test(greeting)) throw new Error('it wants credentials');
  return 'nats://127.0.0.1:4222';
}

for (const [name, find] of Object.entries({
  REDIS_URL: redis,
  NATS_URL: nats,
})) {
  if (process.env[name]) {
    console.error(`${name}: given`);
    continue;
  }
  try {
    const url = await find();
    console.error(`${name}: ${url}`);
    console.log(`export ${name}='${url}'`);
  } catch (error) {
    console.error(`${name}: none (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
