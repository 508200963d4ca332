import type { Result } from 'neverthrow';
import { createApiKeyService, type ApiKeyService } from './access/api-key-service.js';
import { createAuditService, type AuditService } from './audit/audit-service.js';
import {
  createAuthenticationLogService,
  type AuthenticationLogService,
} from './audit/authentication-log-service.js';
import { createLogReaderService, type LogReaderService } from './audit/log-reader-service.js';
import {
  createRefusedAccessService,
  type RefusedAccessService,
} from './audit/refused-access-service.js';
import type { EventDefinitions } from './events/catalogue/define-event.js';
import { createEventRegistry, type EventRegistry } from './events/catalogue/event-registry.js';
import {
  createEventService,
  type EventService,
  type EventServiceWiring,
} from './events/event-service.js';
import type { NoHostEvents } from './events/catalogue/host-event.js';
import {
  createIdempotencyService,
  type IdempotencyService,
} from './idempotency/idempotency-service.js';
import {
  createIdentityService,
  type IdentityService,
  type IdentityWiring,
} from './identity/identity-service.js';
import { createAccountService, type AccountService } from './factors/account-service.js';
import {
  createAuthenticatorService,
  type AuthenticatorService,
} from './factors/authenticator-service.js';
import { createSmsFactor } from './factors/sms/sms-factor-service.js';
import { createEnrolmentService, type EnrolmentService } from './factors/sms/enrolment-service.js';
import { reportVerified } from './factors/sms/code-delivery-service.js';
import { newlySpentCounts } from './factors/sms/fraud/daily-budget.js';
import {
  createSmsReceiptService,
  type SmsReceiptService,
} from './factors/sms/receipts/sms-receipt-service.js';
import { codeLimits } from './factors/codes/limits.js';
import { fraudLimits } from './factors/sms/fraud/fraud-limits.js';
import { createNoticeHandler } from './notices/notice-service.js';
import {
  createOrganisationService,
  type OrganisationService,
} from './organisations/organisation-service.js';
import { createPhoneService, type PhoneService, type PhoneWiring } from './phones/phone-service.js';
import {
  createPasswordService,
  type PasswordService,
  type PasswordWiring,
} from './passwords/password-service.js';
import { createPolicyService, type PolicyService } from './organisations/policy-service.js';
import {
  createPreviewService,
  type PreviewService,
  type PreviewWiring,
} from './preview/preview-service.js';
import { purgeStorage } from './adapter/purge-storage.js';
import { noBreachedPasswords, noPasswordHistory } from './ports/passwords.js';
import { systemClock, systemRandom } from './ports/platform.js';
import { systemStretch } from './shared/keys/stretch.js';
import type { Storage } from './ports/storage.js';
import { noLegacyOverrides } from './ports/directories.js';
import { unknownNumberType, unknownPhoneCountry } from './ports/numbering-plan.js';
import { stderrLogger } from './ports/stderr-logger.js';
import { inEachDatabase } from './shared/storage/in-each-database.js';
import { createCursors, type Cursors } from './shared/lists/cursor.js';
import { reportMissingKeys } from './shared/keys/report-missing-keys.js';
import { nodeVersion, requireNode } from './shared/node-version.js';
import { createSessionService, type SessionService } from './sessions/session-service.js';
import type { SessionWiring } from './sessions/end-sessions-service.js';
import { checkStepwardOptions, type StepwardOptions } from './stepward-options.js';
import { createPeopleService, type PeopleService } from './people/people-service.js';
import { remindOfEnrolments } from './factors/sign-in/reminder-service.js';
import {
  createPersonErasureService,
  type PersonErasureService,
  type PersonErasureWiring,
} from './people/erasure-service.js';
import { createSignInService, type SignInService } from './factors/sign-in/sign-in-service.js';
import { createStepUpService, type StepUpService } from './factors/step-up/step-up-service.js';
import { createRecoveryCodeFactor } from './factors/recovery-codes/recovery-code-factor-service.js';
import {
  createRecoveryCodeService,
  type RecoveryCodeService,
  type RecoveryCodeWiring,
} from './factors/recovery-codes/recovery-code-service.js';
import { stretchInTurn } from './factors/recovery-codes/stretch-in-turn.js';
import { createTemporaryPassFactor } from './factors/temporary-pass/temporary-pass-factor-service.js';
import {
  createTrustedDeviceService,
  type TrustedDeviceService,
} from './factors/trusted-devices/trusted-device-service.js';
import { createGrantService, type GrantService } from './factors/grants/grant-service.js';
import { createTotpFactor } from './factors/totp/totp-factor-service.js';
import {
  createTotpService,
  type TotpService,
  type TotpWiring,
} from './factors/totp/totp-service.js';
import {
  createTenantService,
  type TenantService,
  type TenantWiring,
} from './tenants/tenant-service.js';
import { createWebAuthnFactor } from './factors/webauthn/webauthn-factor-service.js';
import {
  createWebAuthnService,
  type WebAuthnService,
  type WebAuthnWiring,
} from './factors/webauthn/webauthn-service.js';
import { createDeliveryService, type DeliveryService } from './webhooks/delivery-service.js';
import { createHandlerService, type HandlerService } from './webhooks/handlers/handler-service.js';
import { createOutboxService, type OutboxService } from './webhooks/outbox-service.js';
import { createWaitingWarning } from './webhooks/waiting-warning.js';
import {
  createSubscriberService,
  type SubscriberService,
} from './webhooks/subscribers/subscriber-service.js';
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
  readonly webauthn: WebAuthnService;
  readonly recoveryCodes: RecoveryCodeService;
  /** What a person has bound, of all factors. */
  readonly authenticators: AuthenticatorService;
  /** Browsers from which sign-in asks for no second factor. */
  readonly trustedDevices: TrustedDeviceService;
  readonly phones: PhoneService;
  readonly sessions: SessionService;
  /** Reads all of a person's account at once, for pages. */
  readonly accounts: AccountService;
  /** Decides sign-ins, and keeps since when a person owes a factor. */
  readonly signIns: SignInService;
  readonly stepUp: StepUpService;
  /** Operations that a person has approved. */
  readonly grants: GrantService;
  /** Administrators help people who have lost a factor. */
  readonly people: PeopleService;
  readonly tenants: TenantService;
  readonly identities: IdentityService & PersonErasureService;
  readonly organisations: OrganisationService;
  readonly policies: PolicyService & PreviewService;
  readonly passwords: PasswordService;
  readonly apiKeys: ApiKeyService;
  readonly audit: AuditService;
  readonly authenticationLog: AuthenticationLogService;
  /** Reads both logs in the order in which they were written, for collectors. */
  readonly logs: LogReaderService;
  /** Records what edges refused, in the authentication log. */
  readonly refusedAccess: RefusedAccessService;
  readonly events: EventService<Events>;
  /** Every event that can be stored, the host's own among them, for edges that filter by or document them. */
  readonly eventRegistry: EventRegistry;
  readonly subscribers: SubscriberService;
  readonly deliveries: DeliveryService;
  /** The handlers of the host's processes, and what they got. */
  readonly handlers: HandlerService;
  /** The queue for a delivery worker. */
  readonly outbox: OutboxService;
  /** Delivery receipts of SMS providers, for edges that receive them. */
  readonly smsReceipts: SmsReceiptService;
  /** Requests with an `Idempotency-Key`, for edges that serve them. */
  readonly idempotency: IdempotencyService;
  /** Signs positions in lists, for edges that return them. */
  readonly cursors: Cursors;
  /**
   * Deletes expired data of all tenants, see `Storage.purge`, and reminds people of the enrolments that are due, by the event
   * `mfa.enrolment_due`. Call it about every hour, in any number of processes; a delivery worker does.
   */
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

