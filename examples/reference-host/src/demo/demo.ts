import { randomBytes } from 'node:crypto';
import {
  createKeyRing,
  createSigningKeys,
  createStepward,
  type EmittedEvent,
  type Logger,
  type EmitError,
  type Result,
  type Stepward,
} from '@stepward/core';
import { startPostgres } from '@stepward/dev-postgres';
import { createHttpApi, webhookKeys, type HttpApi } from '@stepward/http';
import type { CodePage } from '@stepward/pages';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { phoneCountry } from '@stepward/sms/phone-country';
import { smsReceipts } from '@stepward/sms/receipts';
import { createWebhookTargets } from '@stepward/webhooks';
import { Pool } from 'pg';
import { createDemoAdminPages, type DemoAdminPages } from './demo-admin-pages.js';
import { createDemoClock, type DemoClock } from './demo-clock.js';
import { writeFixture } from './demo-fixture.js';
import { createDemoCodePage } from './demo-code-page.js';
import { createDemoKeys, type DemoKeys } from './demo-keys.js';
import { demoEvents } from './demo-events.js';
import { demoLegacyOverrides } from './demo-legacy-overrides.js';
import { receiptsOf, type DemoOptions } from './demo-options.js';
import { createDemoNotices, type DemoNotices } from './demo-notices.js';
import { createDemoPhones, type DemoPhones } from './demo-phones.js';
import { loadDemoSecrets } from './demo-secrets.js';
import { createDemoSecurityPage } from './demo-security-page.js';
import { createDemoSessions, type DemoSessions } from './demo-sessions.js';
import { startDemoSubscriber, type DemoSubscriber } from './demo-subscriber.js';
import { createDemoTokens, type DemoTokens } from './demo-tokens.js';
import { createDemoWebAuthn } from './demo-webauthn.js';
import { demoTargets, startDemoWorker, type DemoWorker } from './demo-worker.js';
import { emitDemoEvent, type DemoEventBody } from './emit-demo-event.js';

/** Stepward over a real Postgres, with phones that can be read and a clock that can be moved. */
export interface Demo {
  readonly api: HttpApi;
  /** Asks people for a code. */
  readonly codePage: CodePage;
  /** The pages for administrators, which are among {@link pages}. */
  readonly adminPages: DemoAdminPages;
  /** The pages for people who are signed in. */
  readonly pages: readonly HttpApi[];
  readonly sessions: DemoSessions;
  readonly stepUp: Stepward['stepUp'];
  readonly enrolments: Stepward['enrolments'];
  readonly policies: Stepward['policies'];
  /** Takes what SMS providers report of messages. */
  readonly receipts: HttpApi;
  /** Serves the public keys of webhooks. */
  readonly webhookKeys: HttpApi;
  readonly phones: DemoPhones;
  /** What people were notified about. */
  readonly notices: DemoNotices;
  readonly clock: DemoClock;
  readonly tokens: DemoTokens;
  readonly subscriber: DemoSubscriber;
  readonly worker: DemoWorker;
  /** Emits an event inside a transaction of the demo's own. */
  emit(event: DemoEventBody): Promise<Result<EmittedEvent, EmitError>>;
  /** Lets the authentication application in; a new one at every start. */
  readonly serviceSecret: string;
  /** The management keys of a tenant; made when they are first asked for. */
  keysOf(tenantId: string): Promise<DemoKeys>;
  /** Whether the database answers. */
  isHealthy(): Promise<boolean>;
  /** Ends the pool and, where it is embedded, the database. */
  stop(): Promise<void>;
}

/**
 * Starts the database, brings its schema up to date and writes the fixture.
 *
 * @param baseUrl returns where the host listens; called once it does
 */
export async function startDemo(
  logger: Logger,
  options: DemoOptions,
  baseUrl: () => string,
): Promise<Demo> {
  const { rateLimitScale, smsProvider } = options;
  const receipts = receiptsOf(options, baseUrl);
  const postgres = await startPostgres();
  const pool = new Pool({ connectionString: postgres.url, connectionTimeoutMillis: 2_000 });
  pool.on('error', (error) => {
    // `pool.end` does not wait for its sockets. The last of them may see the database stop.
    if (!pool.ending) logger.warn({ error: error.message }, 'a database connection was lost');
  });
  await migrate({ pool });

  const clock = createDemoClock();
  const phones = createDemoPhones(clock);
  const notices = createDemoNotices();
  const secrets = await loadDemoSecrets(pool);
  const tokens = await createDemoTokens(clock, secrets.tokenKey);
  const serviceSecret = randomBytes(32).toString('base64url');
  const stepward = createStepward({
    storage: createPostgresStorage({ pool, logger }),
    smsSender: smsProvider?.sender ?? phones,
    smsReceipts: receipts,
    codeKeys: createKeyRing({ active: { id: 'demo', secret: secrets.codeKey } }),
    notices,
    webauthn: createDemoWebAuthn(baseUrl),
    phoneCountry,
    legacyOverrides: demoLegacyOverrides,
    events: demoEvents,
    webhooks: {
      keys: createKeyRing({ active: { id: 'demo', secret: secrets.webhookKey } }),
      targets: createWebhookTargets({ targets: demoTargets, clock }),
      signing: createSigningKeys({ active: { id: 'demo', secret: secrets.signingKey } }),
      source: 'demo',
    },
    clock,
    logger,
  });
  // Warns of a role that row-level security does not bind, among others.
  await stepward.ready();
  await writeFixture(stepward);
  const sessions = createDemoSessions();
  const keys = new Map<string, Promise<DemoKeys>>();
  const linkKeys = createKeyRing({ active: { id: 'demo', secret: secrets.linkKey } });
  const pageOptions = { stepward, keys: linkKeys, sessions, clock, logger, baseUrl };
  const codePage = createDemoCodePage(pageOptions);
  const rateLimits = { scale: rateLimitScale };
  const adminPages = createDemoAdminPages({ ...pageOptions, rateLimits });
  const subscriber = await startDemoSubscriber(stepward, clock);
  const worker = startDemoWorker(stepward, clock, logger);

  return {
    api: createHttpApi({
      stepward,
      accessTokens: tokens.authenticator,
      serviceSecrets: [serviceSecret],
      rateLimits,
      logger,
    }),
    codePage,
    adminPages,
    pages: [
      createDemoSecurityPage({ ...pageOptions, codePage, rateLimits }),
      adminPages.policy,
      adminPages.webhooks,
      adminPages.people,
    ],
    sessions,
    stepUp: stepward.stepUp,
    enrolments: stepward.enrolments,
    policies: stepward.policies,
    // Providers sign with the real time, not with the demo's.
    receipts: smsReceipts({ stepward, receipts, logger }),
    webhookKeys: webhookKeys({ stepward, rateLimits, logger }),
    phones,
    notices,
    clock,
    tokens,
    subscriber,
    worker,
    async emit(event) {
      const emitted = await emitDemoEvent(pool, stepward, event);
      worker.wake();
      return emitted;
    },
    serviceSecret,
    keysOf(tenantId) {
      const made = keys.get(tenantId) ?? createDemoKeys(stepward, tenantId);
      keys.set(tenantId, made);
      return made;
    },
    isHealthy: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    async stop() {
      await worker.close();
      await subscriber.close();
      await pool.end();
      await postgres.stop();
    },
  };
}
