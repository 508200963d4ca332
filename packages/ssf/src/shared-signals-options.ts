import {
  stderrLogger,
  systemClock,
  systemRandom,
  type Clock,
  type KeyRing,
  type Logger,
  type Random,
  type Stepward,
} from '@stepward/core';
import {
  defaulted,
  hasMethods,
  isBoolean,
  isFunction,
  isKeyRing,
  isLogger,
  isObject,
  isSecureUrl,
  readOptions,
  required,
  type OptionTable,
  type WebhookSender,
  type WebhookTargets,
} from '@stepward/core/adapter';
import type { AccessTokenAuthenticator, RateLimitOptions } from '@stepward/http';
import { createSetSigner, type SetSigner, type SetSigningKeys } from './delivery/signing-keys.js';
import type { EventMapping } from './events/caep-events-of.js';
import type { Subject } from './events/subject.js';
import { createPollWaits, type PollWaits } from './streams/poll-waits.js';
import type { StreamStorage } from './streams/stream-storage.js';

export interface SharedSignalsOptions {
  /** What `createStepward` returns, made with `webhooks`. */
  readonly stepward: Pick<Stepward, 'subscribers' | 'deliveries'>;
  /**
   * The URL below which each tenant is an issuer: `https://id.example.com/ssf` makes the issuer `https://id.example.com/ssf/acme`.
   * https, or http on this machine; no query, and no slash at its end.
   */
  readonly issuer: string;
  /** `createPostgresStreams({ pool })` of `@stepward/ssf/postgres`. */
  readonly storage: StreamStorage;
  /**
   * Authenticates the access tokens of receivers: `createJwtAuthenticator`, for example. The identity of a token is the receiver, so
   * it is the client's id in a token of the client credentials grant. Give the scopes `ssf.read` and `ssf.manage` to receivers alone.
   */
  readonly accessTokens: AccessTokenAuthenticator;
  /** The keys that receivers' `authorization_header` values are encrypted under at rest, from `createKeyRing`. */
  readonly keys: KeyRing;
  readonly signingKeys: SetSigningKeys;
  /** Which URLs events may be pushed to: `createWebhookTargets()`, with the rules of the sender. */
  readonly targets: WebhookTargets;
  /** Pushes events: `createWebhookSender()`. */
  readonly sender: WebhookSender;
  /**
   * Who a person is to receivers; null for nobody, of whom receivers are told nothing. By default `iss_sub` with the issuer of the
   * tenant and the identity's id; for an event about one session a complex subject of that and the session's id. A receiver takes an
   * event with a person alone to be about all sessions.
   */
  readonly subject?: (principal: Principal) => Subject | null | PromiseLike<Subject | null>;
  /** The `aud` of what a receiver gets. By default the receiver's id. */
  readonly audience?: (tenantId: string, receiver: string) => string | readonly string[];
  /** CAEP events made of the host's own events, or in place of those that Stepward's make, by the canonical names of events. */
  readonly events?: Readonly<Record<string, EventMapping>>;
  /** The `credential_type` of factors by their names. By default `phone-sms` for `sms`, `app` for `totp`, and the name itself. */
  readonly credentialTypes?: Readonly<Record<string, string>>;
  /** Whether a reset ends all sessions: true where `createStepward` has `sessions`. False by default. */
  readonly resetEndsSessions?: boolean;
  /**
   * Milliseconds for which a poll waits for an event, unless its `returnImmediately` is true: 0 to 120 000, 30 000 by default.
   * Proxies before this service must wait longer.
   */
  readonly longPollMs?: number;
  /**
   * The request limits, as for `createHttpApi`; the limit per address of the Customer API counts, by default 300 a minute. `false`
   * for no limit.
   */
  readonly rateLimits?: RateLimitOptions | false;
  /** Standard error by default. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly random?: Random;
}

/** Who an event is about. */
export interface Principal {
  readonly tenantId: string;
  readonly identityId: string;
  /** Null where it is about all sessions of the person. */
  readonly sessionId: string | null;
}

/** The options with their defaults, and what is made of them. */
export interface SharedSignalsWiring extends Required<SharedSignalsOptions> {
  readonly signer: SetSigner;
  readonly polls: PollWaits;
  issuerOf(tenantId: string): string;
}

/** @throws TypeError that names the option that is missing, wrong or unknown */
export function readSharedSignalsOptions(options: SharedSignalsOptions): SharedSignalsWiring {
  const read = readOptions('createSharedSignals', options, OPTIONS);
  const issuerOf = (tenantId: string): string => `${read.issuer}/${tenantId}`;
  const subject = ({ tenantId, identityId, sessionId }: Principal): Subject => {
    const user = { format: 'iss_sub', iss: issuerOf(tenantId), sub: identityId } as const;
    if (sessionId === null) return user;
    return { format: 'complex', user, session: { format: 'opaque', id: sessionId } };
  };
  return {
    ...read,
    subject: options.subject ?? subject,
    signer: createSetSigner(read.signingKeys),
    polls: createPollWaits(),
    issuerOf,
  };
}

const OPTIONS: OptionTable<SharedSignalsOptions> = {
  stepward: required(
    'what createStepward returns',
    (value) =>
      isObject(value) &&
      hasMethods('create', 'get', 'change', 'remove')(value['subscribers']) &&
      hasMethods('sendTest')(value['deliveries']),
  ),
  issuer: required(
    'an https URL without a query and without a slash at its end, for example https://id.example.com/ssf',
    (value) => isSecureUrl(value) && !/[?#]|\/$/.test(value),
  ),
  storage: required(
    'a StreamStorage, for example createPostgresStreams({ pool })',
    hasMethods(
      ...['insert', 'find', 'list', 'change', 'remove', 'removeAll', 'hold', 'held', 'release'],
    ),
  ),
  accessTokens: required(
    'an authenticator, for example createJwtAuthenticator({ … })',
    hasMethods('authenticate'),
  ),
  keys: required('a key ring, from createKeyRing', isKeyRing),
  signingKeys: required('RSA keys: { active: { id, key } }', isObject),
  targets: required('createWebhookTargets() of @stepward/webhooks', hasMethods('check')),
  sender: required('createWebhookSender() of @stepward/webhooks', hasMethods('send')),
  subject: defaulted(() => null, 'a function of who an event is about', isFunction),
  audience: defaulted(
    (_: string, receiver: string) => receiver,
    'a function of a tenant and a receiver',
    isFunction,
  ),
  events: defaulted(
    {},
    'an object of functions, by the names of events',
    (value) => isObject(value) && Object.values(value).every(isFunction),
  ),
  credentialTypes: defaulted({}, 'an object of texts, by the names of factors', isObject),
  resetEndsSessions: defaulted(false, 'true or false', isBoolean),
  longPollMs: defaulted(30_000, 'an integer from 0 to 120000', isLongPoll),
  rateLimits: defaulted(
    {},
    'an object of limits, or false',
    (value) => value === false || isObject(value),
  ),
  logger: defaulted(stderrLogger, 'a logger with debug, info, warn and error', isLogger),
  clock: defaulted(systemClock, 'a clock with now and timeout', hasMethods('now', 'timeout')),
  random: defaulted(systemRandom, 'a Random', hasMethods('integer', 'bytes', 'uuid')),
};

function isLongPoll(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 120_000;
}
