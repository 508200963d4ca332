import { addressBucket } from '@stepward/core/adapter';
import type { RequestHead } from './http-types.js';

/** `127.0.0.0/8`, also as IPv6, and `::1`: traffic within one machine cannot be intercepted on the network. */
const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.[0-9]{1,3}){3}|::1)$/i;

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/**
 * Whether a proxy says that it passed the request on for another machine: `Forwarded` (RFC 7239), or an address in
 * `X-Forwarded-For` that is not loopback. Clients can send both headers, so this may only take a permission away.
 */
export function isForwarded({ headers }: Pick<RequestHead, 'headers'>): boolean {
  return (
    headers['forwarded'] !== undefined || forwardedFor(headers).some((one) => !isLoopback(one))
  );
}

/**
 * Whether the framework ignored what a proxy says: the client's address is not among the forwarded ones. It is if the
 * framework trusts the proxy.
 */
export function isForwardedInVain(
  request: Pick<RequestHead, 'headers'> & { readonly clientAddress: string },
): boolean {
  if (!isForwarded(request)) return false;
  const { headers, clientAddress } = request;
  const isNamed =
    forwardedFor(headers).some((one) => addressBucket(one) === addressBucket(clientAddress)) ||
    headers['forwarded']?.some((line) => line.includes(clientAddress)) === true;
  return !isNamed;
}

/** The addresses in `X-Forwarded-For`, that of the nearest proxy last. */
function forwardedFor(headers: RequestHead['headers']): readonly string[] {
  return (headers['x-forwarded-for'] ?? [])
    .flatMap((line) => line.split(','))
    .map((address) => address.trim())
    .filter((address) => address !== '');
}
