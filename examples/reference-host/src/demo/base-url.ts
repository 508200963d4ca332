import type { AddressInfo } from 'node:net';

/**
 * Where a server that listens is reached; an IPv6 address goes into brackets (RFC 3986 section 3.2.2). A server that
 * listens on all addresses is reached on this machine. One that was told to listen on `localhost` is reached by this name:
 * browsers make passkeys for names alone.
 */
export function baseUrlOf({ address, family, port }: AddressInfo, listensOn: string): string {
  if (listensOn === 'localhost') return `http://localhost:${String(port)}`;
  const reached = LOOPBACK_FOR_ALL.get(address) ?? address;
  const host = family === 'IPv6' ? `[${reached}]` : reached;
  return `http://${host}:${String(port)}`;
}

const LOOPBACK_FOR_ALL: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
