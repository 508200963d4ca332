import type { SigningKeysOptions, WebhookPublicKey } from '@stepward/core';
import { UsageError } from './failures.js';

/** The variable that holds the signing keys of a service. */
export const SIGNING_KEYS = 'STEPWARD_SIGNING_KEYS';

export const SIGNING_KEYS_ENVIRONMENT = {
  [SIGNING_KEYS]: 'the signing keys, as keys create printed them',
};

export interface StoredKey {
  readonly id: string;
  /** Base64. */
  readonly secret: string;
  /** ISO 8601. */
  readonly until?: string;
}

/** The options of `createSigningKeys`, as JSON has them. */
export interface StoredKeys {
  readonly active: StoredKey;
  readonly previous: readonly StoredKey[];
}

/** @throws UsageError where the variable holds no signing keys; it never shows a secret. */
export async function storedKeys(text: string): Promise<StoredKeys> {
  const { createSigningKeys } = await import('@stepward/core');
  try {
    const options = JSON.parse(text) as SigningKeysOptions;
    createSigningKeys(options);
    const { active, previous = [] } = options as Partial<StoredKeys> & Pick<StoredKeys, 'active'>;
    return { active, previous };
  } catch {
    throw new UsageError(`${SIGNING_KEYS} must be what stepward keys create or rotate printed`);
  }
}

/** The public keys of a tenant by the ids of their keys, as Standard Webhooks writes them. */
export async function publicKeysFor(
  stored: StoredKeys,
  tenantId: string,
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const { createSigningKeys } = await import('@stepward/core');
  const { isTenantId, publicKeysOf, TENANT_ID_FORM, whpkOf } =
    await import('@stepward/core/adapter');
  if (!isTenantId(tenantId)) throw new UsageError(`--tenant must be ${TENANT_ID_FORM}`);
  const keys: readonly WebhookPublicKey[] = publicKeysOf(createSigningKeys(stored), tenantId, now);
  return new Map(keys.map((key) => [key.kid, whpkOf(key)]));
}
