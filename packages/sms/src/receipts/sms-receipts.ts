import {
  type Clock,
  isStorageBusy,
  isStorageUnavailable,
  type Logger,
  stderrLogger,
  type Stepward,
  systemClock,
} from '@stepward/core';
import {
  addressBucket,
  checkOptions,
  hasMethods,
  isLogger,
  optional,
  required,
} from '@stepward/core/adapter';
import { SourceBusy, type ReceiptSource } from './receipt-source.js';
import type { ReceiptSources } from './receipt-sources.js';
import type { ReceiptsApi, ReceiptsHttpRequest, ReceiptsHttpResponse } from './receipts-api.js';

export interface SmsReceiptsOptions {
  /** What `createStepward` returns, made with the same sources in its option `smsReceipts`. */
  readonly stepward: Pick<Stepward, 'smsReceipts'>;
  /** Whose receipts are taken: what `receiptSources` returns. */
  readonly receipts: ReceiptSources;
  /** Receives every 5xx at `error`, and refused signatures at `debug`. Standard error by default, without `debug`. */
  readonly logger?: Logger;
  /** Tells the time that signatures are compared with. The machine's clock by default. */
  readonly clock?: Clock;
}

/** Bytes of a request, if its source does not say otherwise. */
const BODY_LIMIT = 16_384;

/** Milliseconds to read and answer a request. */
const TIMEOUT_MS = 10_000;

const PATH = /^\/sms\/receipts\/([^/]+)$/;

/**
 * Takes the delivery receipts of SMS providers, `POST /sms/receipts/{provider}`. It mounts as the API does, beside it or
 * by itself: `app.use(stepwardExpress(smsReceipts({ … })))`, `app.register(stepwardFastify, { api })`,
 * `createFetchHandler(api)`; before any body parser, because signatures are over the bytes.
 *
 * 204 for a receipt that is genuine, whether or not it tells something new; 401 where its signature is not, 404 for a
 * provider that is not configured, 503 while a source checks too many at once. Once 120 requests of
 * an address were refused so within a minute, it gets 429 for all that is not cheap to check. Answers have no body.
 * Providers repeat a request that was answered with 5xx.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @example
 * const api = smsReceipts({ stepward, receipts });
 */
export function smsReceipts(options: SmsReceiptsOptions): ReceiptsApi {
  checkOptions('smsReceipts', options, {
    stepward: required('what createStepward returns', hasReceipts),
    receipts: required('what receiptSources({ … }) returns', hasMethods('find', 'addressOf')),
    logger: optional('a logger with debug, info, warn and error', isLogger),
    clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  });
  const { stepward, receipts, logger = stderrLogger, clock = systemClock } = options;

  const refusals = createRefusalLimit(clock);

  async function serve(
    request: ReceiptsHttpRequest,
    provider: string,
    source: ReceiptSource,
    isLimited: boolean,
  ): Promise<ReceiptsHttpResponse> {
    const signal = clock.timeout(TIMEOUT_MS);
    const body = await request.readBody(source.maxBytes ?? BODY_LIMIT, signal);
    if (body.type === 'parsed') {
      logger.error({ provider }, 'sms receipts must be mounted before body parsers');
      return answer(500);
    }
    if (body.type !== 'bytes') return answer(UNREAD[body.type], CLOSE);
    const reported = await source.receive({
      url: receipts.addressOf(provider) ?? '',
      header: (name) => singleHeader(request, name),
      body: body.bytes,
      now: clock.now(),
      signal,
      isLimited,
    });
    if (reported === null) return refused(provider);
    await stepward.smsReceipts.record(provider, reported);
    return answer(204);
  }

  function refused(provider: string): ReceiptsHttpResponse {
    logger.debug({ provider }, 'an sms receipt was refused');
    return answer(401, CLOSE);
  }

  async function judge(
    request: ReceiptsHttpRequest,
    provider: string,
    waitMs: number,
  ): Promise<ReceiptsHttpResponse> {
    const source = receipts.find(provider);
    // A signature is checked all the same: strangers can share the address of a provider.
    if (waitMs > 0 && !isSigned(request, source)) return tooMany(waitMs);
    if (source === null) return answer(404, CLOSE);
    if (request.method !== 'POST') return answer(405, { allow: 'POST', ...CLOSE });
    if (isStranger(request, source)) return refused(provider);
    try {
      return await serve(request, provider, source, waitMs > 0);
    } catch (thrown) {
      if (!(thrown instanceof SourceBusy)) return failed(provider, thrown);
      logger.debug({ provider }, 'an sms receipt was not checked');
      if (waitMs > 0) return tooMany(waitMs);
      refusals.count(request.clientAddress);
      return answer(503, REPEAT);
    }
  }

  function failed(provider: string, thrown: unknown): ReceiptsHttpResponse {
    // Storage logs once that it is unavailable, for all receipts.
    if (isStorageUnavailable(thrown)) return answer(503, REPEAT);
    const error = thrown instanceof Error ? thrown.message : 'thrown';
    logger.error({ provider, error }, 'an sms receipt was not recorded');
    return answer(isStorageBusy(thrown) ? 503 : 500, REPEAT);
  }

  return {
    paths: ['/sms/receipts/:provider'],

    async handle(request) {
      const [, provider] = PATH.exec(request.path) ?? [];
      if (provider === undefined) return null;
      const answered = await judge(request, provider, refusals.waitOf(request.clientAddress));
      if (answered.status >= 400 && answered.status < 500) refusals.count(request.clientAddress);
      return answered;
    },
  };
}

