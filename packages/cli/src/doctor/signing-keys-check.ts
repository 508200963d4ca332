import type { Finding } from '@stepward/postgres';
import { publicKeysFor, type StoredKeys } from '../signing-keys.js';
import { askService, codeOfRequest } from './ask-service.js';
import { findingsOf } from './findings.js';

const { ok, warned, failed } = findingsOf(
  'signing keys',
  'docs/webhook-subscribers.md#asymmetric-signatures',
);

/** Any tenant id has keys, also one of nobody. */
const TENANT = 'doctor';

/** Whether a key has ended and can go, and whether the service serves the same keys; the address is null where it is not known. */
export async function checkSigningKeys(
  keys: StoredKeys,
  address: URL | null,
  now: Date,
  request: typeof fetch,
): Promise<Finding> {
  const expected = [...(await publicKeysFor(keys, TENANT, now)).keys()];
  const served = address === null ? null : await servedAt(address, request);
  if (typeof served === 'string') {
    return failed(
      `the key set cannot be read: ${served}`,
      'mount webhookKeys() at the root of the origin',
    );
  }
  const missing = expected.filter((kid) => served?.includes(kid) === false);
  if (missing.length > 0) {
    const found = `the service does not serve ${missing.join(', ')}`;
    return failed(found, 'give all processes these keys, and restart them');
  }
  const ended = keys.previous.map(({ id }) => id).filter((id) => !expected.includes(id));
  if (ended.length > 0) {
    const found = `${ended.join(', ')} ended, and signs no more`;
    return warned(found, 'remove it from STEPWARD_SIGNING_KEYS');
  }
  return ok(`${expected.join(', ')}: live`);
}

/** The ids of the keys that the service serves, or why they cannot be read. */
async function servedAt(
  { origin }: URL,
  request: typeof fetch,
): Promise<readonly string[] | string> {
  const url = `${origin}/.well-known/webhook-keys.json?tenant=${TENANT}`;
  const answer = await askService(url, request);
  if (typeof answer === 'string') return answer;
  if (answer.status !== 200) return `${url} answers ${String(answer.status)}`;
  try {
    const { keys } = (await answer.json()) as { readonly keys: readonly { kid: string }[] };
    return keys.map(({ kid }) => kid);
  } catch (error) {
    return codeOfRequest(error);
  }
}
