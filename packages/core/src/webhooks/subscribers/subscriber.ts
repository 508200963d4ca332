import type { Pause } from '../scheduling/pause.js';

/** The spelling of event names that a subscriber receives. */
export const EVENT_NAMINGS = ['canonical', 'legacy'] as const;

export type EventNaming = (typeof EVENT_NAMINGS)[number];

/** What `webhook-signature` holds: HMAC-SHA-256 (`v1`), Ed25519 (`v1a`), or both. */
export const SIGNATURE_KINDS = ['v1', 'v1a', 'both'] as const;

export type SignatureKind = (typeof SIGNATURE_KINDS)[number];

/** How much of an event a subscriber is sent: its data, or only its id, by which the receiver reads it from the Customer API. */
export const BODY_KINDS = ['full', 'thin'] as const;

export type BodyKind = (typeof BODY_KINDS)[number];

/**
 * In which order a subscriber gets events: in any (`none`), or those of one ordering key one after the other (`key`).
 */
export const ORDERINGS = ['none', 'key'] as const;

export type Ordering = (typeof ORDERINGS)[number];

/** Why a subscriber is disabled: by an administrator, because it answered 410 or `webhook-delivery: disable`, or because it failed for 5 days. */
export type DisabledReason = 'manual' | 'gone' | 'failing';

/** A registered endpoint, its filter and its secrets. */
export interface Subscriber {
  readonly id: string;
  readonly url: string;
  /** A description for people; at most 255 characters, empty by default. */
  readonly description: string;
  /** Names and patterns as the caller spelled them; an event is delivered if one of them matches. */
  readonly eventTypes: readonly string[];
  readonly naming: EventNaming;
  /** `X-Service-Signature` is the same in each case. */
  readonly signature: SignatureKind;
  readonly body: BodyKind;
  /** See {@link ORDERINGS}. Events without a key, replays and tests are never ordered. */
  readonly ordering: Ordering;
  /**
   * The version of the data that it gets, a date: of each event the newest that is not later. The first where all are later, and where
   * it is null.
   */
  readonly version: string | null;
  /** The name of the certificate that is presented to its URL, which the sender looks up; null for none. */
  readonly clientCertificate: string | null;
  /** What it adds to each request; null for nothing. */
  readonly headers: SealedHeaders | null;
  readonly enabled: boolean;
  /** Null while it is enabled. */
  readonly disabledReason: DisabledReason | null;
  /** The current secret, then those that still live after a rotation, newest first. */
  readonly secrets: readonly SealedSecret[];
  /** When the first of the failures began that no success has followed; null where the last attempt succeeded. */
  readonly failingSince: Date | null;
  /** When `webhook.failing` was last emitted for it; null for never. */
  readonly failingNoticedAt: Date | null;
  /** Null for no pause. */
  readonly paused: SubscriberPause | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Nothing is sent to a subscriber before `until`. */
export type SubscriberPause = Pick<Pause, 'until' | 'reason'>;

/** Custom headers as they are stored. */
export interface SealedHeaders {
  /** In lower case; these alone are shown. */
  readonly names: readonly string[];
  /** From `seal`, under the context of `custom-headers.ts`: the headers as JSON. */
  readonly sealed: string;
}

/** A signing secret as it is stored. */
export interface SealedSecret {
  /** From `seal`, under `secretContext` of `signing-secret.ts`. */
  readonly sealed: string;
  /** When it stops signing; null for the current one. */
  readonly expiresAt: Date | null;
}

/** The subscriber without a pause that is over. */
export function asOf(subscriber: Subscriber, now: Date): Subscriber {
  const { paused } = subscriber;
  return paused !== null && paused.until <= now ? { ...subscriber, paused: null } : subscriber;
}
