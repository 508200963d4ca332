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
    const body = end + 4;
    const hasBody = status >= 200 && methods[answers.length] !== 'HEAD';
    const length = hasBody ? Number(headers.get('content-length') ?? 0) : 0;
    if (headers.has('transfer-encoding')) throw new Error('an answer in chunks');
    if (rest.byteLength < body + length) return { answers, rest };
    const text = rest.toString('utf8', body, body + length);
    if (status >= 200) answers.push({ status, headers, text });
    rest = rest.subarray(body + length);
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
