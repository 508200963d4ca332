import { createApiKeyService, type ApiKeyService } from './access/api-key-service.js';
import { createAuditService, type AuditService } from './audit/audit-service.js';
import { createEventService, type EventService } from './events/event-service.js';
import {
  createIdempotencyService,
  type IdempotencyService,
} from './idempotency/idempotency-service.js';
import { createIdentityService, type IdentityService } from './identity/identity-service.js';
import { createEnrolmentService, type EnrolmentService } from './mfa/enrolment-service.js';
import { createCodeDeliveryService } from './one-time-code/code-delivery-service.js';
import { createCodeService } from './one-time-code/code-service.js';
import { codeLimits, type CodeLimits } from './one-time-code/limits.js';
import {
  createOrganisationService,
  type OrganisationService,
} from './organisation/organisation-service.js';
import { createPhoneService, type PhoneService } from './phone/phone-service.js';
import { createPasswordService, type PasswordService } from './policy/password-service.js';
import { createPolicyService, type PolicyService } from './policy/policy-service.js';
import { noBreachedPasswords, type BreachedPasswords } from './ports/breached-passwords.js';
import { systemClock, type Clock } from './ports/clock.js';
import type { IdentityDirectoryFactory } from './ports/identity-directory.js';
import { noLegacyOverrides, type LegacyOverrides } from './ports/legacy-overrides.js';
import { silentLogger, type Logger } from './ports/logger.js';
import type { OrganisationDirectory } from './ports/organisation-directory.js';
import { noPasswordHistory, type PasswordHistory } from './ports/password-history.js';
import { unknownPhoneCountry, type PhoneCountry } from './ports/phone-country.js';
import { systemRandom, type Random } from './ports/random.js';
import type { SmsSender } from './ports/sms-sender.js';
import type { Storage } from './ports/storage.js';
import { createCursors, type Cursors } from './shared/cursor.js';
import type { KeyRing } from './shared/key-ring.js';
import { createStepUpService, type StepUpService } from './step-up/step-up-service.js';
import { createTenantService, type TenantService } from './tenant/tenant-service.js';
import { createDeliveryService, type DeliveryService } from './webhooks/delivery-service.js';
import { createOutboxService, type OutboxService } from './webhooks/outbox-service.js';
import {
  createSubscriberService,
  type SubscriberService,
  type WebhookOptions,
} from './webhooks/subscriber-service.js';
import { withDirectory } from './with-directory.js';

/** What a host hands over. Storage, sender and keys are its own; the rest has defaults. */
export interface StepwardOptions {
  /** Where state is kept: `createPostgresStorage({ pool })`, or `createMemoryStorage()` in tests. */
  readonly storage: Storage;
  /** The SMS account. */
  readonly smsSender: SmsSender;
  /**
   * Keys for the digests of codes, the signatures of cursors, and the answers that are kept for an
   * `Idempotency-Key`; from `createKeyRing`.
   */
  readonly codeKeys: KeyRing;
  /** The host's own user table; storage keeps a directory where this is left out. */
  readonly directory?: IdentityDirectoryFactory;
  /** The host's own organisations; storage keeps a directory where this is left out. */
  readonly organisations?: OrganisationDirectory;
  /** The older organisation-metadata store, where there is one. */
  readonly legacyOverrides?: LegacyOverrides;
  /** Where breached passwords are looked up, for example `createHibp()`; none by default. */
  readonly breachedPasswords?: BreachedPasswords;
  /** What an unreachable corpus means outside HIPAA mode: `open` (the default) lets the password pass. */
  readonly breachCheck?: 'open' | 'closed';
  /** The passwords that identities had; none by default, so that no password counts as reused. */
  readonly passwordHistory?: PasswordHistory;
  /** Tells countries for tenants that restrict them; by default no country is known. */
  readonly phoneCountry?: PhoneCountry;
  /** Keys and targets of webhooks. Left out, events are stored and listed, and nobody can subscribe. */
  readonly webhooks?: WebhookOptions;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: Random;
  /**
   * What a session of unknown assurance means for writes to factors and to the phone number, once the person
   * has a second factor: false (the default) allows them, true refuses them with `assurance_insufficient`, as
   * for aal1. Set it where every access token reports its assurance (RFC 9470).
   */
  readonly requireAssurance?: boolean;
  /** Changes to the budgets; a code lives for at most 15 minutes, one for step-up for at most 10. */
  readonly limits?: Partial<CodeLimits>;
}

