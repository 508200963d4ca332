import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { checkOptions, isObject, optional, required } from '../../shared/checks/check-options.js';
import { parseIsoMoment } from '../../shared/iso-moment.js';
import { readKey, type Key, type KeyInput } from '../../shared/keys/key-ring.js';

/** A signing key that another one has replaced. */
export interface PreviousSigningKey extends KeyInput {
  /** When it stops signing: a `Date`, or ISO 8601 text with a time and a zone. By default it signs while it is listed. */
  readonly until?: Date | string;
}

export interface SigningKeysOptions {
  readonly active: KeyInput;
  /** The keys that still sign beside the active one; at most {@link MAX_PREVIOUS}. */
  readonly previous?: readonly PreviousSigningKey[];
}

/** The keys that the deliveries of a deployment are signed with. A secret cannot be printed: it lives in a `KeyObject`. */
export interface SigningKeys {
  readonly active: Key;
  readonly previous: readonly (Key & { readonly until: Date | null })[];
}

/** A public key of a tenant, as a JSON Web Key (RFC 7517, RFC 8037 section 2). */
export interface WebhookPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly use: 'sig';
  readonly alg: 'EdDSA';
  /** The id of the signing key. */
  readonly kid: string;
  /** 32 bytes in base64url. */
  readonly x: string;
}

/** A receiver tries each public key on each signature, so there are few. */
const MAX_PREVIOUS = 3;

/**
 * Builds the keys for the signatures `v1a` of Standard Webhooks (Ed25519). Each tenant has a key pair of its own, derived from these
 * secrets: a delivery does not name its tenant, so with one pair for all of them a tenant could send what it received to
 * another tenant's receiver.
 *
 * To rotate, make the new key `active`, and move the old one to `previous`. Both sign until the old one's `until`, or until it
 * is removed. `stepward keys create` and `stepward keys rotate` write these options as JSON.
 *
 * @example
 * createSigningKeys({ active: { id: '2026-11', secret: process.env.SIGNING_KEY ?? '' } });
 *
 * @throws TypeError where an id is empty, too long or used twice, a secret is not 32 bytes or more, or there are more than
 * 3 previous keys. It names the key by its id, and never shows the secret.
 */
export function createSigningKeys(options: SigningKeysOptions): SigningKeys {
  checkOptions(USAGE, options, {
    active: required('a key: { id, secret }', isObject),
    previous: optional('an array of at most 3 keys: [{ id, secret, until }]', isShortList),
  });
  const active = readKey(USAGE, options.active);
  const previous = (options.previous ?? []).map((input) => ({
    ...readKey(USAGE, input),
    until: readUntil(input),
  }));
  const ids = [active, ...previous].map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new TypeError(`${USAGE}: key id "${repeated}" is used twice`);
  return { active, previous };
}

const USAGE = 'createSigningKeys';

function isShortList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_PREVIOUS;
}

function readUntil({ id, until }: PreviousSigningKey): Date | null {
  if (until === undefined) return null;
  const moment = typeof until === 'string' ? parseIsoMoment(until) : until;
  if (moment instanceof Date && !Number.isNaN(moment.getTime())) return moment;
  throw new TypeError(
    `${USAGE}: until of key "${id}" must be a time, for example 2027-01-31T00:00:00Z`,
  );
}

/** Whether a value is a set of signing keys, for the checks of options. */
export function isSigningKeys(value: unknown): boolean {
  const { active, previous } = (value ?? {}) as Partial<SigningKeys>;
  return isObject(active) && Array.isArray(previous);
}

/** The private keys that sign a tenant's deliveries at that time, the active one first. */
export function privateKeysOf(
  keys: SigningKeys,
  tenantId: string,
  now: Date,
): readonly KeyObject[] {
  return liveKeys(keys, now).map((key) => tenantKey(key, tenantId));
}

/** The public keys of those, for receivers. They are the same for a tenant that does not exist. */
export function publicKeysOf(
  keys: SigningKeys,
  tenantId: string,
  now: Date,
): readonly WebhookPublicKey[] {
  return liveKeys(keys, now).map((key) => {
    const { x = '' } = createPublicKey(tenantKey(key, tenantId)).export({ format: 'jwk' });
    return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: key.id, x };
  });
}

/** A public key as Standard Webhooks writes it: `whpk_` and base64 of 32 bytes. */
export function whpkOf({ x }: Pick<WebhookPublicKey, 'x'>): string {
  return `whpk_${x.replaceAll('-', '+').replaceAll('_', '/')}=`;
}

function liveKeys({ active, previous }: SigningKeys, now: Date): readonly Key[] {
  return [active, ...previous.filter(({ until }) => until === null || now < until)];
}

/** What comes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410 section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** To derive a key takes half a millisecond, many times what a signature takes. */
const derivedFrom = new WeakMap<Key, Map<string, KeyObject>>();

/** Tenants whose keys are kept at once, for each signing key; beyond them, the one that was not used for longest is forgotten. */
const MAX_KEPT = 1_000;

function tenantKey(key: Key, tenantId: string): KeyObject {
  const kept = derivedFrom.get(key) ?? new Map<string, KeyObject>();
  derivedFrom.set(key, kept);
  const derived = kept.get(tenantId) ?? deriveKey(key, tenantId);
  kept.delete(tenantId);
  kept.set(tenantId, derived);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return derived;
}

/** The seed of the key pair follows from the secret and the tenant (RFC 5869; RFC 8032 section 5.1.5). */
function deriveKey({ secret }: Key, tenantId: string): KeyObject {
  const info = `stepward/webhook-signing/v1 ${tenantId}`;
  const seed = Buffer.from(hkdfSync('sha256', secret, '', info, 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}
