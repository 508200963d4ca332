import type {
  BodyKind,
  DisabledReason,
  EventNaming,
  Ordering,
  PauseReason,
  SignatureKind,
  Subscriber,
  WebhookPublicKey,
} from '@stepward/core';
import { whpkOf } from '@stepward/core/adapter';

/** How a subscriber is doing. */
export type SubscriberHealth =
  | { readonly type: 'enabled' }
  /** No attempt has succeeded since then. */
  | { readonly type: 'failing'; readonly since: Date }
  | { readonly type: 'disabled'; readonly reason: DisabledReason };

/** A subscriber as the pages show it; without its secrets. */
export interface SubscriberView {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly naming: EventNaming;
  readonly signature: SignatureKind;
  readonly body: BodyKind;
  readonly ordering: Ordering;
  /** The version of the data that it gets, a date; null for the first. */
  readonly version: string | null;
  /** What verifies its `v1a`, the active key first; empty where it has none, or the host removed the keys. */
  readonly publicKeys: readonly { readonly kid: string; readonly whpk: string }[];
  /** The names of its custom headers. */
  readonly headerNames: readonly string[];
  readonly clientCertificate: string | null;
  readonly enabled: boolean;
  readonly health: SubscriberHealth;
  /** Until when an earlier secret signs, too; null where there is none. */
  readonly overlapEndsAt: Date | null;
  /** Until when nothing is sent to it, and why; null for no pause. */
  readonly paused: { readonly until: Date; readonly reason: PauseReason } | null;
  readonly createdAt: Date;
}

/**
 * Decides what the pages show of a subscriber.
 *
 * @param keys its tenant's public keys; null, the default, where the host has none
 */
export function subscriberView(
  subscriber: Subscriber,
  now: Date,
  keys: readonly WebhookPublicKey[] | null = null,
): SubscriberView {
  const { id, url, description, eventTypes, naming, enabled, createdAt, secrets } = subscriber;
  const { signature, body, ordering, version } = subscriber;
  const used = signature === 'v1' ? [] : (keys ?? []);
  const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
  const latest = ends.reduce<Date | null>(
    (last, end) => (last === null || end > last ? end : last),
    null,
  );
  return {
    id,
    url,
    description,
    eventTypes,
    naming,
    signature,
    body,
    ordering,
    version,
    headerNames: subscriber.headers?.names ?? [],
    clientCertificate: subscriber.clientCertificate,
    publicKeys: used.map((key) => ({ kid: key.kid, whpk: whpkOf(key) })),
    enabled,
    health: healthOf(subscriber),
    paused: enabled ? subscriber.paused : null,
    overlapEndsAt: latest !== null && latest > now ? latest : null,
    createdAt,
  };
}

function healthOf({ enabled, disabledReason, failingSince }: Subscriber): SubscriberHealth {
  if (!enabled) return { type: 'disabled', reason: disabledReason ?? 'manual' };
  return failingSince === null ? { type: 'enabled' } : { type: 'failing', since: failingSince };
}
