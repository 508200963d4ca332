import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../../access/caller.js';
import type { AuditEventType } from '../../records/audit-event.js';
import { recordAudit, type AuditWiring } from '../../audit/audit-recorder-service.js';
import type { EventRegistry } from '../../events/catalogue/event-registry.js';
import type { Stores } from '../../ports/stores.js';
import type { WebhookStorage } from '../../ports/storage.js';
import type { WebhookTargets } from '../../ports/webhook-sender.js';
import { checkArguments } from '../../shared/checks/check-arguments.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { inUnitOfWork } from '../../shared/storage/in-unit-of-work.js';
import { readPage } from '../../shared/lists/list-request.js';
import type { Page, PageRequest } from '../../shared/lists/page.js';
import { parseUrl } from '../../shared/parse-url.js';
import { Redacted } from '../../shared/keys/redacted.js';
import { NONCE_BYTES } from '../../shared/keys/seal.js';
import { changeSubscriber, auditedFields, changing, startsAfresh } from './change-subscriber.js';
import {
  findSubscriber,
  requireSubscriber,
  type SubscriberNotFound,
} from './require-subscriber.js';
import {
  readRotation,
  type RotationInput,
  type WebhookRequestInvalid,
} from './read-webhook-request.js';
import { publicKeysOf, type SigningKeys, type WebhookPublicKey } from './signing-keys.js';
import {
  newSigningSecret,
  rotateSecrets,
  sealSecret,
  SECRET_BYTES,
  type SecretOwner,
} from './signing-secret.js';
import { refusedOrigin, sealHeaders } from './custom-headers.js';
import type { FieldViolation } from '../../shared/checks/field-violation.js';
import { destinationName, refusedDestination } from './destination-url.js';
import { asOf, type Subscriber } from './subscriber.js';
import {
  newSubscriber,
  NEW_SUBSCRIBER,
  readSubscriberFields,
  type EnteredFields,
  type SubscriberFields,
  type SubscriberInput,
  type SubscriberInvalid,
} from './subscriber-fields.js';

/** The options for the delivery of events. */
export interface WebhookOptions {
  /**
   * Keys that signing secrets and custom headers are encrypted under at rest, from `createKeyRing`. A retired key must stay in
   * the ring until every subscriber with a secret encrypted under it has rotated, and those with headers have set them again.
   */
  readonly keys: KeyRing;
  /** Which URLs webhooks may go to: `createWebhookTargets()` of `@stepward/webhooks`. */
  readonly targets: WebhookTargets;
  /**
   * Keys for the asymmetric signatures that subscribers may choose, from `createSigningKeys`. Every process that changes
   * subscribers or runs a worker needs them. None by default: subscribers have `v1` alone.
   */
  readonly signing?: SigningKeys;
  /** The `X-Webhook-Source` header: the component that emits; `stepward`. Printable ASCII. */
  readonly source?: string;
  /** Whether the headers of Standard Webhooks are sent beside the specification's; true. */
  readonly standardWebhooks?: boolean;
  /**
   * Milliseconds from the end of each failed attempt to the next, up to 10 % of jitter added. There is one attempt
   * more than delays: `[]` makes a single one. By default 10 attempts: at once, then after 5 s, 5 min, 30 min, 2 h, 5
   * h, 10 h, 14 h, 20 h and 24 h. At most 29 delays, each from 1,000 to 604,800,000. A change also applies to pending
   * deliveries, from their next attempt.
   */
  readonly retryDelaysMs?: readonly number[];
}

/** The host has not configured webhooks. */
export interface WebhooksNotConfigured {
  readonly code: 'webhooks_not_configured';
}

/** The tenant has reached its limit of subscribers. */
export interface SubscriberLimitReached {
  readonly code: 'subscriber_limit_reached';
}

/** A subscriber with its secret, which is shown only once. */
export interface SubscriberWithSecret {
  readonly subscriber: Subscriber;
  /** `whsec_` and base64 of 32 random bytes. */
  readonly secret: Redacted<string>;
}

export type CreateSubscriberError =
  | SubscriberInvalid
  | SubscriberLimitReached
  | WebhooksNotConfigured;
