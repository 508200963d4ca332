import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';

/** A POST to a provider. Its headers and its body hold secrets: it is never logged. */
export interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a provider answered. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name; a header that came more than once is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** At most 64 KiB of UTF-8; null where there was more. */
  readonly text: string | null;
}

/** `not_sent`: nothing of the request left the process. `lost`: it was written, and its answer did not arrive whole. */
export type Posted =
  | { readonly type: 'answered'; readonly answer: HttpAnswer }
  | { readonly type: 'not_sent'; readonly code: string }
  | { readonly type: 'lost'; readonly code: string };

/** Rejects where the request cannot be made, for example for a header that is not allowed: nothing was sent. */
export type HttpPost = (request: HttpRequest, signal: AbortSignal) => Promise<Posted>;

/** Bytes of an answer that are read. */
const MAX_ANSWER = 65_536;

/** Milliseconds that an idle connection is kept: less than what load balancers keep it. */
const IDLE_MS = 10_000;

/**
 * Creates a client with its own connections. It follows no redirect, uses no proxy of the environment, asks for no
 * compression, and never sends a request twice. A request is written only once the connection is established and, for
 * https, the certificate is checked: what fails before that was certainly not sent.
 */
export function createHttpPost(): HttpPost {
  const agents = { keepAlive: true, timeout: IDLE_MS };
  const http = { request: requestHttp, agent: new HttpAgent(agents), ready: 'connect' };
  const https = { request: requestHttps, agent: new HttpsAgent(agents), ready: 'secureConnect' };

  return ({ url, headers, body }, signal) =>
    new Promise((resolve) => {
      const { request, agent, ready } = url.startsWith('https:') ? https : http;
      let isWritten = false;
      const fail = (error: Error): void => {
        const code = signal.aborted ? 'timeout' : codeOf(error);
        resolve({ type: isWritten ? 'lost' : 'not_sent', code });
      };
      const outgoing = request(url, {
        method: 'POST',
        headers: { ...FIXED, ...headers },
        agent,
        signal,
      });
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => {
        readAnswer(incoming).then((answer) => resolve({ type: 'answered', answer }), fail);
      });
      outgoing.on('socket', (socket) => {
        const write = (): void => {
          isWritten = true;
          outgoing.end(body);
        };
        if (outgoing.reusedSocket) write();
        else socket.once(ready, write);
      });
    });
}

const FIXED = { 'user-agent': 'stepward-sms', 'accept-encoding': 'identity' };

async function readAnswer(incoming: IncomingMessage): Promise<HttpAnswer> {
  const { statusCode: status = 0 } = incoming;
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, value?.toString()]),
  );
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (length > MAX_ANSWER) return { status, headers, text: null };
    chunks.push(chunk);
  }
  return { status, headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** The error's code, as that of a system call; never its message, which may hold an address. */
function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : error.name;
}
