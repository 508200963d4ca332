import { addressBucket } from '@stepward/core/adapter';
import type { RequestHead } from '../http-types.js';

/** `127.0.0.0/8`, also as IPv6, and `::1`: traffic within one machine cannot be intercepted on the network. */
const LOOPBACK = /^(?:(?:::ffff:)?127(?:\.[0-9]{1,3}){3}|::1)$/i;

/** Whether an address is of this machine. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address);
}

/** The host name `localhost`, a name below it (RFC 6761) or a loopback address, with or without a port. */
const LOOPBACK_HOST = /^(?:(?:[^:]+\.)?localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?$/i;

/**
 * Whether a proxy says that it passed the request on, and not within this machine: `Forwarded` (RFC 7239) or `Via` (RFC
 * 9110), an address in `X-Forwarded-For` or `X-Real-IP` or a name in `X-Forwarded-Host` that is not loopback, or
 * another scheme in `X-Forwarded-Proto`. That header counts in any case without `X-Forwarded-Host`: Next.js adds both to
 * every request. Clients can send all of them, so this may only take a permission away.
 */
export function isForwarded({ headers, scheme }: Pick<RequestHead, 'headers' | 'scheme'>): boolean {
  const addresses = [...valuesOf(headers, 'x-forwarded-for'), ...valuesOf(headers, 'x-real-ip')];
  const hosts = valuesOf(headers, 'x-forwarded-host');
  const schemes = valuesOf(headers, 'x-forwarded-proto');
  return (
    headers['forwarded'] !== undefined ||
    headers['via'] !== undefined ||
    !addresses.every(isLoopback) ||
    !hosts.every((host) => LOOPBACK_HOST.test(host)) ||
    !schemes.every((one) => hosts.length > 0 && one.toLowerCase() === scheme)
  );
}

/** More proxies than a request passes. */
const MAX_PROXIES = 10;

/**
 * Whether the framework ignored what a proxy says of the client in `X-Forwarded-For` or `Forwarded`: the client's
 * address is not among the forwarded ones. It is if the framework trusts the proxy. A list of more than 10 addresses
 * is a client's own, says nothing of the framework, and is not compared: thousands of addresses take long to parse.
 */
export function isForwardedInVain(
  request: Pick<RequestHead, 'headers'> & { readonly clientAddress: string },
): boolean {
  const { headers, clientAddress } = request;
  const { forwarded } = headers;
  const addresses = valuesOf(headers, 'x-forwarded-for', MAX_PROXIES + 1);
  if (addresses.length > MAX_PROXIES) return false;
  if (forwarded === undefined && addresses.every(isLoopback)) return false;
  const bucket = addressBucket(clientAddress);
  const isNamed =
    addresses.some((one) => addressBucket(one) === bucket) ||
    forwarded?.some((line) => line.includes(clientAddress)) === true;
  return !isNamed;
}

/** The values of a header that is a list, that of the nearest proxy last; at most the first `limit` of each line. */
function valuesOf(
  headers: RequestHead['headers'],
  name: string,
  limit?: number,
): readonly string[] {
  return (headers[name] ?? [])
    .flatMap((line) => line.split(',', limit))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}
