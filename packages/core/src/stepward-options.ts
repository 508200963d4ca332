import type { CodeLimits } from './factors/codes/limits.js';
import type { FraudLimits } from './factors/sms/fraud/fraud-limits.js';
import type { EventDefinitions } from './events/catalogue/define-event.js';
import type { NoHostEvents } from './events/catalogue/host-event.js';
import type { RecoveryCodeOptions } from './factors/recovery-codes/recovery-code-service.js';
import type { TotpOptions } from './factors/totp/totp-service.js';
import type { BreachedPasswords, PasswordHistory } from './ports/passwords.js';
import type { NoticeSender } from './notices/notice-service.js';
import type { ClientAddressInLogs } from './records/client.js';
import { isLogger, type Clock, type Logger, type Random } from './ports/platform.js';
import type { Stretch } from './shared/keys/stretch.js';
import type {
  IdentityDirectoryFactory,
  LegacyOverrides,
  OrganisationDirectory,
} from './ports/directories.js';
import type { ListMembers } from './ports/members.js';
import type { NumberType, PhoneCountry } from './ports/numbering-plan.js';
import type { Sessions } from './ports/sessions.js';
import type { SmsReceiptAddresses, SmsSender } from './ports/sms-sender.js';
import type { Storage } from './ports/storage.js';
import type { WebAuthn } from './ports/webauthn.js';
import {
  checkOptions,
  hasMethods,
  isBoolean,
  isFunction,
  isObject,
  isOneOf,
  isText,
  optional,
  required,
} from './shared/checks/check-options.js';
import { isKeyRing, type KeyRing } from './shared/keys/key-ring.js';
import { isRetrySchedule, RETRY_SCHEDULE_BOUNDS } from './webhooks/attempts/retry-schedule.js';
import { isSigningKeys } from './webhooks/subscribers/signing-keys.js';
import type { WebhookOptions } from './webhooks/subscribers/subscriber-service.js';

