import type { Result } from 'neverthrow';
import { createApiKeyService, type ApiKeyService } from './access/api-key-service.js';
import { createAuditRecorder } from './audit/audit-recorder-service.js';
import { createAuditService, type AuditService } from './audit/audit-service.js';
import {
  createAuthenticationLogService,
  type AuthenticationLogService,
} from './authentication-log/authentication-log-service.js';
import { createTrailService } from './authentication-log/trail-service.js';
import type { EventDefinitions } from './events/define-event.js';
import { createEventRegistry, type EventRegistry } from './events/event-registry.js';
import { createEventRecorder } from './events/event-recorder-service.js';
import { createEventService, type EventService } from './events/event-service.js';
import type { NoHostEvents } from './events/host-event.js';
import {
  createIdempotencyService,
  type IdempotencyService,
} from './idempotency/idempotency-service.js';
import { createIdentityService, type IdentityService } from './identity/identity-service.js';
import { createAccountService, type AccountService } from './factors/account-service.js';
import { createAnswerService } from './factors/answer-service.js';
import { createFactorEnrolmentService } from './factors/factor-enrolment-service.js';
import { createSmsFactor } from './factors/sms/sms-factor-service.js';
import { createEnrolmentService, type EnrolmentService } from './factors/sms/enrolment-service.js';
import { createCodeDeliveryService } from './factors/sms/code-delivery-service.js';
import { createCodeService } from './factors/sms/code-service.js';
import {
  createSmsReceiptService,
  type SmsReceiptService,
} from './factors/sms/sms-receipt-service.js';
import { codeLimits } from './factors/codes/limits.js';
import { fraudLimits } from './factors/sms/fraud-limits.js';
import {
  createOrganisationService,
  type OrganisationService,
} from './organisation/organisation-service.js';
import { createPhoneService, type PhoneService } from './phones/phone-service.js';
import { createPasswordService, type PasswordService } from './policy/password-service.js';
import { createHostPolicyService } from './policy/host-policy-service.js';
import { createPolicyService, type PolicyService } from './policy/policy-service.js';
import { purgeStorage } from './adapter/purge-storage.js';
import { noBreachedPasswords } from './ports/breached-passwords.js';
import { systemClock } from './ports/clock.js';
import { noLegacyOverrides } from './ports/legacy-overrides.js';
import { noPasswordHistory } from './ports/password-history.js';
import { unknownNumberType } from './ports/number-type.js';
import { unknownPhoneCountry } from './ports/phone-country.js';
import { systemRandom } from './ports/random.js';
import { stderrLogger } from './ports/stderr-logger.js';
import { createCursors, type Cursors } from './shared/cursor.js';
import { reportMissingKeys } from './shared/report-missing-keys.js';
import { checkStepwardOptions, type StepwardOptions } from './stepward-options.js';
import { createStepUpService, type StepUpService } from './factors/step-up/step-up-service.js';
import { createRecoveryCodeFactor } from './factors/recovery-codes/recovery-code-factor-service.js';
import {
  createRecoveryCodeService,
  type RecoveryCodeService,
} from './factors/recovery-codes/recovery-code-service.js';
import { createTotpFactor } from './factors/totp/totp-factor-service.js';
import { createTotpService, type TotpService } from './factors/totp/totp-service.js';
import { createTenantService, type TenantService } from './tenant/tenant-service.js';
import { createDisablingService } from './webhooks/disabling-service.js';
import { createDeliveryService, type DeliveryService } from './webhooks/delivery-service.js';
import { createOutboxService, type OutboxService } from './webhooks/outbox-service.js';
import { createWaitingWarning } from './webhooks/waiting-warning.js';
import { createSubscriberService, type SubscriberService } from './webhooks/subscriber-service.js';
import { withDirectory } from './with-directory.js';
import { webhookStorageOf } from './without-webhooks.js';

export type { StepwardOptions };

/**
 * All services, for a host with these events of its own. Each is safe to call from any number of requests and processes
 * at once.
 */
export interface Stepward<Events extends EventDefinitions = NoHostEvents> {
  readonly enrolments: EnrolmentService;
  readonly totp: TotpService;
  readonly recoveryCodes: RecoveryCodeService;
  readonly phones: PhoneService;
  /** Reads all of a person's account at once, for pages. */
  readonly accounts: AccountService;
  readonly stepUp: StepUpService;
  readonly tenants: TenantService;
  readonly identities: IdentityService;
  readonly organisations: OrganisationService;
  readonly policies: PolicyService;
  readonly passwords: PasswordService;
  readonly apiKeys: ApiKeyService;
  readonly audit: AuditService;
  readonly authenticationLog: AuthenticationLogService;
  readonly events: EventService<Events>;
  /** Every event that can be stored, the host's own among them, for edges that filter by or document them. */
  readonly eventRegistry: EventRegistry;
  readonly subscribers: SubscriberService;
  readonly deliveries: DeliveryService;
  /** The queue for a delivery worker. */
  readonly outbox: OutboxService;
  /** Delivery receipts of SMS providers, for edges that receive them. */
  readonly smsReceipts: SmsReceiptService;
  /** Requests with an `Idempotency-Key`, for edges that serve them. */
  readonly idempotency: IdempotencyService;
  /** Signs positions in lists, for edges that return them. */
  readonly cursors: Cursors;
  /** Deletes expired data of all tenants; see `Storage.purge`. Call it about every hour. */
  purge(): Promise<void>;
  /**
   * Resolves when storage can be used; await it before the service takes requests. Rejects, with advice, if the
   * database cannot be reached, or its tables are missing or older than this version.
   */
  ready(): Promise<void>;
}

