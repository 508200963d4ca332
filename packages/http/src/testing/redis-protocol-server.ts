import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server on a loopback socket that real Redis clients talk to. */
export interface RedisProtocolServer {
  readonly port: number;
  /** The keys, and what stands in each. */
  readonly counters: ReadonlyMap<string, number>;
  /** How many scripts were run. */
  readonly scriptsRun: () => number;
  stop(): Promise<void>;
}

/**
 * Speaks the Redis serialisation protocol as far as a counter needs. It has no Lua: of a script it does
 * in JavaScript what that of rate-limiter-flexible does, `incrby` on a key that lives for a while. A key
 * never runs out here.
 */
export async function startRedisProtocolServer(): Promise<RedisProtocolServer> {
  const counters = new Map<string, number>();
  const sockets = new Set<Socket>();
  const scripts = new Set<string>();
  let scriptsRun = 0;

  function answer([name = '', script = '', , key = '', points = '', seconds = '']: Words): string {
    const command = name.toLowerCase();
    if (command === 'eval') scripts.add(createHash('sha1').update(script).digest('hex'));
    else if (command !== 'evalsha') return '+OK\r\n';
    else if (!scripts.has(script)) return '-NOSCRIPT No matching script.\r\n';
    scriptsRun += 1;
    const consumed = (counters.get(key) ?? 0) + Number(points);
    counters.set(key, consumed);
    return `*2\r\n:${String(consumed)}\r\n:${String(Number(seconds) * 1000)}\r\n`;
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let pending = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const { commands, rest } = readCommands(pending + chunk.toString());
      pending = rest;
      for (const command of commands) socket.write(answer(command));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counters,
    scriptsRun: () => scriptsRun,
    stop: () => stop(server, sockets),
  };
}

type Words = readonly string[];

/** The whole commands at the beginning of a text, and what follows them. */
function readCommands(text: string): { commands: readonly Words[]; rest: string } {
  const commands: Words[] = [];
  let rest = text;
  for (;;) {
    const command = readCommand(rest.split('\r\n'));
    if (command === null) return { commands, rest };
    commands.push(command.words);
    rest = command.rest;
  }
}

/** `*2`, and for each word its length and the word; null where something is still to come. */
function readCommand([head = '', ...lines]: readonly string[]): {
  readonly words: Words;
  readonly rest: string;
} | null {
  const count = Number(head.slice(1));
  if (head === '' || lines.length <= 2 * count) return null;
  const words = lines.slice(0, 2 * count).filter((_, index) => index % 2 === 1);
  return { words, rest: lines.slice(2 * count).join('\r\n') };
}

async function stop(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}
