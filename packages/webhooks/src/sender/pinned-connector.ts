import { isIP } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { WebhookFailure } from '@stepward/core/adapter';
import type { buildConnector } from 'undici';
import { canonicalAddress } from '../targets/ip-address.js';

/** Milliseconds for one connection, TLS included; the attempt's own timeout may end it sooner. */
const CONNECT_MS = 5_000;

/** Milliseconds before the next of several addresses is tried (RFC 8305). */
const NEXT_ADDRESS_MS = 500;

/** A failed connection, and the resulting failure of the attempt. */
export class ConnectFailure extends Error {
  constructor(
    readonly reason: WebhookFailure,
    override readonly cause?: unknown,
  ) {
    super(reason);
  }
}

/**
 * Connects only to the given addresses, in canonical spelling; the certificate is checked against the name. A host
 * that is an address never reaches `lookup`, so it is compared before dialling. The connected address is compared
 * again before the request is written.
 *
 * @param build undici's own
 */
export function createPinnedConnector(
  build: typeof buildConnector,
  addresses: readonly string[],
  secureContext: SecureContext,
): buildConnector.connector {
  const isPinned = (address: string) => addresses.includes(canonicalAddress(address) ?? '');
  const pins = addresses.map((address) => ({ address, family: isIP(address) }));
  const dial = build({
    allowH2: false,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    lookup: (_name, _options, answer) => answer(null, pins),
    timeout: CONNECT_MS,
    secureContext,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
    rejectUnauthorized: true,
    // A resumed session would skip the comparison of the name.
    maxCachedSessions: 0,
  });

  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !isPinned(target.hostname)) {
      queueMicrotask(() => callback(new ConnectFailure('target_refused'), null));
      return;
    }
    dial(target, (...[error, socket]) => {
      if (error !== null) return callback(connectFailure(error, target.protocol), null);
      const { remoteAddress } = socket;
      if (remoteAddress !== undefined && isPinned(remoteAddress)) return callback(null, socket);
      // Without a remote address it is already closed.
      const reason = remoteAddress === undefined ? 'connection_lost' : 'target_refused';
      socket.destroy();
      callback(new ConnectFailure(reason), null);
    });
  };
}

/** Errors from before the TLS handshake; over TLS, every other error is one of the handshake. */
const DIAL_ERRORS = [
  'EACCES',
  'EADDRNOTAVAIL',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'EPERM',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];

function connectFailure(error: Error & { readonly code?: string }, protocol: string) {
  const isDial = protocol !== 'https:' || DIAL_ERRORS.includes(error.code ?? '');
  return new ConnectFailure(isDial ? 'connection_failed' : 'tls_failed', error);
}
