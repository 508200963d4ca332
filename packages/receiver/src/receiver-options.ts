import {
  checkOptions,
  hasMethods,
  isFunction,
  isObject,
  isOneOf,
  isSecureUrl,
  isText,
  optional,
  required,
  type EventDefinitions,
  type HmacSha256,
  type NoHostEvents,
} from '@stepward/core/events';
import type { Clock } from './clock.js';
import type { Deduplication } from './deduplication/deduplication.js';
import type { Handled } from './receiver.js';
import type { SequenceOptions } from './sequence/sequence.js';
import type { VerifyEd25519 } from './verification/ed25519.js';
import { MAX_PUBLIC_KEYS, publicKey, type PublicJwk } from './verification/public-keys.js';
import type { RemotePublicKeys } from './verification/remote-public-keys.js';
import { SECRET_PREFIX, standardKey } from './verification/verify-standard.js';

export interface ReceiverOptions<Events extends EventDefinitions = NoHostEvents> {
  /**
   * The signing secrets as they were shown: `whsec_` and base64. Keep the old one beside the new one during a rotation.
   * They verify `X-Service-Signature`, and `webhook-signature` where that is missing. Empty only beside
   * `standardSecrets` or `publicKeys`.
   */
  readonly secrets: readonly string[];
  /**
   * Secrets of senders of Standard Webhooks other than a Stepward service: base64, with or without `whsec_` and padding.
   * They verify `webhook-signature` alone. What they sign is a `StandardEvent`, never an event of a Stepward service.
   */
  readonly standardSecrets?: readonly string[];
  /**
   * The public keys that verify `v1a` of `webhook-signature`: 1 to 8, `whpk_` and base64 or JSON Web Keys; or the address of a
   * key set. They verify events of a Stepward service, as `secrets` do.
   */
  readonly publicKeys?: readonly (string | PublicJwk)[] | RemotePublicKeys;
  /** The sender's own events, beside those of the catalogue: `{ 'invoice.paid': defineEvent({ … }) }`. */
  readonly events?: Events;
  /** Milliseconds that a delivery's timestamp may lie before or after now; 300 000. More than 0. */
  readonly toleranceMs?: number;
  /** Without it, an event is handled each time it is delivered, which is at least once. */
  readonly deduplication?: Deduplication;
  /** Without it, no numbers of deliveries are recorded, and `receiver.sequence` finds no gaps. */
  readonly sequence?: SequenceOptions;
  /**
   * Called with the result of every delivery, for logs and metrics. By default failed and unconfirmed deliveries are
   * written to `console.error`, and refused ones to `console.warn`, once a minute for each reason. A promise is awaited;
   * errors are dropped.
   */
  readonly onOutcome?: (outcome: Handled<Events>) => unknown;
  readonly clock?: Clock;
  /** By default `node:crypto` if the runtime has it, otherwise Web Crypto. */
  readonly hmacSha256?: HmacSha256;
  /** By default `node:crypto` if the runtime has it, otherwise Web Crypto. */
  readonly verifyEd25519?: VerifyEd25519;
}

const SECRETS =
  'an array of at least one secret as it was shown: whsec_ and base64, without spaces around it; ' +
  'one without whsec_, of another sender of Standard Webhooks, belongs into standardSecrets';

const STANDARD_SECRETS = 'an array of secrets in base64, with or without whsec_';

const PUBLIC_KEYS =
  'an array of 1 to 8 Ed25519 keys, each whpk_ and base64 or a JSON Web Key; or { jwksUrl }';

/** @throws TypeError that names the option that is missing, wrong or unknown. It shows no secret. */
export function checkReceiverOptions(options: ReceiverOptions): void {
  checkOptions('createReceiver', options, {
    secrets: required(SECRETS, isListOf(isStepwardSecret)),
    standardSecrets: optional(STANDARD_SECRETS, isListOf(isStandardSecret)),
    publicKeys: optional(PUBLIC_KEYS, (value) => isKeyList(value) || isObject(value)),
    events: optional("an object: { 'invoice.paid': defineEvent({ … }) }", isObject),
    toleranceMs: optional(DURATION, isDuration),
    deduplication: optional('an object: { store }', isObject),
    sequence: optional('an object: { store, subscriber }', isObject),
    onOutcome: optional('a function', isFunction),
    clock: optional('a clock with a method now', hasMethods('now')),
    hmacSha256: optional('a function', isFunction),
    verifyEd25519: optional('a function', isFunction),
  });
  const { secrets, standardSecrets = [], publicKeys } = options;
  if (publicKeys !== undefined && isRemote(publicKeys)) checkRemoteKeys(publicKeys);
  if (secrets.length + standardSecrets.length === 0 && publicKeys === undefined) {
    throw new TypeError(`createReceiver: secrets must be ${SECRETS}`);
  }
  if (options.deduplication !== undefined) checkDeduplication(options.deduplication);
  if (options.sequence !== undefined) checkSequence(options.sequence);
}

function checkDeduplication(options: Deduplication): void {
  checkOptions<Deduplication>(
    'createReceiver',
    options,
    {
      store: required(
        'a store, for example sqlDeduplication(pool)',
        hasMethods('claim', 'confirm', 'release'),
      ),
      by: optional("'idempotency_key' or 'event_id'", isOneOf('idempotency_key', 'event_id')),
      scope: optional('a string, not empty', isText),
      leaseMs: optional(DURATION, isDuration),
      ttlMs: optional(DURATION, isDuration),
    },
    'deduplication.',
  );
}

function checkSequence(options: SequenceOptions): void {
  checkOptions<SequenceOptions>(
    'createReceiver',
    options,
    {
      store: required('a store, for example sqlSequence(pool)', hasMethods('read', 'replace')),
      subscriber: required('a string of 1 to 255 characters', isSubscriberName),
    },
    'sequence.',
  );
}

function isSubscriberName(value: unknown): boolean {
  return isText(value) && String(value).length <= 255;
}

/** Whether the keys are at an address. */
export function isRemote(
  publicKeys: NonNullable<ReceiverOptions['publicKeys']>,
): publicKeys is RemotePublicKeys {
  return !Array.isArray(publicKeys);
}

function checkRemoteKeys(options: RemotePublicKeys): void {
  checkOptions<RemotePublicKeys>(
    'createReceiver',
    options,
    {
      jwksUrl: required('an https URL, or an http URL of this machine', isSecureUrl),
      maxAgeMs: optional(DURATION, isDuration),
      cooldownMs: optional('a number of milliseconds from 1000', isCooldown),
      timeoutMs: optional(DURATION, isDuration),
      fetch: optional('a function', isFunction),
    },
    'publicKeys.',
  );
}

function isCooldown(value: unknown): boolean {
  return isDuration(value) && Number(value) >= 1_000;
}

function isKeyList(value: unknown): boolean {
  const isShort = Array.isArray(value) && value.length >= 1 && value.length <= MAX_PUBLIC_KEYS;
  return isShort && value.every((key) => publicKey(key) !== null);
}

const DURATION = 'a number of milliseconds above 0';

function isDuration(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) > 0;
}

function isListOf(isValid: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(isValid);
}

function isStandardSecret(value: unknown): boolean {
  return typeof value === 'string' && standardKey(value) !== null;
}

function isStepwardSecret(value: unknown): boolean {
  return isStandardSecret(value) && String(value).startsWith(SECRET_PREFIX);
}