/** The services, wired. Each is safe to call from any number of requests and processes at once. */
export interface Stepward {
  readonly enrolments: EnrolmentService;
  readonly phones: PhoneService;
  readonly stepUp: StepUpService;
  readonly tenants: TenantService;
  readonly identities: IdentityService;
  readonly organisations: OrganisationService;
  readonly policies: PolicyService;
  readonly passwords: PasswordService;
  readonly apiKeys: ApiKeyService;
  readonly audit: AuditService;
  readonly events: EventService;
  readonly subscribers: SubscriberService;
  readonly deliveries: DeliveryService;
  /** What a delivery worker works on. */
  readonly outbox: OutboxService;
  /** Requests with an `Idempotency-Key`, for edges that serve them. */
  readonly idempotency: IdempotencyService;
  /** Signs positions in lists, for edges that hand them out. */
  readonly cursors: Cursors;
  /** Deletes what has run out over all tenants; see `Storage.purge`. Call it every hour or so. */
  purge(): Promise<void>;
}

/**
 * Builds the services over the host's ports.
 *
 * @throws TypeError where a limit is out of its bounds, or `webhooks.source` cannot stand in a header.
 */
export function createStepward(options: StepwardOptions): Stepward {
  const clock = options.clock ?? systemClock;
  const storage =
    options.directory === undefined
      ? options.storage
      : withDirectory(options.storage, options.directory);
  const shared = {
    storage,
    clock,
    smsSender: options.smsSender,
    codeKeys: options.codeKeys,
    random: options.random ?? systemRandom,
    logger: options.logger ?? silentLogger,
    limits: codeLimits(options.limits),
    phoneCountry: options.phoneCountry ?? unknownPhoneCountry,
  };
  const deliveries = createCodeDeliveryService(shared);
  const withCodes = { ...shared, codes: createCodeService({ ...shared, deliveries }) };
  const forAccounts = { ...withCodes, requireAssurance: options.requireAssurance ?? false };
  const enrolments = createEnrolmentService(forAccounts);
  const audit = createAuditService(shared);
  const events = createEventService(shared);
  const withWebhooks = { ...shared, audit, webhooks: options.webhooks ?? null };
  const subscribers = createSubscriberService(withWebhooks);
  const tenants = createTenantService({ storage, audit });
  const policies = createPolicyService({
    ...shared,
    audit,
    organisations: options.organisations ?? null,
    legacyOverrides: options.legacyOverrides ?? noLegacyOverrides,
  });

  return {
    enrolments,
    phones: createPhoneService(forAccounts),
    stepUp: createStepUpService({ ...withCodes, policies, enrolments }),
    tenants,
    identities: createIdentityService({ storage, clock }),
    organisations: createOrganisationService({ storage }),
    policies,
    passwords: createPasswordService({
      ...shared,
      policies,
      tenants,
      breachedPasswords: options.breachedPasswords ?? noBreachedPasswords,
      passwordHistory: options.passwordHistory ?? noPasswordHistory,
      breachCheck: options.breachCheck ?? 'open',
    }),
    apiKeys: createApiKeyService({ ...shared, audit, events }),
    audit,
    events,
    subscribers,
    deliveries: createDeliveryService(withWebhooks),
    outbox: createOutboxService({ ...withWebhooks, subscribers }),
    idempotency: createIdempotencyService(shared),
    cursors: createCursors(options.codeKeys),
    purge: () => storage.purge(clock.now()),
  };
}