/** Ends the connection, because the rest of a body need not be read. */
const CLOSE = { connection: 'close' };

/** When to repeat the request, in seconds. */
const REPEAT = { 'retry-after': '5' };

const UNREAD = { too_large: 413, incomplete: 400, timed_out: 408 } as const;

function answer(
  status: number,
  headers: ReceiptsHttpResponse['headers'] = {},
): ReceiptsHttpResponse {
  return { status, headers, body: null };
}

function tooMany(waitMs: number): ReceiptsHttpResponse {
  return answer(429, { 'retry-after': String(Math.ceil(waitMs / 1_000)), ...CLOSE });
}

/** Whether a request is certainly not the provider's, by what is known before its body is read. */
function isStranger(request: ReceiptsHttpRequest, source: ReceiptSource): boolean {
  return source.signatureHeader !== null && !isSigned(request, source);
}

/** Whether a request has the header that all requests of its provider have; false for a provider without one. */
function isSigned(request: ReceiptsHttpRequest, source: ReceiptSource | null): boolean {
  const name = source?.signatureHeader ?? null;
  return name !== null && singleHeader(request, name) !== null;
}

function singleHeader({ headers }: ReceiptsHttpRequest, name: string): string | null {
  const [value, ...others] = headers[name] ?? [];
  return value === undefined || others.length > 0 ? null : value;
}

function hasReceipts(value: unknown): boolean {
  return hasMethods('record')((value as Partial<Stepward> | null)?.smsReceipts);
}

/** Refused requests of one address in a minute: as many as the Account API takes of one. */
const LIMIT = 120;
const WINDOW_MS = 60_000;

/** Addresses that are counted at once; beyond them, the one that was first is forgotten. */
const MAX_ADDRESSES = 10_000;

/** Counts the refused requests of an address, in this process. Genuine receipts are not counted: bursts of them are usual. */
interface RefusalLimit {
  /** Milliseconds until the address is below its limit again; 0 where it is. */
  waitOf(clientAddress: string | null): number;
  count(clientAddress: string | null): void;
}

/** Requests without a known address are not limited. */
function createRefusalLimit(clock: Pick<Clock, 'now'>): RefusalLimit {
  const windows = new Map<string, { readonly refused: number; readonly endsAtMs: number }>();

  function windowOf(bucket: string): { readonly refused: number; readonly endsAtMs: number } {
    const nowMs = clock.now().getTime();
    const window = windows.get(bucket);
    if (window !== undefined && nowMs < window.endsAtMs) return window;
    windows.delete(bucket);
    return { refused: 0, endsAtMs: nowMs + WINDOW_MS };
  }

  return {
    waitOf(clientAddress) {
      if (clientAddress === null) return 0;
      const { refused, endsAtMs } = windowOf(addressBucket(clientAddress));
      return refused < LIMIT ? 0 : endsAtMs - clock.now().getTime();
    },

    count(clientAddress) {
      if (clientAddress === null) return;
      const bucket = addressBucket(clientAddress);
      const { refused, endsAtMs } = windowOf(bucket);
      windows.set(bucket, { refused: refused + 1, endsAtMs });
      const [oldest] = windows.keys();
      if (windows.size > MAX_ADDRESSES && oldest !== undefined) windows.delete(oldest);
    },
  };
}