/** Options of `createStepward`. Storage and keys are required; the rest has defaults. */
export interface StepwardOptions<Events extends EventDefinitions = NoHostEvents> {
  /** Where state is stored: `createPostgresStorage({ pool })`, or `createMemoryStorage()` in tests. */
  readonly storage: Storage;
  /** Sends the SMS messages. Without it no tenant has SMS: what would send a message is refused with `sms_disabled`. */
  readonly smsSender?: SmsSender;
  /**
   * Keys for the digests of codes, the signatures of cursors, and the answers that are kept for an
   * `Idempotency-Key`; from `createKeyRing`.
   */
  readonly codeKeys: KeyRing;
  /** The host's own user table; by default storage keeps a directory. */
  readonly directory?: IdentityDirectoryFactory;
  /** The host's own organisations; by default storage keeps a directory. */
  readonly organisations?: OrganisationDirectory;
  /**
   * Lists the members of an organisation, for previews of its policy. Without it, a preview does not say whom a change
   * concerns.
   */
  readonly members?: ListMembers;
  /** The older organisation-metadata store, where there is one. */
  readonly legacyOverrides?: LegacyOverrides;
  /** Where breached passwords are looked up, for example `createHibp()`; none by default. */
  readonly breachedPasswords?: BreachedPasswords;
  /**
   * How a password is treated outside HIPAA mode if the corpus cannot be reached: `allow` (the default) lets it pass.
   */
  readonly onBreachCheckError?: 'allow' | 'refuse';
  /** The earlier passwords of identities; none by default: no password counts as reused. */
  readonly passwordHistory?: PasswordHistory;
  /**
   * The sessions of people, which the Account API lists and ends. Without it, there are none
   * (`sessions_not_configured`).
   */
  readonly sessions?: Sessions;
  /**
   * Where providers report deliveries to, for example `receiptSources(…)` of `@stepward/sms/receipts`. Each message then
   * carries the address of its provider, and is remembered for 7 days. None by default.
   */
  readonly smsReceipts?: SmsReceiptAddresses;
  /** Finds the country of a number, for tenants that restrict countries; by default no country is known. */
  readonly phoneCountry?: PhoneCountry;
  /**
   * Classifies numbers, to refuse premium-rate destinations (`destination_refused`); by default no type is known.
   */
  readonly numberType?: NumberType;
  /**
   * Keys and targets of webhooks, for a storage that carries them. Without it, events are stored and listed, and
   * subscribing fails with `webhooks_not_configured`.
   */
  readonly webhooks?: WebhookOptions;
  /**
   * Where notices to people about their own factors go to, for a storage that carries webhooks. A delivery worker sends them,
   * at least once each. None by default.
   */
  readonly notices?: NoticeSender;
  /**
   * Events of your own, beside those of the catalogue, which are always there: `{ 'invoice.paid': defineEvent({ … }) }`.
   * Subscribers of `*` get them. A name is lower-case words, joined by dots; at most 100 characters.
   */
  readonly events?: Events;
  /** Warnings and errors go to standard error as lines of JSON by default; `silentLogger` logs nothing. */
  readonly logger?: Logger;
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** The platform's secure generator by default. */
  readonly random?: Random;
  /** What makes a guess at a recovery code slow: scrypt by default. Only tests need another. */
  readonly stretch?: Stretch;
  /**
   * How a session of unknown assurance is treated for writes to factors and to the phone number, once the person has
   * a second factor: false (the default) allows them, true refuses them with `assurance_insufficient`, as for aal1.
   * Set it where every access token reports its assurance (RFC 9470).
   */
  readonly requireAssurance?: boolean;
  /**
   * How the authentication log and the audit log have the addresses of clients: `truncated` (the default) as the network,
   * `/24` of IPv4 and `/48` of IPv6; `full` whole; `none` not at all. It does not concern the user agents beside them.
   */
  readonly clientAddressInLogs?: ClientAddressInLogs;
  /**
   * Whether removing the last factor that counts is refused with `last_factor` while the tenant's effective
   * policy requires one; false by default. If false, a person may be unable to sign in until they enrol again.
   */
  readonly keepLastFactor?: boolean;
  /** How authenticator apps show the second factor: `{ issuer, label }`. */
  readonly totp?: TotpOptions;
  /**
   * Passkeys and security keys as a second factor: `createWebAuthn({ rpName, rpId, origins })` of `@stepward/webauthn`.
   * Without it no tenant allows them (`factor_not_allowed`).
   */
  readonly webauthn?: WebAuthn;
  /** Whether recovery codes are forbidden in HIPAA mode: `{ forbidInHipaaMode: true }`. */
  readonly recoveryCodes?: RecoveryCodeOptions;
  /** Changes to the budgets; a code lives for at most 15 minutes, one for step-up for at most 10. */
  readonly limits?: Partial<CodeLimits>;
  /** Changes to the limits of the fraud guard, over all tenants; a tenant sets the mode of each rule. */
  readonly fraudLimits?: Partial<FraudLimits>;
}

