/** What is known of the client that a call is made for, from the framework and its headers; nothing by default. */
export interface CallerClient {
  /** The client's address as the framework gives it; null, the default, where it is not known. */
  readonly clientAddress?: string | null;
  /** The client's `User-Agent`, of any length; null, the default, where it is not known. */
  readonly userAgent?: string | null;
}

/** How the logs have addresses: whole, as the network of `/24` (IPv4) or `/48` (IPv6), or not at all. */
export type ClientAddressInLogs = 'full' | 'truncated' | 'none';

/** The client of a request, as the logs have it. */
export interface LoggedClient {
  /**
   * An IPv4 or IPv6 address, or its network (`192.0.2.0/24`, `2001:db8:1::/48`), by the option `clientAddressInLogs`; null
   * where it is not known or not to be kept.
   */
  readonly address: string | null;
  /** The `User-Agent`, at most 256 printable characters; null where there is none. */
  readonly userAgent: string | null;
}
