import type { Socket } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContextOptions } from 'node:tls';
import type * as Undici from 'undici';
import type { Identity } from './client-certificates.js';
import type { ConnectionPoolsOptions } from './connection-pools.js';
import { createPinnedConnector } from './pinned-connector.js';

/** @param authorities certificates as PEM; they replace Node's own list and NODE_EXTRA_CA_CERTS, if there are any */
export function tlsOptions(authorities: readonly string[]): SecureContextOptions {
  const ca = authorities.length > 0 && { ca: [...rootCertificates, ...authorities] };
  return { minVersion: 'TLSv1.2', ...ca };
}

/** The maximum size of a response's headers in bytes. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Milliseconds for which an idle connection is kept. That is long enough for a worker's deliveries in a row. With more,
 * receivers could make the process hold ever more connections that carry nothing.
 */
const IDLE_MS = 4_000;

/**
 * Opens undici pools that send only to the given addresses. They belong to the sender: the global dispatcher, which a
 * host may have set to a proxy, is not used. Each connection carries one request at a time, and another is opened if
 * all are busy: an attempt that waited for one would hold a slot of the worker without sending anything. The worker
 * limits concurrency. There is no timeout for a response here, because the attempt has one.
 *
 * undici is loaded for the first pool, because that takes longer than importing the rest of this package.
 */
export function createPoolOpener(tls: SecureContextOptions): ConnectionPoolsOptions['open'] {
  // Created once, because reading all authorities takes tens of milliseconds.
  const anonymous = createSecureContext(tls);
  let library: Promise<typeof Undici> | null = null;

  async function openPool(
    origin: string,
    addresses: readonly string[],
    identity: Identity | null,
  ): Promise<Undici.Pool> {
    const secureContext = identity?.secureContext ?? anonymous;
    const { Pool, buildConnector } = await (library ??= import('undici'));
    return new Pool(origin, {
      connect: limitAnswers(createPinnedConnector(buildConnector, addresses, secureContext)),
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      // For receivers that offer more with a Keep-Alive header. One that offers less gets less.
      keepAliveMaxTimeout: IDLE_MS,
    });
  }

  return (origin, addresses, identity) => {
    const pool = openPool(origin, addresses, identity);
    return {
      request: async (request) => (await pool).request(request),
      close: async () => (await pool).close(),
      destroy: async () => (await pool).destroy(),
    };
  };
}

/**
 * The maximum number of bytes that a receiver may send for one attempt. It is far above the bounds of headers and body,
 * because a socket buffers more than 100 KiB of a long body before any of it is read.
 */
const MAX_WIRE_BYTES = 256 * 1024;

/** The receiver sent more than 256 KiB before its answer was complete. */
class AnswerOverflow extends Error {
  readonly code = 'ANSWER_OVERFLOW';
}

/**
 * Makes each connection break with `AnswerOverflow` when an attempt has read too much. undici bounds headers and bodies
 * alone: it would read 103 answers and extensions of chunks until the attempt's deadline.
 */
function limitAnswers(connect: Undici.buildConnector.connector): Undici.buildConnector.connector {
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      // First undici's own listener, which ends an answer that is long enough.
      callback(null, socket);
      limitReading(socket);
    });
}

/** Counts from the last write on, because a connection carries one request at a time. */
function limitReading(socket: Socket): void {
  let [written, read, readBefore] = [0, 0, 0];
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      readBefore = read;
    }
    read = socket.bytesRead;
    if (read - readBefore > MAX_WIRE_BYTES) socket.destroy(new AnswerOverflow());
  });
}