export type ChangeSubscriberError = SubscriberInvalid | SubscriberNotFound | WebhooksNotConfigured;
export type RotateSecretError = WebhookRequestInvalid | SubscriberNotFound | WebhooksNotConfigured;

/**
 * The registered receivers of a tenant's events. Each method returns a `Result`, except `list` and `publicKeys`, which cannot be
 * refused.
 */
export interface SubscriberService {
  /**
   * Registers a subscriber and creates its secret. Its URL is checked against the targets' rules. With a `systemCaller` it may be
   * `destination:<name>`, for a destination of the delivery worker.
   */
  create(
    caller: ManagementCaller,
    input: SubscriberInput,
  ): Promise<Result<SubscriberWithSecret, CreateSubscriberError>>;
  /** The tenant's subscribers, newest first; the first 20 by default, `limit` is 1 to 100. */
  list(tenantId: string, page?: Partial<PageRequest>): Promise<Page<Subscriber>>;
  get(tenantId: string, subscriberId: string): Promise<Result<Subscriber, SubscriberNotFound>>;
  /**
   * Changes the given fields. Enabling a subscriber clears the reason why it was disabled. Enabling it or changing
   * its URL clears the time since which it has failed, and ends a pause. A URL of another origin needs `headers`, where headers
   * are set: they are secrets, and are not sent to a place that they were not entered for. Another `ordering` applies to all
   * pending deliveries in the same transaction, which takes longer the more there are.
   */
  change(
    caller: ManagementCaller,
    subscriberId: string,
    input: Partial<SubscriberInput>,
  ): Promise<Result<Subscriber, ChangeSubscriberError>>;
  /** Removes a subscriber. Its pending deliveries are dropped. */
  remove(
    caller: ManagementCaller,
    subscriberId: string,
  ): Promise<Result<Subscriber, SubscriberNotFound>>;
  /**
   * Creates a new secret. The old ones also sign until the overlap ends: `overlap_ms`, 24 hours by default, 0 to 7
   * days.
   */
  rotateSecret(
    caller: ManagementCaller,
    subscriberId: string,
    rotation?: RotationInput,
  ): Promise<Result<SubscriberWithSecret, RotateSecretError>>;
  /**
   * The public keys that verify the tenant's `v1a` signatures, the active one first; null where the host has configured no
   * signing keys. Any tenant id has keys, whether or not the tenant exists.
   */
  publicKeys(tenantId: string): readonly WebhookPublicKey[] | null;
}

/** Subscribers of one tenant at most: one event makes a delivery for each of them. */
export const MAX_SUBSCRIBERS = 10_000;

export interface SubscriberWiring extends AuditWiring {
  readonly storage: WebhookStorage;
  readonly eventRegistry: EventRegistry;
  /** Null if the host has not configured webhooks. */
  readonly webhooks: WebhookOptions | null;
}

export function createSubscriberService(wiring: SubscriberWiring): SubscriberService {
  const { storage, clock, webhooks } = wiring;
  return {
    async create(caller, input) {
      checkArguments('subscribers.create', { caller, input });
      return createSubscriber(wiring, caller, input);
    },

    async list(tenantId, page) {
      checkArguments('subscribers.list', { tenantId });
      const part = readPage('subscribers.list', page);
      const { items, ...rest } = await inUnitOfWork(storage, { tenantId }, ({ subscribers }) =>
        subscribers.list({ subscriberId: null }, part),
      );
      const now = clock.now();
      return { ...rest, items: items.map((subscriber) => asOf(subscriber, now)) };
    },

    async get(tenantId, subscriberId) {
      checkArguments('subscribers.get', { tenantId, subscriberId });
      return storage.run({ tenantId }, async (stores) =>
        requireSubscriber(await findSubscriber(stores, subscriberId)).map((subscriber) =>
          asOf(subscriber, clock.now()),
        ),
      );
    },

    async change(caller, subscriberId, input) {
      checkArguments('subscribers.change', { caller, subscriberId, input });
      return storeSubscriberChange(wiring, caller, subscriberId, input);
    },

    async remove(caller, subscriberId) {
      checkArguments('subscribers.remove', { caller, subscriberId });
      return removeSubscriber(wiring, caller, subscriberId);
    },

    async rotateSecret(caller, subscriberId, rotation = {}) {
      checkArguments('subscribers.rotateSecret', { caller, subscriberId, rotation });
      return rotateSubscriberSecret(wiring, caller, subscriberId, rotation);
    },

    publicKeys(tenantId) {
      checkArguments('subscribers.publicKeys', { tenantId });
      const keys = webhooks?.signing;
      return keys === undefined ? null : publicKeysOf(keys, tenantId, clock.now());
    },
  };
}