/** @throws TypeError that names the option that is missing, wrong or unknown; `codeLimits` checks the limits. */
export function checkStepwardOptions(options: StepwardOptions<EventDefinitions>): void {
  checkOptions('createStepward', options, {
    storage: required(
      'a storage, for example createPostgresStorage({ pool })',
      hasMethods('ready', 'run', 'decide', 'lookUp', 'appendEvent', 'purge'),
    ),
    smsSender: optional(
      'an SMS sender with a method send, for example createConsoleSmsSender()',
      hasMethods('send'),
    ),
    codeKeys: required('a key ring, from createKeyRing({ active: { id, secret } })', isKeyRing),
    directory: optional(
      'a function that makes an identity directory: ({ tenantId, transaction }) => ({ find, setVerifiedPhone })',
      isFunction,
    ),
    organisations: optional('an organisation directory with a method exists', hasMethods('exists')),
    members: optional(
      'a function from a tenant, an organisation and a cursor to a page of members',
      isFunction,
    ),
    legacyOverrides: optional('an object with a method read', hasMethods('read')),
    breachedPasswords: optional(
      'an object with a method check, for example createHibp()',
      hasMethods('check'),
    ),
    onBreachCheckError: optional("'allow' or 'refuse'", isOneOf('allow', 'refuse')),
    passwordHistory: optional('an object with a method includes', hasMethods('includes')),
    sessions: optional(
      'an object with the methods list, end and endOthers',
      hasMethods('list', 'end', 'endOthers'),
    ),
    smsReceipts: optional(
      'an object with a method addressOf, for example receiptSources({ … })',
      hasMethods('addressOf'),
    ),
    phoneCountry: optional(
      'a function from a phone number to its country, for example phoneCountry of @stepward/sms/phone-country',
      isFunction,
    ),
    numberType: optional(
      'a function from a phone number to its type, for example numberType of @stepward/sms/number-type',
      isFunction,
    ),
    webhooks: optional('an object: { keys, targets }', isObject),
    notices: optional('an object with a method send', hasMethods('send')),
    events: optional("an object: { 'invoice.paid': defineEvent({ … }) }", isObject),
    logger: optional('a logger with debug, info, warn and error', isLogger),
    clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
    random: optional(
      'a source of randomness with integer, bytes and uuid',
      hasMethods('integer', 'bytes', 'uuid'),
    ),
    stretch: optional(
      'a function from a secret and a salt to a promise of 32 bytes or more',
      isFunction,
    ),
    requireAssurance: optional('true or false', isBoolean),
    clientAddressInLogs: optional(
      "'full', 'truncated' or 'none'",
      isOneOf('full', 'truncated', 'none'),
    ),
    keepLastFactor: optional('true or false', isBoolean),
    totp: optional(
      '{ issuer, label }, with a text and a function from an identity to a text',
      isTotpOptions,
    ),
    webauthn: optional(
      'a relying party, for example createWebAuthn({ rpName, rpId, origins })',
      hasMethods('creationOptions', 'verifyCreation', 'requestOptions', 'verifyRequest'),
    ),
    recoveryCodes: optional('{ forbidInHipaaMode }, with true or false', isRecoveryCodeOptions),
    limits: optional('an object of limits, for example { attempts: 3 }', isObject),
    fraudLimits: optional('an object of limits, for example { countryPerDay: 50 }', isObject),
  });
  if (options.webhooks !== undefined) checkWebhookOptions(options.webhooks);
  for (const name of ['webhooks', 'notices'] as const) {
    if (options[name] === undefined || options.storage.queue) continue;
    throw new TypeError(
      `createStepward: ${name} needs a storage that carries webhooks, and queue of this storage is null`,
    );
  }
}

function isTotpOptions(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { issuer, label, ...others } = value;
  const isRight =
    (issuer === undefined || isText(issuer)) && (label === undefined || isFunction(label));
  return isRight && Object.keys(others).length === 0;
}

function isRecoveryCodeOptions(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { forbidInHipaaMode, ...others } = value;
  return isBoolean(forbidInHipaaMode) && Object.keys(others).length === 0;
}

/** No request with any other character in a header can be sent, so every delivery would fail. */
const PRINTABLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** @throws TypeError that names the option of `webhooks` that is missing, wrong or unknown. */
function checkWebhookOptions(options: WebhookOptions): void {
  checkOptions<WebhookOptions>(
    'createStepward',
    options,
    {
      keys: required('a key ring, from createKeyRing({ active: { id, secret } })', isKeyRing),
      targets: required('the rules for targets, from createWebhookTargets()', hasMethods('check')),
      signing: optional(
        'signing keys, from createSigningKeys({ active: { id, secret } })',
        isSigningKeys,
      ),
      source: optional('printable ASCII without spaces at its ends', isHeaderValue),
      standardWebhooks: optional('true or false', isBoolean),
      retryDelaysMs: optional(RETRY_SCHEDULE_BOUNDS, isRetrySchedule),
    },
    'webhooks.',
  );
  if (options.signing !== undefined && options.standardWebhooks === false) {
    throw new TypeError(
      'createStepward: webhooks.signing needs the headers of Standard Webhooks, and webhooks.standardWebhooks is false',
    );
  }
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && PRINTABLE.test(value);
}
