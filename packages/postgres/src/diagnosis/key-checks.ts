import {
  failure,
  fine,
  listed,
  warning,
  type Check,
  type DatabaseKeys,
  type Verdict,
} from './check.js';

/** What is stored under one key. */
interface KeyUse {
  /** The id of the key. */
  readonly key: string;
  /** What is stored, in the plural. */
  readonly what: string;
  readonly count: number;
}

const codeKeys = keyCheck({
  name: 'code keys',
  page: 'docs/operations/keys.md',
  option: '--code-key',
  idsOf: ({ codes }) => codes,
  storedIn: (schema) => `
    select 'apps' as what, split_part(split_part(verifier, ':', 2), '.', 1) as id
      from ${schema}.authenticators where factor = 'totp'
    union all select 'sets of recovery codes', split_part(verifier, '.', 1)
      from ${schema}.authenticators where factor = 'recovery_code' and verifier <> ''
    union all select 'trusted devices', split_part(digest, '.', 1)
      from ${schema}.trusted_devices where expires_at > clock_timestamp()
    union all select 'codes', split_part(verifier, '.', 1)
      from ${schema}.codes where status = 'pending' and expires_at > clock_timestamp()
    union all select 'kept answers', split_part(answer, '.', 1)
      from ${schema}.idempotency_records where answer is not null and expires_at > clock_timestamp()`,
});

const webhookKeys = keyCheck({
  name: 'webhook keys',
  page: 'docs/operations/keys.md',
  option: '--webhook-key',
  idsOf: ({ webhooks }) => webhooks,
  storedIn: (schema) => `
    select 'signing secrets' as what, split_part(secret ->> 'sealed', '.', 1) as id
      from ${schema}.subscribers cross join jsonb_array_elements(secrets) as secret
      where coalesce((secret ->> 'expiresAt')::timestamptz > clock_timestamp(), true)
    union all select 'headers', split_part(headers ->> 'sealed', '.', 1)
      from ${schema}.subscribers where headers is not null`,
});

/** In the order of the report. */
export const KEY_CHECKS: readonly Check[] = [codeKeys, webhookKeys];

interface KeyCheck extends Pick<Check, 'name' | 'page'> {
  readonly option: string;
  readonly idsOf: (keys: DatabaseKeys) => readonly string[] | null;
  /** A query of two columns: what is stored, and the id of its key in base64url. */
  readonly storedIn: (schema: string) => string;
}

function keyCheck({ name, page, option, idsOf, storedIn }: KeyCheck): Check {
  return {
    name,
    page,
    async run(read, { schema, keys }) {
      const rows = await read<{ id: string; what: string; count: number }>(
        `select id, what, count(*)::integer as count from (${storedIn(schema)}) as stored group by 1, 2 order by 1, 2`,
      );
      const uses = rows.map(({ id, what, count }) => {
        const key = Buffer.from(id, 'base64url').toString();
        return { key, what, count };
      });
      return judgeKeys(uses, idsOf(keys), option);
    },
  };
}

/**
 * What is under a key that the service lacks cannot be verified. A key that is not the active one may be dropped once
 * nothing is under it.
 */
function judgeKeys(
  uses: readonly KeyUse[],
  ids: readonly string[] | null,
  option: string,
): Verdict {
  const stored = uses.length === 0 ? 'nothing is stored under a key' : usesText(uses);
  if (ids === null) {
    const advice = `name the ids of the service's keys with ${option}, the active one first`;
    return uses.length === 0
      ? fine(stored)
      : warning(`not compared with a ring: ${stored}`, advice);
  }
  const missing = uses.filter(({ key }) => !ids.includes(key));
  if (missing.length > 0) {
    const found = `the ring lacks a key of ${usesText(missing)}`;
    return failure(found, 'add the key to `previous`: what is under it is refused as wrong');
  }
  const previous = ids.slice(1);
  const unused = previous.filter((id) => uses.every(({ key }) => key !== id));
  if (unused.length === 0) return fine(stored);
  return fine(`${stored}; nothing needs ${listed(unused)} any more, so it may be dropped`);
}

/** For example `key-1: 3 apps, 40 codes; key-2: 7 apps`. */
function usesText(uses: readonly KeyUse[]): string {
  const byKey = new Map<string, string[]>();
  for (const { key, what, count } of uses) {
    byKey.set(key, [...(byKey.get(key) ?? []), `${String(count)} ${what}`]);
  }
  return [...byKey].map(([key, parts]) => `${key}: ${parts.join(', ')}`).join('; ');
}
