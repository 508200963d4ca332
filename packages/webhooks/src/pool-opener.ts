import { createSecureContext, rootCertificates } from 'node:tls';
import { Pool } from 'undici';
import { POOL_LIFETIME_MS, type ConnectionPoolsOptions } from './connection-pools.js';
import { createPinnedConnector } from './pinned-connector.js';

/** Bytes of an answer's header. */
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Opens undici pools that send to the addresses given and to no others. They belong to the sender alone:
 * the global dispatcher, which a host may have pointed at a proxy, is not asked. Each carries one request
 * at a time on each connection, and opens another where all are busy: an attempt that waited for one would
 * hold a slot of the worker without sending anything. The worker bounds what is sent at once. There is no
 * time limit for an answer here, since the attempt has one.
 */
export function createPoolOpener(
  certificateAuthorities: readonly string[],
): ConnectionPoolsOptions['open'] {
  // Made once: reading all those certificates takes tens of milliseconds.
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    // Named authorities replace Node's own list; without any, that list and NODE_EXTRA_CA_CERTS hold.
    ...(certificateAuthorities.length > 0 && {
      ca: [...rootCertificates, ...certificateAuthorities],
    }),
  });
  return (origin, addresses) =>
    new Pool(origin, {
      connect: createPinnedConnector(addresses, secureContext),
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: POOL_LIFETIME_MS,
    });
}
