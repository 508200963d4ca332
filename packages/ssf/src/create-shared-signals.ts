import { requireTenantId } from '@stepward/core/adapter';
import type { HttpApi } from '@stepward/http';
import type { Destination } from '@stepward/webhooks';
import { createStreamDestination } from './delivery/stream-destination.js';
import { createStreamApi } from './http/stream-api.js';
import { readSharedSignalsOptions, type SharedSignalsOptions } from './shared-signals-options.js';

/** A transmitter of the Shared Signals Framework. */
export interface SharedSignals {
  /**
   * Mounts as the API does, at the root of the issuer's origin: `app.use(stepwardExpress(signals.api))`,
   * `app.register(stepwardFastify, { api: signals.api })`, `createFetchHandler(signals.api)`.
   */
  readonly api: HttpApi;
  /** For the option `destinations` of each delivery worker. */
  readonly destination: Destination;
  /**
   * Erases the streams of a tenant, with the events that they hold: call it with `stepward.tenants.erase`, which erases their
   * subscribers and deliveries. Returns how many streams there were; it may be repeated.
   */
  eraseTenant(tenantId: string): Promise<number>;
}

/**
 * Creates a transmitter of the Shared Signals Framework 1.0: receivers create streams over HTTP, and are told by CAEP 1.0 events of
 * changes of people's credentials, assurance and sessions. Each stream is a subscriber of its tenant, so its deliveries have the
 * schedule, the log and the fairness of webhooks.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const signals = createSharedSignals({
 *   ...{ stepward, accessTokens, keys, targets, sender },
 *   issuer: 'https://id.example.com/ssf',
 *   storage: createPostgresStreams({ pool }),
 *   signingKeys: { active: { id: '2026-11', key: process.env.SSF_SIGNING_KEY ?? '' } },
 * });
 * app.use(stepwardExpress(signals.api));
 * const worker = createDeliveryWorker({ outbox, sender, destinations: [signals.destination] });
 */
export function createSharedSignals(options: SharedSignalsOptions): SharedSignals {
  const wiring = readSharedSignalsOptions(options);
  return {
    api: createStreamApi(wiring),
    destination: createStreamDestination(wiring),
    async eraseTenant(tenantId) {
      requireTenantId(tenantId);
      return wiring.storage.removeAll(tenantId);
    },
  };
}