async function createSubscriber(
  wiring: SubscriberWiring,
  caller: ManagementCaller,
  input: SubscriberInput,
): Promise<Result<SubscriberWithSecret, CreateSubscriberError>> {
  const { storage, eventRegistry, clock, random, webhooks } = wiring;
  if (webhooks === null) return err(NOT_CONFIGURED);
  const target = await refusedTarget(webhooks, input.url);
  const version = eventRegistry.versions.at(-1) ?? null;
  const fields = readSubscriberFields(eventRegistry, input, { ...NEW_SUBSCRIBER, version });
  const keyless = refusedSignature(webhooks, input, NEW_SUBSCRIBER);
  const reserved = refusedDestination(caller, input, null);
  const read = withoutRefused(fields, [target, reserved, keyless]);
  if (read.isErr()) return err(read.error);
  const id = random.uuid();
  const entered = sealedFields(wiring, webhooks, { ...caller, subscriberId: id }, read.value);
  const { secret, sealed } = drawSecret(wiring, webhooks, caller.tenantId, id);
  const subscriber = newSubscriber({ id, sealed }, entered, clock.now());
  return storage.run<SubscriberWithSecret, CreateSubscriberError>(
    changing(caller),
    async (stores) => {
      const count = await stores.subscribers.put(subscriber);
      if (count > MAX_SUBSCRIBERS) return err({ code: 'subscriber_limit_reached' });
      await recordChange(wiring, stores, caller, 'webhook.created', subscriber);
      return ok({ subscriber, secret: new Redacted(secret) });
    },
  );
}

