import { isForwarded, isLoopback } from '../request/forwarded.js';
import type { RequestHead } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';

/** Refuses a credential that travelled in plain text, with `tls_required`. */
export type RequireTls = (request: RequestHead) => Refusal | null;

/** Accepts https, and http from this machine; all requests if `isRequired` is false. */
export function createTlsCheck(isRequired: boolean): RequireTls {
  return (request) =>
    !isRequired || request.scheme === 'https' || isFromThisMachine(request)
      ? null
      : refuse({ code: 'tls_required' });
}

const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])$/i;

/**
 * Where the address is not known, the host name decides. A client can lie about that name and exposes only its own
 * credential. A proxy on this machine connects from loopback whatever its clients use.
 */
function isFromThisMachine(request: RequestHead): boolean {
  const { clientAddress, host } = request;
  const isLocal = clientAddress === null ? LOCAL_HOST.test(host ?? '') : isLoopback(clientAddress);
  return isLocal && !isForwarded(request);
}
