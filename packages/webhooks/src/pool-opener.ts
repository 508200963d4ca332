import { createSecureContext, rootCertificates } from 'node:tls';
import type * as Undici from 'undici';
import { limitAnswers } from './answer-limit.js';
import type { ConnectionPoolsOptions } from './connection-pools.js';
import { createPinnedConnector } from './pinned-connector.js';

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
export function createPoolOpener(
  certificateAuthorities: readonly string[],
): ConnectionPoolsOptions['open'] {
  // Created once, because reading all those certificates takes tens of milliseconds.
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    // Named authorities replace Node's own list; by default, that list and NODE_EXTRA_CA_CERTS apply.
    ...(certificateAuthorities.length > 0 && {
      ca: [...rootCertificates, ...certificateAuthorities],
    }),
  });
  let library: Promise<typeof Undici> | null = null;

  async function openPool(origin: string, addresses: readonly string[]): Promise<Undici.Pool> {
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

  return (origin, addresses) => {
    const pool = openPool(origin, addresses);
    return {
      request: async (request) => (await pool).request(request),
      close: async () => (await pool).close(),
      destroy: async () => (await pool).destroy(),
    };
  };
}
