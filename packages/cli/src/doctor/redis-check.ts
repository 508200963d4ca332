import type { Finding } from '@stepward/postgres';
import { askRedis } from './ask-redis.js';
import { findingsOf } from './findings.js';
import { codeOf } from '../failures.js';

const { ok, warned, failed } = findingsOf('redis', 'docs/rate-limits.md#redis');

/** Versions before this one are not maintained, and have neither TLS nor users. */
const OLDEST = 6;

/** Asks the Redis of the request limits whether it can count. */
export async function checkRedis(url: URL): Promise<Finding> {
  let info: ReadonlyMap<string, string>;
  try {
    info = await askRedis(url);
  } catch (error) {
    const found = `${url.host} cannot be asked: ${codeOf(error)}`;
    return failed(found, 'check REDIS_URL, the network, and that the role may use INFO');
  }
  const version = info.get('redis_version') ?? 'of an unknown version';
  if (Number.parseInt(version, 10) < OLDEST) {
    return warned(
      `Redis ${version} is no longer maintained`,
      `upgrade it to ${String(OLDEST)} or newer`,
    );
  }
  if (info.get('role') === 'slave') {
    return failed('it is a replica, which counts nothing', 'name the primary');
  }
  const policy = info.get('maxmemory_policy') ?? 'noeviction';
  if (info.get('maxmemory') !== '0' && policy !== 'noeviction') {
    return warned(
      `Redis ${version} evicts counts by ${policy} when its memory is full, and the limits begin again`,
      'set maxmemory-policy to noeviction, in a Redis for the limits alone',
    );
  }
  return ok(`Redis ${version} counts, and evicts nothing`);
}
