import type { Clock } from '../clock.js';
import { concatBytes } from '../bytes.js';
import { parseJson } from './envelope.js';
import { keysOfSet, type PublicKeySource } from './public-keys.js';

/** A key set that the sender publishes; read when first needed, and kept. */
export interface RemotePublicKeys {
  /**
   * The address of a JSON Web Key Set, `https://…/.well-known/webhook-keys.json?tenant=…` of a Stepward service. `https:`; `http:` on
   * this machine alone.
   */
  readonly jwksUrl: string;
  /** Milliseconds after which the set is read again; 600 000 (10 minutes). */
  readonly maxAgeMs?: number;
  /** Milliseconds after a read during which a signature by an unknown key causes no other; 60 000, and at least 1 000. */
  readonly cooldownMs?: number;
  /** Milliseconds for a read; 5 000. */
  readonly timeoutMs?: number;
  /** The global `fetch` by default. */
  readonly fetch?: FetchKeySet;
}

/** The part of `fetch` that reads a key set. */
export type FetchKeySet = (
  url: string,
  init: {
    readonly headers: Readonly<Record<string, string>>;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly body: {
    getReader(): {
      read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
      cancel(): Promise<unknown>;
    };
  } | null;
}>;

/** Bytes of a key set; one of 4 keys has less than 1,000. */
const MAX_BYTES = 65_536;

/** A set that cannot be read again is used for so long: the sender's outage should not be the receiver's. */
const MAX_STALE_MS = 24 * 60 * 60 * 1_000;

/** Where there is no set at all, a read that failed is repeated sooner. */
const RETRY_MS = 5_000;

interface KeptKeys {
  readonly keys: readonly Uint8Array[];
  readonly readAt: number;
}

/**
 * The keys of a set at an address. There is one read at a time, and none within `cooldownMs` of the last, however many unknown
 * signatures arrive: anyone can send those.
 *
 * @param sharesReads false where a request cannot wait for what another one has begun (Cloudflare Workers)
 */
export function remotePublicKeys(
  {
    jwksUrl,
    maxAgeMs = 600_000,
    cooldownMs = 60_000,
    timeoutMs = 5_000,
    ...options
  }: RemotePublicKeys,
  clock: Clock,
  sharesReads = !isWorker(globalThis),
): PublicKeySource {
  const fetchKeySet = options.fetch ?? fetch;
  const now = (): number => clock.now().getTime();
  let kept: KeptKeys | null = null;
  let failure: Error | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    triedAt = now();
    try {
      kept = { keys: await readKeySet(fetchKeySet, jwksUrl, timeoutMs), readAt: now() };
    } catch (error) {
      failure = new Error(`the key set at ${shown(jwksUrl)} cannot be read`, { cause: error });
    } finally {
      reading = null;
    }
  }

  /** Reads the set, unless that was tried a moment ago. */
  async function refresh(): Promise<void> {
    if (reading !== null && sharesReads) return reading;
    const isFirst = kept === null && failure === null;
    const pause = kept === null ? Math.min(cooldownMs, RETRY_MS) : cooldownMs;
    if (!isFirst && now() - triedAt < pause) return;
    reading = read();
    return reading;
  }

  return {
    async keys() {
      if (kept === null || now() - kept.readAt >= maxAgeMs) await refresh();
      const isUsable = kept !== null && now() - kept.readAt < Math.max(maxAgeMs, MAX_STALE_MS);
      if (kept === null || !isUsable) throw failure ?? new Error('no key set was read');
      return kept.keys;
    },

    async newerThan(tried) {
      if (kept?.keys === tried) await refresh();
      return kept === null || kept.keys === tried ? null : kept.keys;
    },
  };
}

function isWorker(runtime: object): boolean {
  const { navigator } = runtime as { readonly navigator?: { readonly userAgent?: string } };
  return navigator?.userAgent === 'Cloudflare-Workers';
}

async function readKeySet(
  fetchKeySet: FetchKeySet,
  url: string,
  timeoutMs: number,
): Promise<readonly Uint8Array[]> {
  const { status, body } = await fetchKeySet(url, {
    headers: { accept: 'application/jwk-set+json, application/json' },
    // Another address was not asked for. Workers have no `error`.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status !== 200 || body === null) throw new Error(`it was answered with ${String(status)}`);
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done || value === undefined) break;
    size += value.byteLength;
    if (size > MAX_BYTES) {
      await reader.cancel();
      throw new Error(`it has more than ${String(MAX_BYTES)} bytes`);
    }
    chunks.push(value);
  }
  return keysOfSet(parseJson(concatBytes(chunks)));
}

/** Without its query. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
