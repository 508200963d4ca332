import type { Random } from '@stepward/core';
import type { Finding } from '@stepward/postgres';
import { askService } from './ask-service.js';
import { findingsOf } from './findings.js';

const { ok, warned, failed } = findingsOf('proxy trust', 'docs/mounting.md#behind-a-proxy');

/**
 * Requests of each kind. Where processes count by themselves, one of them gets two requests even behind a balancer over that many.
 */
const REQUESTS = 6;

/**
 * Whether a caller may choose the address that the service counts: requests that name another address in `X-Forwarded-For` must
 * not begin a count of their own. Spends 12 requests of the limit of this machine's address.
 */
export async function checkProxyTrust(
  address: URL,
  request: typeof fetch,
  random: Pick<Random, 'integer'>,
): Promise<Finding> {
  const url = `${address.href.replace(/\/$/, '')}/v1/account/mfa`;
  const honest: Stand[] = [];
  const forged: Stand[] = [];
  while (forged.length < REQUESTS) {
    const isForged = honest.length === REQUESTS;
    const headers = isForged ? { 'x-forwarded-for': unusedAddress(random) } : {};
    const answer = await askService(url, request, headers);
    const stand = typeof answer === 'string' ? `${address.host}: ${answer}` : standOf(answer);
    if (typeof stand === 'string') return untold(`it cannot be told: ${stand}`);
    (isForged ? forged : honest).push(stand);
  }
  if (honest.every(isFirst)) {
    return untold('it cannot be told: no two requests were counted together');
  }
  if (!forged.every(isFirst)) {
    return ok('a forged address is not counted');
  }
  return failed(
    'a caller chooses the address that is counted and logged, by X-Forwarded-For',
    'trust exactly your own proxies, by their number or their addresses',
  );
}

/** An address of the prefix for documentation (RFC 3849), in a /64 that hardly comes twice. */
function unusedAddress(random: Pick<Random, 'integer'>): string {
  const [first, second] = [random.integer(0x1_00_00), random.integer(0x1_00_00)];
  return `2001:db8:${first.toString(16)}:${second.toString(16)}::1`;
}

/** How a count stands after a request. */
interface Stand {
  readonly limit: number;
  readonly remaining: number;
}

function standOf({ status, headers }: Response): Stand | string {
  const limit = Number(headers.get('x-ratelimit-limit') ?? Number.NaN);
  const remaining = Number(headers.get('x-ratelimit-remaining') ?? Number.NaN);
  const hasBoth = Number.isInteger(limit) && Number.isInteger(remaining);
  return hasBoth ? { limit, remaining } : `${String(status)} without X-RateLimit headers`;
}

function isFirst({ limit, remaining }: Stand): boolean {
  return remaining === limit - 1;
}

function untold(found: string): Finding {
  return warned(found, 'compare the addresses in the logs with your own');
}
