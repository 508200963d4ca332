import fc from 'fast-check';
import { bodies } from './bodies.js';
import type { Credentials } from './credentials.js';
import type { Leave } from './exchange.js';
import { credentialLines, otherLines, type Line } from './headers.js';
import { targets, withIds } from './targets.js';

/** A request that goes out; only what is framed as it should be shares its connection with others. */
export interface FuzzedRequest {
  readonly method: string;
  /** Which of the tenants asks; counted round. */
  readonly tenant: number;
  readonly bytes: (credentials: Credentials) => Buffer;
  readonly isFramed: boolean;
  readonly leave: Leave;
}

/** How a body is announced, and how it goes out. */
interface Framing {
  readonly lines: (body: Buffer) => readonly Line[];
  readonly write: (body: Buffer) => Buffer;
}

const asItIs = (body: Buffer): Buffer => body;
const length =
  (change: (length: number) => string): Framing['lines'] =>
  ({ byteLength }) => [['Content-Length', change(byteLength)]];
const CHUNKED: Line = ['Transfer-Encoding', 'chunked'];

function chunks(body: Buffer): Buffer {
  const half = body.byteLength >> 1;
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const written = parts.map((part) =>
    Buffer.concat([Buffer.from(`${part.byteLength.toString(16)}\r\n`), part, Buffer.from('\r\n')]),
  );
  return Buffer.concat([...written, Buffer.from('0\r\n\r\n')]);
}

const FRAMED: readonly Framing[] = [
  { lines: length(String), write: asItIs },
  { lines: () => [CHUNKED], write: chunks },
];

const NO_BODY: Framing = { lines: () => [], write: () => Buffer.alloc(0) };

/**
 * These go alone. The last, well-formed one as well: behind another request Node writes its `100 Continue`
 * between the head and the body of an answer that goes out as bytes.
 */
const BROKEN: readonly Framing[] = [
  { lines: length((n) => String(n + 10)), write: asItIs },
  { lines: length((n) => String(Math.max(n - 3, 0))), write: asItIs },
  { lines: length(() => '-1'), write: asItIs },
  { lines: length(() => 'many'), write: asItIs },
  { lines: length(() => '99999999999999999999'), write: asItIs },
  { lines: length((n) => `${String(n)}, ${String(n)}`), write: asItIs },
  { lines: (body) => [...length(String)(body), ['Content-Length', '1']], write: asItIs },
  { lines: (body) => [...length(String)(body), CHUNKED], write: chunks },
  { lines: () => [CHUNKED], write: asItIs },
  { lines: () => [CHUNKED], write: (body) => Buffer.concat([Buffer.from('zz\r\n'), body]) },
  { lines: () => [CHUNKED], write: (body) => chunks(body).subarray(0, -5) },
  { lines: () => [CHUNKED], write: (body) => chunks(body).subarray(0, -2) },
  { lines: () => [['Transfer-Encoding', 'gzip, chunked']], write: chunks },
  { lines: () => [['Transfer-Encoding', 'chunked, gzip']], write: chunks },
  { lines: () => [['Transfer-Encoding', ' chunked'], CHUNKED], write: chunks },
  { lines: () => [['X-Folded', 'one\r\n two']], write: asItIs },
  { lines: () => [], write: asItIs },
  { lines: (body) => [...length(String)(body), ['Expect', '100-continue']], write: asItIs },
];

const framings = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      framing: fc.constantFrom(...FRAMED),
      isFramed: fc.constant(true),
      leave: fc.constant<Leave>('wait'),
    }),
  },
  {
    weight: 25,
    arbitrary: fc.constant({ framing: NO_BODY, isFramed: true, leave: 'wait' }),
  },
  {
    weight: 15,
    arbitrary: fc.record({
      framing: fc.constantFrom(...BROKEN, ...FRAMED),
      isFramed: fc.constant(false),
      leave: fc.constantFrom<Leave>('half-close', 'half-close', 'vanish'),
    }),
  },
);

/** Requests of every kind. */
export const requests: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    target: targets,
    credential: credentialLines,
    others: otherLines,
    tenant: fc.nat(),
    /** In place of the operation's own. */
    other: fc.option(bodies, { freq: 1 }),
    framings,
  })
  .map(({ target, tenant, credential, others, other, framings }) => {
    const { method } = target;
    const { framing, isFramed, leave } = framings;
    return {
      method,
      tenant,
      isFramed,
      leave,
      bytes: (credentials) => {
        const path = withIds(target.path, credentials.ids);
        const body = other ?? Buffer.from(withIds(target.body, credentials.ids));
        const lines = [...others, ...credential(credentials), ...framing.lines(body)];
        const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const start = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n`, 'latin1');
        return Buffer.concat([start, framing.write(body)]);
      },
    };
  });
