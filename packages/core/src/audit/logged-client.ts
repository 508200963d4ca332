import type { CallerClient, ClientAddressInLogs, LoggedClient } from '../records/client.js';
import { addressNetwork, plainAddress } from '../shared/address-bucket.js';

/** Characters of a user agent in a log. */
const MAX_USER_AGENT = 256;

/** Control characters, lone surrogates, and characters that are invisible or change the direction of a text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns what the logs have of a client; null where nothing is known of it. Text that is no address counts as unknown. */
export function loggedClient(
  { clientAddress = null, userAgent = null }: CallerClient,
  addresses: ClientAddressInLogs,
): LoggedClient | null {
  const client = {
    address: clientAddress === null ? null : shownAddress(clientAddress, addresses),
    userAgent: userAgent === null ? null : shownUserAgent(userAgent),
  };
  return client.address === null && client.userAgent === null ? null : client;
}

function shownAddress(address: string, addresses: ClientAddressInLogs): string | null {
  switch (addresses) {
    case 'full':
      return plainAddress(address);
    case 'truncated':
      return addressNetwork(address);
    case 'none':
      return null;
  }
}

function shownUserAgent(text: string): string | null {
  const shown = text.slice(0, MAX_USER_AGENT).replaceAll(UNPRINTABLE, '').trim();
  return shown === '' ? null : shown;
}
