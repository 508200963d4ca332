import {
  createKeyRing,
  createStepward,
  type Clock,
  type KeyRing,
  type Storage,
  type Stepward,
  type WebhookTargets,
} from '@stepward/core';
import {
  createFixedClock,
  createRecordingSmsSender,
  createSeededRandom,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/core/testing';
import { createHttpApi } from '@stepward/http';
import { phoneCountry } from '@stepward/sms/phone-country';
import type { Pool } from 'pg';
import type { Mount } from './frameworks.js';
import { createTokens, type Tokens } from './tokens.js';
import type { OpenStorage } from './storages.js';
import type { Superuser } from './superuser.js';

/** Every tenant has a subdomain below it: `acme.example.test`. */
export const TENANT_DOMAIN = 'example.test';

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
  readonly storage: Storage;
  readonly pool: Pool | null;
  readonly superuser: Superuser | null;
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
  readonly tokens: Tokens;
  /** What an older store holds of organisations, by their ids. */
  readonly legacy: Map<string, Readonly<Record<string, unknown>>>;
  /**
   * The root has the shipped defaults. `/scoped` asks for the account scopes. `/rotated` has a new key
   * and keeps the old one, `/dropped` has the new key alone.
   */
  readonly mounts: readonly Mount[];
}

/** What a world may be made with. */
export interface WorldOptions {
  /** Where webhooks may go; to `hooks.test`, which nobody resolves, by default. */
  readonly targets?: (clock: Clock) => WebhookTargets;
}

export async function createWorld(
  { storage, pool, superuser }: OpenStorage,
  { targets = () => hooksTest }: WorldOptions = {},
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
    phoneCountry,
    webhooks: { keys: createKeyRing({ active: webhookKey }), targets: targets(clock) },
    legacyOverrides: {
      read: async (_: string, organisationId: string) => legacy.get(organisationId) ?? null,
    },
  };
  const withKeys = (codeKeys: KeyRing): Stepward => createStepward({ ...shared, codeKeys });
  const mount = (path: string, stepward: Stepward, requireAccountScopes = false): Mount => ({
    path,
    api: createHttpApi({
      stepward,
      accessTokens: tokens.authenticator,
      tenantDomain: TENANT_DOMAIN,
      requireAccountScopes,
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
      mount('', stepward),
      mount('/scoped', stepward, true),
      mount('/rotated', rotated),
      mount('/dropped', dropped),
    ],
  };
}
