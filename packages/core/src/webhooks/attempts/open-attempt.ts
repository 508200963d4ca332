import type { KeyObject } from 'node:crypto';
import { ok, type Result } from 'neverthrow';
import { isExpired, type StoredEvent } from '../../records/stored-event.js';
import { seconds } from '../../shared/duration.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { TellExhausted } from '../exhausted-event.js';
import type { PendingDelivery } from '../pending-delivery.js';
import { isHandlerId } from '../handlers/handler.js';
import { privateKeysOf, type SigningKeys } from '../subscribers/signing-keys.js';
import { openHeaders } from '../subscribers/custom-headers.js';
import { openLiveSecrets } from '../subscribers/signing-secret.js';
import type { SealedSecret } from '../subscribers/subscriber.js';
import type {
  DueAttempt,
  DueCall,
  OpenedDelivery,
  OpenedSubscriber,
  OverDelivery,
} from './attempt.js';
import type { EventRegistry } from '../../events/catalogue/event-registry.js';
import {
  dataAtVersion,
  type DataAtVersion,
  type VersionFault,
} from '../../events/data-at-version.js';
import { renderRequest } from './render-request.js';

/** Milliseconds for a whole attempt: name, connection, TLS and answer. */
export const ATTEMPT_TIMEOUT_MS = seconds(15);

export interface AttemptOpenerOptions {
  /** Null where webhooks are not configured: nothing can be signed. */
  readonly webhooks: {
    readonly keys: KeyRing;
    readonly signing?: SigningKeys;
    readonly source?: string;
    readonly standardWebhooks?: boolean;
  } | null;
  /** Attempts of one delivery at most. */
  readonly maxAttempts: number;
  readonly tellExhausted: TellExhausted;
  /** The events that the process knows, for their versions. */
  readonly eventRegistry: Pick<EventRegistry, 'find'>;
}

/**
 * Returns what decides about each delivery of a batch that storage has read: it is skipped where its subscriber was disabled
 * or deleted, expired where its event is, and exhausted where its attempts are used up, because the schedule was shortened. Otherwise an attempt of it is
 * signed with that time, or is a call of the handler that it is for. Null for one that has ended meanwhile, or waits for
 * another attempt than this one.
 */
export function createAttemptOpener(
  { webhooks, maxAttempts, tellExhausted, eventRegistry }: AttemptOpenerOptions,
  now: Date,
): (
  delivery: PendingDelivery,
  opened: OpenedDelivery | null,
) => DueAttempt | DueCall | OverDelivery | null {
  const { source = DEFAULT_SOURCE, standardWebhooks = true } = webhooks ?? {};
  const style = { source, standardWebhooks, timeoutMs: ATTEMPT_TIMEOUT_MS };
  /** The secrets of each subscriber are opened once a batch, for that takes longer than signing. */
  const secretsOf = new Map<readonly SealedSecret[], readonly string[] | null>();

  function openSecrets(
    delivery: PendingDelivery,
    { secrets }: OpenedSubscriber,
  ): readonly string[] | null {
    const known = secretsOf.get(secrets);
    if (known !== undefined) return known;
    const live = webhooks && openLiveSecrets(webhooks.keys, delivery, secrets, now);
    secretsOf.set(secrets, live);
    return live;
  }

  /** Null where the process has no keys for the subscriber's signature. */
  function keysOf(
    { tenantId }: PendingDelivery,
    { signature }: OpenedSubscriber,
  ): readonly KeyObject[] | null {
    if (signature === 'v1') return [];
    const signing = webhooks?.signing;
    return signing === undefined ? null : privateKeysOf(signing, tenantId, now);
  }

  function dataFor(
    event: StoredEvent,
    { body, version }: OpenedSubscriber,
  ): Result<DataAtVersion, VersionFault> {
    if (body === 'thin') return ok({ version: null, data: JSON.stringify({ id: event.id }) });
    return dataAtVersion(eventRegistry.find(event.type), event, version);
  }

  return (delivery, opened) => {
    if (opened === null) return null;
    const { event, subscriber, sequence } = opened;
    const isCall = isHandlerId(delivery.subscriberId);
    const over = { type: 'over', delivery, finishedAt: now } as const;
    if (event === null || (!isCall && subscriber?.enabled !== true)) {
      return { ...over, status: 'skipped', event: null };
    }
    if (isExpired(event, now)) return { ...over, status: 'expired', event: null };
    if (delivery.attempts >= maxAttempts) {
      const told = tellExhausted({ ...delivery, eventType: event.type }, now);
      return { ...over, status: 'exhausted', event: told };
    }
    const started = { delivery, number: delivery.attempts + 1, event, startedAt: now };
    if (subscriber === null) return { ...started, type: 'due_call' };
    const attempt = { ...started, type: 'due', subscriber, sequence } as const;
    const secrets = openSecrets(delivery, subscriber);
    const privateKeys = keysOf(delivery, subscriber);
    const headers = webhooks && openHeaders(webhooks.keys, delivery, subscriber.headers);
    if (secrets === null || privateKeys === null || headers === null) {
      return { ...attempt, request: null, sent: null, unsent: UNSIGNED };
    }
    return dataFor(event, subscriber).match(
      (data) => ({
        ...attempt,
        request: renderRequest(attempt, data, { secrets, privateKeys, headers }, style),
        sent: { body: subscriber.body, version: data.version },
        unsent: null,
      }),
      (fault) => ({ ...attempt, request: null, sent: null, unsent: { type: 'failed', ...fault } }),
    );
  };
}

const DEFAULT_SOURCE = 'stepward';

const UNSIGNED = { type: 'failed', reason: 'signing_failed' } as const;