/** What the services are built over: the host's ports, and its choices with their defaults. */
type Wiring = PhoneWiring &
  TotpWiring &
  WebAuthnWiring &
  RecoveryCodeWiring &
  PasswordWiring &
  SessionWiring &
  TenantWiring &
  IdentityWiring &
  PersonErasureWiring &
  PreviewWiring &
  EventServiceWiring;

/**
 * Builds the services over the host's ports.
 *
 * @typeParam Events the host's own events, as in the option `events`
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @throws Error where Node is older than 20.19.
 */
export function createStepward<const Events extends EventDefinitions = NoHostEvents>(
  options: StepwardOptions<Events>,
): Stepward<Events> {
  requireNode(nodeVersion());
  checkStepwardOptions(options);
  const eventRegistry = createEventRegistry(options.events, 'createStepward');
  const clock = options.clock ?? systemClock;
  const logger = options.logger ?? stderrLogger;
  const storage =
    options.directory === undefined
      ? options.storage
      : withDirectory(options.storage, options.directory, logger);
  const wiring: Wiring = {
    storage,
    clock,
    random: options.random ?? systemRandom,
    logger,
    eventRegistry,
    codeKeys: reportMissingKeys(options.codeKeys, 'codeKeys', logger),
    limits: codeLimits(options.limits),
    clientAddressInLogs: options.clientAddressInLogs ?? 'truncated',
    requireAssurance: options.requireAssurance ?? false,
    keepLastFactor: options.keepLastFactor ?? false,
    ownsDirectory: options.directory === undefined,
    smsSender: options.smsSender ?? null,
    smsReceipts: options.smsReceipts ?? null,
    sessions: options.sessions ?? null,
    reportVerified: (tenantId: string, destination: string) => {
      reportVerified(wiring, tenantId, destination);
    },
    phoneCountry: options.phoneCountry ?? unknownPhoneCountry,
    capabilities: { knowsCountries: options.phoneCountry !== undefined },
    numberType: options.numberType ?? unknownNumberType,
    fraudLimits: fraudLimits(options.fraudLimits),
    newlySpent: newlySpentCounts(),
    totp: options.totp ?? {},
    webauthn: options.webauthn ?? null,
    recoveryCodes: options.recoveryCodes ?? { forbidInHipaaMode: false },
    stretchFor: stretchInTurn(options.stretch ?? systemStretch),
    organisations: options.organisations ?? null,
    members: options.members ?? null,
    legacyOverrides: options.legacyOverrides ?? noLegacyOverrides,
    reportedFindings: new Set<string>(),
    breachedPasswords: options.breachedPasswords ?? noBreachedPasswords,
    passwordHistory: options.passwordHistory ?? noPasswordHistory,
    onBreachCheckError: options.onBreachCheckError ?? 'allow',
  };
  const factors = {
    sms: createSmsFactor(wiring),
    totp: createTotpFactor(wiring),
    webauthn: createWebAuthnFactor(wiring),
    recovery_code: createRecoveryCodeFactor(wiring),
    temporary_pass: createTemporaryPassFactor(wiring),
  };
  const purge = async (database: Storage): Promise<void> => {
    if (database.databases !== undefined) {
      await inEachDatabase(database.databases, purge);
      return;
    }
    await purgeStorage(database, clock.now());
    await remindOfEnrolments(wiring, database);
  };
  const webhooks = options.webhooks
    ? {
        ...options.webhooks,
        keys: reportMissingKeys(options.webhooks.keys, 'webhooks.keys', logger),
      }
    : null;
  const identities = createIdentityService(wiring);
  const { notices } = options;
  const handlers = notices === undefined ? [] : [createNoticeHandler({ notices, identities })];
  const withWebhooks = { ...wiring, storage: webhookStorageOf(storage), webhooks, handlers };
  const outboxOf = (database: Storage, databases: OutboxService['databases']): OutboxService =>
    createOutboxService({
      ...{ ...withWebhooks, databases, purge: () => purge(database) },
      queue: webhookStorageOf(database).queue,
    });
  const outboxes = [...(storage.databases ?? [])].map(
    ([name, database]) => [name, outboxOf(database, null)] as const,
  );
  const outbox = outboxOf(storage, storage.databases ? new Map(outboxes) : null);
  const warnOfWaiting = createWaitingWarning({ outbox, logger });

  return {
    enrolments: createEnrolmentService(wiring),
    totp: createTotpService(wiring),
    webauthn: createWebAuthnService(wiring),
    recoveryCodes: createRecoveryCodeService(wiring),
    authenticators: createAuthenticatorService(wiring),
    trustedDevices: createTrustedDeviceService(wiring),
    phones: createPhoneService(wiring),
    sessions: createSessionService(wiring),
    accounts: createAccountService(wiring),
    signIns: createSignInService(wiring),
    stepUp: createStepUpService({ ...wiring, factors }),
    grants: createGrantService(wiring),
    people: createPeopleService(wiring),
    tenants: createTenantService(wiring),
    identities: { ...identities, ...createPersonErasureService(wiring) },
    organisations: createOrganisationService(wiring),
    policies: { ...createPolicyService(wiring), ...createPreviewService(wiring) },
    passwords: createPasswordService(wiring),
    apiKeys: createApiKeyService(wiring),
    audit: createAuditService(wiring),
    authenticationLog: createAuthenticationLogService(wiring),
    logs: createLogReaderService(wiring),
    refusedAccess: createRefusedAccessService(wiring),
    events: createEventService(wiring),
    eventRegistry,
    subscribers: createSubscriberService(withWebhooks),
    deliveries: createDeliveryService(withWebhooks),
    handlers: createHandlerService(withWebhooks),
    outbox,
    smsReceipts: createSmsReceiptService(wiring),
    idempotency: createIdempotencyService(wiring),
    cursors: createCursors(options.codeKeys),
    async purge() {
      await purge(storage);
      await warnOfWaiting();
    },
    async ready() {
      await storage.ready();
      await warnOfWaiting();
    },
  };
}
