/** What an observed process tells the run. */
export type Observation =
  | { readonly type: 'logged'; readonly level: string; readonly message: string }
  | { readonly type: 'answered'; readonly status: number; readonly reason: string | null }
  | { readonly type: 'emitted'; readonly eventId: string }
  | { readonly type: 'measured'; readonly values: Readonly<Record<string, number>> };

/** What the run has an observed process do. */
export type Order = { readonly type: 'set clock'; readonly offsetMs: number };

/** How an observed process is made. */
export interface ObservedOptions {
  readonly role: 'host' | 'worker';
  readonly databaseUrl: string;
  /** Where requests are counted; null for the memory of the process. */
  readonly redisUrl: string | null;
  /** The id of the active key of `webhooks.keys`; no other key is in the ring. */
  readonly webhookKey: string;
}