/**
 * Every refusal that a service can answer with, told apart by `code`. Each is declared next to the function that
 * decides it. This union lets an edge translate all of them, and the compiler names a missing one.
 */
export type DomainError = { [Name in keyof Stepward]: ErrorsOf<Stepward[Name]> }[keyof Stepward];

type ErrorsOf<Service> = { [Name in keyof Service]: ErrorOf<Service[Name]> }[keyof Service];

type ErrorOf<Method> = Method extends (...values: never[]) => PromiseLike<Result<unknown, infer E>>
  ? E
  : never;

/**
 * Builds the services over the host's ports.
 *
 * @typeParam Events the host's own events, as in the option `events`
 * @throws TypeError that names the option that is missing, wrong or unknown.
 */
export function createStepward<const Events extends EventDefinitions = NoHostEvents>(
  options: StepwardOptions<Events>,
): Stepward<Events> {
  checkStepwardOptions(options);
  const eventRegistry = createEventRegistry(options.events, 'createStepward');
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? stderrLogger;
  const storage =
    options.directory === undefined
      ? options.storage
      : withDirectory(options.storage, options.directory, logger);
  const shared = {
    storage,
    clock,
    smsSender: options.smsSender ?? null,
    smsReceipts: options.smsReceipts ?? null,
    codeKeys: reportMissingKeys(options.codeKeys, 'codeKeys', logger),
    random: options.random ?? systemRandom,
    logger,
    limits: codeLimits(options.limits),
    phoneCountry: options.phoneCountry ?? unknownPhoneCountry,
    numberType: options.numberType ?? unknownNumberType,
    fraudLimits: fraudLimits(options.fraudLimits),
    eventRegistry,
  };
  const records = { events: createEventRecorder(shared), audit: createAuditRecorder(shared) };
  const recording = { ...shared, ...records };
  const withTrails = { ...recording, trails: createTrailService(recording) };
  const codeDelivery = createCodeDeliveryService(shared);
  const answers = createAnswerService({ ...withTrails, ...codeDelivery });
  const codes = createCodeService({ ...withTrails, codeDelivery });
  const { requireAssurance = false, keepLastFactor = false } = options;
  const { recoveryCodes = { forbidInHipaaMode: false } } = options;
  const withCodes = { ...withTrails, answers, codes };
  const forAccounts = {
    ...withCodes,
    requireAssurance,
    factorEnrolments: createFactorEnrolmentService({
      ...withCodes,
      requireAssurance,
      keepLastFactor,
    }),
  };
  const enrolments = createEnrolmentService(forAccounts);
  const purge = (): Promise<void> => purgeStorage(storage, clock.now());
  const webhooks = options.webhooks ?? null;
  const withWebhooks = { ...recording, storage: webhookStorageOf(storage), webhooks };
  const disabling = createDisablingService(withWebhooks);
  const tenants = createTenantService({
    ...recording,
    phoneCountry: options.phoneCountry ?? null,
  });
  const hostPolicies = createHostPolicyService({
    organisations: options.organisations ?? null,
    legacyOverrides: options.legacyOverrides ?? noLegacyOverrides,
  });
  const policies = createPolicyService({
    ...recording,
    hostPolicies,
  });

  const outbox = createOutboxService({ ...withWebhooks, disabling, purge });
  const warnOfWaiting = createWaitingWarning({ outbox, logger });

  const ownsDirectory = options.directory === undefined;
  return {
    enrolments,
    totp: createTotpService({ ...forAccounts, totp: options.totp ?? {} }),
    recoveryCodes: createRecoveryCodeService({ ...forAccounts, recoveryCodes }),
    phones: createPhoneService({ ...forAccounts, ownsDirectory }),
    accounts: createAccountService({ storage, policies, hostPolicies }),
    stepUp: createStepUpService({
      clock,
      factors: {
        sms: createSmsFactor(withCodes),
        totp: createTotpFactor(withCodes),
        recovery_code: createRecoveryCodeFactor({ ...withCodes, recoveryCodes }),
      },
      policies,
      enrolments,
    }),
    tenants,
    identities: createIdentityService({ ...recording, ownsDirectory }),
    organisations: createOrganisationService({ storage }),
    policies,
    passwords: createPasswordService({
      ...shared,
      policies,
      tenants,
      breachedPasswords: options.breachedPasswords ?? noBreachedPasswords,
      passwordHistory: options.passwordHistory ?? noPasswordHistory,
      onBreachCheckError: options.onBreachCheckError ?? 'allow',
    }),
    apiKeys: createApiKeyService(recording),
    audit: createAuditService(recording),
    authenticationLog: createAuthenticationLogService({ storage }),
    events: createEventService(shared),
    eventRegistry,
    subscribers: createSubscriberService(withWebhooks),
    deliveries: createDeliveryService(withWebhooks),
    outbox,
    smsReceipts: createSmsReceiptService(shared),
    idempotency: createIdempotencyService(shared),
    cursors: createCursors(options.codeKeys),
    async purge() {
      await purge();
      await warnOfWaiting();
    },
    async ready() {
      await storage.ready();
      await warnOfWaiting();
    },
  };
}
