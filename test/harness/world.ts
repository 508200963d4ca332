import { createHash } from 'node:crypto';
import {
  createKeyRing,
  createStepward,
  type Clock,
  type EventDefinitions,
  type KeyRing,
  type Sessions,
  type StorageWithWebhooks,
  type Stepward,
} from '@stepward/core';
import type { WebhookTargets } from '@stepward/core/adapter';
import {
  createFixedClock,
  createRecordingSmsSender,
  createSeededRandom,
  quickStretch,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';
import { createHttpApi, type HttpApiOptions, type ServiceSecret } from '@stepward/http';
import { phoneCountry } from '@stepward/sms/phone-country';
import type { Pool } from 'pg';
import type { Mount } from './frameworks.js';
import { createTokens, type Tokens } from './tokens.js';
import type { OpenStorage } from './storages.js';
import type { Superuser } from './superuser.js';

/** Every tenant has a subdomain below it: `acme.example.test`. */
export const TENANT_DOMAIN = 'example.test';

/** The authentication application's secrets: the old one, and the new one that the API knows by its hash alone. */
export const SERVICE_SECRET = 'a-service-secret-for-the-tests-of-the-internal-api';
export const NEXT_SERVICE_SECRET = 'the-secret-that-takes-its-place-0123456789';

const serviceSecrets: readonly ServiceSecret[] = [
  SERVICE_SECRET,
  { sha256: createHash('sha256').update(NEXT_SERVICE_SECRET).digest('hex') },
];

const firstKey = { id: 'first', secret: new Uint8Array(32).fill(1) };
const secondKey = { id: 'second', secret: new Uint8Array(32).fill(2) };
const webhookKey = { id: 'webhooks', secret: new Uint8Array(32).fill(3) };

/** Every `https` URL of `hooks.test` is a target, and nothing else is: no test asks a name server. */
const hooksTest: WebhookTargets = {
  check: async (url) => (url.startsWith('https://hooks.test/') ? 'allowed' : 'refused'),
};

/** The services over one storage, with time, randomness, phones and tokens in the test's hands. */
export interface World {
  readonly stepward: Stepward;
  readonly storage: StorageWithWebhooks;
  readonly pool: Pool | null;
  readonly superuser: Superuser | null;
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
  readonly tokens: Tokens;
  /** What an older store holds of organisations, by their ids. */
  readonly legacy: Map<string, Readonly<Record<string, unknown>>>;
  /**
   * The root has the shipped defaults. `/scoped` asks for the account scopes. `/rotated` has a new key
   * and keeps the old one, `/dropped` has the new key alone. The authentication application is let in at
   * the root alone. None limits requests: that has other hosts.
   */
  readonly mounts: readonly Mount[];
  /** The services of another process of the host, over the same storage, with other events. */
  withEvents(events: EventDefinitions): Stepward;
}

/** What a world may be made with. */
export interface WorldOptions {
  /** The allowed targets of webhooks; by default `hooks.test`, which does not resolve. */
  readonly targets?: (clock: Clock) => WebhookTargets;
  /** The host's own events; none by default. */
  readonly events?: EventDefinitions;
  /** The sessions of people; none by default. */
  readonly sessions?: Sessions;
}

export async function createWorld(
  { storage, pool, superuser }: OpenStorage,
  { targets = () => hooksTest, events = {}, sessions }: WorldOptions = {},
): Promise<World> {
  const clock = createFixedClock();
  const sms = createRecordingSmsSender();
  const random = createSeededRandom();
  const tokens = await createTokens(clock);
  const legacy: World['legacy'] = new Map();
  const shared = {
    storage,
    smsSender: sms,
    clock,
    random,
    stretch: quickStretch,
    phoneCountry,
    events,
    ...(sessions !== undefined && { sessions }),
    webhooks: { keys: createKeyRing({ active: webhookKey }), targets: targets(clock) },
    legacyOverrides: {
      read: async (_: string, organisationId: string) => legacy.get(organisationId) ?? null,
    },
  };
  const withKeys = (codeKeys: KeyRing): Stepward => createStepward({ ...shared, codeKeys });
  const mount = (
    path: string,
    stepward: Stepward,
    changes: Partial<HttpApiOptions> = {},
  ): Mount => ({
    path,
    api: createHttpApi({
      stepward,
      accessTokens: tokens.authenticator,
      tenantDomain: TENANT_DOMAIN,
      rateLimits: false,
      ...changes,
    }),
  });

  const stepward = withKeys(createKeyRing({ active: firstKey }));
  const rotated = withKeys(createKeyRing({ active: secondKey, previous: [firstKey] }));
  const dropped = withKeys(createKeyRing({ active: secondKey }));
  return {
    stepward,
    storage,
    pool,
    superuser,
    clock,
    sms,
    tokens,
    legacy,
    mounts: [
      mount('', stepward, { serviceSecrets }),
      mount('/scoped', stepward, { requireAccountScopes: true }),
      mount('/rotated', rotated),
      mount('/dropped', dropped),
    ],
    withEvents: (others) =>
      createStepward({ ...shared, events: others, codeKeys: createKeyRing({ active: firstKey }) }),
  };
}
