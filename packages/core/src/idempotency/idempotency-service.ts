import { err, ok, type Result } from 'neverthrow';
import type { Clock, Random } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import { addMs } from '../shared/duration.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import type { KeyRing } from '../shared/keys/key-ring.js';
import { NONCE_BYTES, seal } from '../shared/keys/seal.js';
import { decideReplay } from './decide-replay.js';
import {
  IDEMPOTENCY_KEPT_MS,
  IDEMPOTENCY_LEASE_MS,
  type IdempotencyRecord,
} from '../records/idempotency-record.js';
import {
  answerContext,
  contentHmac,
  recordIdOf,
  type IdempotentRequest,
} from './idempotent-request.js';

/** A request with that key is being served right now. */
export interface IdempotencyKeyInFlight {
  readonly code: 'idempotency_key_in_flight';
}

/** The key was used within 24 hours for a request with another content. */
export interface IdempotencyKeyReused {
  readonly code: 'idempotency_key_reused';
}

/** The right to serve a request, until its lease runs out and another request takes the key. */
export interface IdempotencyReservation {
  readonly tenantId: string;
  readonly recordId: string;
  readonly token: string;
}

/** What to do with a request: serve it and report the result, or return the earlier answer. */
export type BegunRequest =
  | { readonly type: 'proceed'; readonly reservation: IdempotencyReservation }
  | { readonly type: 'replay'; readonly answer: string };

/** Makes requests that may be repeated take effect once. */
export interface IdempotencyService {
  /**
   * Takes the key for a request. Of parallel requests with one key one proceeds; the others are refused
   * while it is in flight, at most {@link IDEMPOTENCY_LEASE_MS}, and then get its answer.
   */
  begin(
    request: IdempotentRequest,
  ): Promise<Result<BegunRequest, IdempotencyKeyInFlight | IdempotencyKeyReused>>;
  /** Whether a request with that key was answered within {@link IDEMPOTENCY_KEPT_MS}. Takes nothing. */
  isAnswered(request: IdempotentRequest): Promise<boolean>;
  /**
   * Keeps the answer, sealed, for {@link IDEMPOTENCY_KEPT_MS}. Returns false, and keeps nothing, if the lease ran out
   * and another request took the key.
   */
  finish(reservation: IdempotencyReservation, answer: string): Promise<boolean>;
  /** Frees the key: the next request with it is served. False as for `finish`. */
  abandon(reservation: IdempotencyReservation): Promise<boolean>;
}

export interface IdempotencyWiring {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly codeKeys: KeyRing;
}

export function createIdempotencyService(wiring: IdempotencyWiring): IdempotencyService {
  const { storage, clock, random, codeKeys } = wiring;
  return {
    begin: (request) => beginRequest(wiring, request),

    async isAnswered(request) {
      const now = clock.now();
      // A reservation that has run out already is in nobody's way.
      const expired = { ...reservationFor(wiring, request, now), expiresAt: now };
      const stored = await inUnitOfWork(storage, request, ({ idempotency }) =>
        idempotency.reserve(expired, now),
      );
      return stored.answer !== null;
    },

    async finish({ tenantId, recordId, token }, answer) {
      const context = answerContext(tenantId, recordId, token);
      const sealed = seal(codeKeys, context, answer, random.bytes(NONCE_BYTES));
      const expiresAt = addMs(clock.now(), IDEMPOTENCY_KEPT_MS);
      return inUnitOfWork(storage, { tenantId }, ({ idempotency }) =>
        idempotency.finish(recordId, token, { answer: sealed, expiresAt }),
      );
    },

    abandon: ({ tenantId, recordId, token }) =>
      inUnitOfWork(storage, { tenantId }, ({ idempotency }) =>
        idempotency.finish(recordId, token, null),
      ),
  };
}

function beginRequest(
  wiring: IdempotencyWiring,
  request: IdempotentRequest,
): Promise<Result<BegunRequest, IdempotencyKeyInFlight | IdempotencyKeyReused>> {
  const { tenantId } = request;
  const now = wiring.clock.now();
  const wanted = reservationFor(wiring, request, now);
  const { recordId, token } = wanted;
  const proceed = { type: 'proceed', reservation: { tenantId, recordId, token } } as const;
  return wiring.storage.run({ tenantId }, async ({ idempotency }) => {
    const stored = await idempotency.reserve(wanted, now);
    const decision = decideReplay(wiring.codeKeys, request, stored, token);
    switch (decision.type) {
      case 'fresh':
        return ok(proceed);
      case 'replay':
        return ok(decision);
      case 'in_flight':
        return err({ code: 'idempotency_key_in_flight' });
      case 'other_request':
        return err({ code: 'idempotency_key_reused' });
      case 'unreadable':
        await idempotency.finish(recordId, stored.token, null);
        await idempotency.reserve(wanted, now);
        return ok(proceed);
    }
  });
}

function reservationFor(
  { random, codeKeys }: IdempotencyWiring,
  request: IdempotentRequest,
  now: Date,
): IdempotencyRecord {
  return {
    recordId: recordIdOf(request),
    token: random.uuid(),
    fingerprint: { keyId: codeKeys.active.id, hmac: contentHmac(codeKeys.active, request) },
    answer: null,
    expiresAt: addMs(now, IDEMPOTENCY_LEASE_MS),
  };
}
