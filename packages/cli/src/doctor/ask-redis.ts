import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Milliseconds to wait for all answers. */
const ANSWER_MS = 10_000;

/** Longer answers than INFO ever gives. */
const MAX_BYTES = 1_000_000;

/**
 * Returns the answer of a Redis server to `INFO`, by field.
 *
 * @param url `redis://` or, over TLS, `rediss://`, with the name and the password in it
 * @throws Error with the code of the connection's failure, or the first word of the server's refusal, as its `code`
 */
export async function askRedis(url: URL): Promise<ReadonlyMap<string, string>> {
  const info = await exchange(open(url), [...credentialsOf(url), ['INFO']]);
  const fields = [...info.matchAll(/^(\w+):(.*?)\r?$/gm)];
  return new Map(fields.map(([, name = '', value = '']) => [name, value]));
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replaceAll(/^\[|\]$/g, '');
  const address = { host, port: Number(port || 6379) };
  return protocol === 'rediss:' ? connectTls(address) : connectTcp(address);
}

function credentialsOf({ username, password }: URL): readonly (readonly string[])[] {
  if (password === '') return [];
  const words = [username, password].filter((word) => word !== '').map(decodeURIComponent);
  return [['AUTH', ...words]];
}

/** Sends the commands at once, and returns the answer to the last one, which is a bulk string (RESP2). */
async function exchange(socket: Socket, commands: readonly (readonly string[])[]): Promise<string> {
  socket.setTimeout(ANSWER_MS, () => socket.destroy(failure('no answer')));
  socket.setEncoding('utf8');
  socket.write(commands.map(encoded).join(''));
  let answer = '';
  try {
    for await (const chunk of socket) {
      answer += String(chunk);
      const refusal = /^(?:\+[^\r]*\r\n)*-(\w+)[ \r]/.exec(answer)?.[1];
      if (refusal !== undefined) throw failure(refusal);
      const info = bulkIn(answer);
      if (info !== null) return info;
      if (answer.length > MAX_BYTES) break;
    }
    throw failure('the answer is not that of Redis');
  } finally {
    socket.destroy();
  }
}

/** The text of a refusal is left out, because it may repeat what was sent. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function encoded(words: readonly string[]): string {
  const bulks = words.map((word) => `$${String(Buffer.byteLength(word))}\r\n${word}\r\n`);
  return `*${String(words.length)}\r\n${bulks.join('')}`;
}

/** The bulk string after the simple answers; null while it is not complete. */
function bulkIn(answer: string): string | null {
  const [head, length] = /^(?:\+[^\r]*\r\n)*\$(\d+)\r\n/.exec(answer) ?? [];
  if (head === undefined) return null;
  const bytes = Buffer.from(answer.slice(head.length));
  return bytes.length < Number(length) ? null : bytes.subarray(0, Number(length)).toString();
}