async function storeSubscriberChange(
  wiring: SubscriberWiring,
  caller: ManagementCaller,
  subscriberId: string,
  input: Partial<SubscriberInput>,
): Promise<Result<Subscriber, ChangeSubscriberError>> {
  const { storage, eventRegistry, clock, webhooks } = wiring;
  if (webhooks === null) return err(NOT_CONFIGURED);
  const target = await refusedTarget(webhooks, input.url);
  return storage.run<Subscriber, ChangeSubscriberError>(changing(caller), async (stores) => {
    const found = requireSubscriber(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    const fields = readSubscriberFields(eventRegistry, input, found.value);
    const keyless = refusedSignature(webhooks, input, found.value);
    const reserved = refusedDestination(caller, input, found.value.url);
    const kept = refusedOrigin(input, found.value);
    const read = withoutRefused(fields, [target, reserved, keyless, kept]);
    if (read.isErr()) return err(read.error);
    const now = clock.now();
    const entered = sealedFields(wiring, webhooks, { ...caller, subscriberId }, read.value);
    const changed = changeSubscriber(found.value, entered, now);
    if (changed !== found.value) {
      if (changed.ordering !== found.value.ordering) {
        await stores.deliveries.order(subscriberId, changed.ordering, now);
      }
      await stores.subscribers.put(changed);
      if (startsAfresh(found.value, changed)) await stores.subscribers.clearFailures(subscriberId);
      await recordChange(wiring, stores, caller, 'webhook.updated', changed);
    }
    return ok(asOf(changed, now));
  });
}

function removeSubscriber(
  wiring: SubscriberWiring,
  caller: ManagementCaller,
  subscriberId: string,
): Promise<Result<Subscriber, SubscriberNotFound>> {
  const scope = changing(caller);
  return wiring.storage.run<Subscriber, SubscriberNotFound>(scope, async (stores) => {
    const found = requireSubscriber(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    await stores.subscribers.delete(subscriberId);
    await recordChange(wiring, stores, caller, 'webhook.deleted', found.value);
    return ok(asOf(found.value, wiring.clock.now()));
  });
}

async function rotateSubscriberSecret(
  wiring: SubscriberWiring,
  caller: ManagementCaller,
  subscriberId: string,
  rotation: RotationInput,
): Promise<Result<SubscriberWithSecret, RotateSecretError>> {
  const { storage, clock, webhooks } = wiring;
  if (webhooks === null) return err(NOT_CONFIGURED);
  const read = readRotation(rotation);
  if (read.isErr()) return err(read.error);
  const { secret, sealed } = drawSecret(wiring, webhooks, caller.tenantId, subscriberId);
  return storage.run<SubscriberWithSecret, RotateSecretError>(changing(caller), async (stores) => {
    const found = requireSubscriber(await findSubscriber(stores, subscriberId));
    if (found.isErr()) return err(found.error);
    const now = clock.now();
    const secrets = rotateSecrets(found.value.secrets, sealed, read.value.overlap_ms, now);
    const rotated = { ...found.value, secrets, updatedAt: now };
    await stores.subscribers.put(rotated);
    await recordChange(wiring, stores, caller, 'webhook.secret_rotated', rotated);
    return ok({ subscriber: asOf(rotated, now), secret: new Redacted(secret) });
  });
}

const NOT_CONFIGURED: WebhooksNotConfigured = { code: 'webhooks_not_configured' };

function recordChange(
  wiring: SubscriberWiring,
  stores: Pick<Stores, 'record'>,
  caller: ManagementCaller,
  type: AuditEventType,
  subscriber: Subscriber,
): Promise<void> {
  const { actor } = caller;
  const details = auditedFields(subscriber);
  return recordAudit(wiring, stores, {
    type,
    actor,
    target: subscriber.id,
    details,
    client: caller,
  });
}

function drawSecret(
  { random }: SubscriberWiring,
  { keys }: WebhookOptions,
  tenantId: string,
  subscriberId: string,
): { readonly secret: string; readonly sealed: string } {
  const secret = newSigningSecret(random.bytes(SECRET_BYTES));
  const owner = { tenantId, subscriberId };
  return { secret, sealed: sealSecret(keys, owner, secret, random.bytes(NONCE_BYTES)) };
}

/** The fields as they are stored: with headers that are encrypted, and without the key where they are kept. */
function sealedFields(
  { random }: SubscriberWiring,
  { keys }: WebhookOptions,
  owner: SecretOwner,
  { headers, ...fields }: EnteredFields,
): SubscriberFields {
  if (headers === undefined) return fields;
  return {
    ...fields,
    headers: headers && sealHeaders(keys, owner, headers, random.bytes(NONCE_BYTES)),
  };
}

/**
 * A signature that this process has no keys for. One that is stored already can stay, because the keys may have been removed
 * later; another value than these is left to the field's own rules.
 */
function refusedSignature(
  { signing }: WebhookOptions,
  { signature }: { readonly signature?: unknown },
  stored: Pick<SubscriberFields, 'signature'>,
): FieldViolation | null {
  const needsKeys = signature === 'v1a' || signature === 'both';
  if (!needsKeys || signing !== undefined || signature === stored.signature) return null;
  return { field: 'signature', rule: 'signing_keys_missing', limit: 'v1', value: signature };
}

/** A value that is not a string is left to the field's own rules, and a destination to the rule about its caller. */
async function refusedTarget(
  { targets }: WebhookOptions,
  url: unknown,
): Promise<FieldViolation | null> {
  if (typeof url !== 'string' || parseUrl(url) === null || destinationName(url) !== null)
    return null;
  if ((await targets.check(url)) === 'allowed') return null;
  const limit =
    'an https URL without user name and with public addresses only, or what the option targets allows';
  return { field: 'url', rule: 'target', limit, value: url };
}

/** The fields, if nothing of them was refused. */
function withoutRefused(
  read: Result<EnteredFields, SubscriberInvalid>,
  refusals: readonly (FieldViolation | null)[],
): Result<EnteredFields, SubscriberInvalid> {
  const refused = refusals.filter((violation) => violation !== null);
  if (refused.length === 0) return read;
  const others = read.isErr() ? read.error.violations : [];
  return err({ code: 'subscriber_invalid', violations: [...others, ...refused] });
}
