import type { RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../refusal.js';

/** `127.0.0.0/8`, also as IPv6, and `::1`: traffic within one machine cannot be intercepted on the network. */
const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.[0-9]{1,3}){3}|::1)$/i;

/** Refuses a request whose credential travelled in plain text, with `tls_required`. */
export type RequireTls = (request: RequestHead) => Refusal | null;

/** Accepts https, and http from this machine; all requests if `isRequired` is false. */
export function createTlsCheck(isRequired: boolean): RequireTls {
  return ({ scheme, clientAddress }) =>
    !isRequired || scheme === 'https' || LOOPBACK.test(clientAddress)
      ? null
      : refuse({ code: 'tls_required' });
}
