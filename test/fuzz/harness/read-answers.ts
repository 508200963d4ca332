import type { Answer } from '../../harness/answer.js';

/** The answers in what a server sent, and what is left of it. */
export interface ReadAnswers {
  readonly answers: readonly Answer[];
  readonly rest: Buffer;
}

/**
 * Reads whole answers off the bytes of a connection (RFC 9112). An interim one (100) is passed over. To
 * a request of method HEAD an answer has no body; one that says no length has none either.
 *
 * @throws where the bytes are not HTTP
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): ReadAnswers {
  const answers: Answer[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { answers, rest };
    const { status, headers } = readHead(rest.toString('latin1', 0, end));
    const hasBody = status >= 200 && methods[answers.length] !== 'HEAD';
    const body = readBody(rest.subarray(end + 4), hasBody ? headers : new Headers());
    if (body === null) return { answers, rest };
    if (status >= 200) answers.push({ status, headers, text: body.bytes.toString('utf8') });
    rest = body.rest;
  }
}

interface Body {
  readonly bytes: Buffer;
  readonly rest: Buffer;
}

/** The body at the front of the bytes; null where it is not all there. */
function readBody(bytes: Buffer, headers: Headers): Body | null {
  if (headers.has('transfer-encoding')) return readChunks(bytes);
  const length = Number(headers.get('content-length') ?? 0);
  if (bytes.byteLength < length) return null;
  return { bytes: bytes.subarray(0, length), rest: bytes.subarray(length) };
}

/** RFC 9112 section 7.1, without trailers. */
function readChunks(bytes: Buffer): Body | null {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    const next = end + 2 + length + 2;
    if (Number.isNaN(length)) throw new Error('a chunk without a length');
    if (bytes.byteLength < next) return null;
    chunks.push(bytes.subarray(end + 2, end + 2 + length));
    at = next;
    if (length === 0) return { bytes: Buffer.concat(chunks), rest: bytes.subarray(at) };
  }
}

function readHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(statusLine)}`);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status, headers };
}
