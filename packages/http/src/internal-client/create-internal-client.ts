import { isTenantId } from '@stepward/core';
import {
  checkOptions,
  isBoolean,
  isFunction,
  isPositiveInteger,
  isText,
  optional,
  parseUrl,
  required,
} from '@stepward/core/adapter';
import { createCaller } from './create-caller.js';
import {
  readChallengeAnswer,
  readDecideAnswer,
  readVerifyAnswer,
  type ChallengeAnswer,
  type DecideAnswer,
  type VerifyAnswer,
} from './read-answer.js';

export interface InternalClientOptions {
  /**
   * Where the API is mounted, for example `https://acme.example.com`. Plain http only to this machine,
   * or with `allowHttp`: the secret travels over TLS 1.2 or higher (specification, "Authentication").
   */
  readonly baseUrl: string;
  /** An active service secret: 32 to 512 visible ASCII characters. */
  readonly secret: string;
  /** Sent as `X-Tenant-ID`; without it, the tenant is that of `baseUrl`'s host name. */
  readonly tenantId?: string;
  /** The global `fetch` by default. */
  readonly fetch?: typeof fetch;
  /** Milliseconds for a whole call; 10 000. */
  readonly timeoutMs?: number;
  /** For networks that encrypt by themselves; false. */
  readonly allowHttp?: boolean;
}

/** A session of an identity, to be challenged. */
export interface ChallengedSession {
  readonly identityId: string;
  readonly sessionId: string;
  /** BCP 47 tag of the page's language; the identity's own by default. */
  readonly locale?: string;
  /** The organisation that the session or its consent is for; none by default. It may not allow SMS. */
  readonly organisationId?: string;
}

/** What the person of a session typed. */
export interface SessionAnswer {
  readonly sessionId: string;
  readonly code: string;
  /** What it proves: `sms`, `totp` or `recovery_code`; `sms` by default, which answers a challenge. */
  readonly factor?: string;
  /**
   * Whose session it is: for the factors that have no challenge, which would tell. If the challenge belongs to
   * another person, the answer is `no_challenge`.
   */
  readonly identityId?: string;
  /** The organisation that the session or its consent is for, for the same factors. It may not allow the factor. */
  readonly organisationId?: string;
}

/** A session during consent, to be decided on. */
export interface SessionToDecide {
  readonly identityId: string;
  readonly session: {
    readonly assurance: 'aal1' | 'aal2';
    /** None by default. */
    readonly organisationId?: string;
  };
  /** Without it, nothing is asked of the session. */
  readonly consent?: {
    /** What the client demands (RFC 9470); nothing by default. */
    readonly requiredAssurance?: 'aal1' | 'aal2';
    /** The session's by default. */
    readonly organisationId?: string;
  };
  /** When the identity became a member, for the grace period; left out, none is left. */
  readonly memberSince?: Date;
  /** `unknown` by default. */
  readonly risk?: 'low' | 'high' | 'unknown';
}

/**
 * The Internal API for the authentication application. The outcome of a call is in `status`; neither
 * a wrong code nor a service that is down rejects. Redirects are not followed. The answers are read by
 * the `reason` of problem details: an API with an error shape of its own gives `unexpected`.
 */
export interface InternalClient {
  /** Has a step-up code sent to the identity's phone. */
  challenge(session: ChallengedSession): Promise<ChallengeAnswer>;
  /**
   * Proves a factor of the session's person. On `verified`, mark the session as aal2 with amr `sms otp mfa` for `sms`,
   * `otp mfa` for `totp`, `mfa` for `recovery_code`.
   */
  verify(answer: SessionAnswer): Promise<VerifyAnswer>;
  /** Asks what a session needs during consent, by the policy and the factors that hold now. */
  decide(session: SessionToDecide): Promise<DecideAnswer>;
}

/** @throws TypeError where an option has not its form; the secret is in no message. */
export function createInternalClient(options: InternalClientOptions): InternalClient {
  checkClientOptions(options);
  const { secret, tenantId, timeoutMs = 10_000 } = options;
  const call = createCaller({
    baseUrl: parseBaseUrl(options),
    headers: {
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'x-internal-service-secret': secret,
      ...(tenantId !== undefined && { 'x-tenant-id': tenantId }),
    },
    fetch: options.fetch ?? fetch,
    timeoutMs,
  });

  return {
    async challenge({ identityId, sessionId, locale, organisationId }) {
      // What is undefined is left out of JSON.
      const session = { identity_id: identityId, session_id: sessionId };
      const body = { ...session, locale, organisation_id: organisationId };
      return readChallengeAnswer(await call('v1/internal/mfa/sms/challenge', body));
    },
    async verify({ sessionId, code, factor = 'sms', identityId, organisationId }) {
      const session = { identity_id: identityId, session_id: sessionId };
      const body = { ...session, code, organisation_id: organisationId };
      const path = `v1/internal/mfa/${encodeURIComponent(factor)}/verify`;
      return readVerifyAnswer(await call(path, body));
    },
    async decide({ identityId, session, consent, memberSince, risk }) {
      const body = {
        identity_id: identityId,
        session: { assurance: session.assurance, organisation_id: session.organisationId },
        consent: consent && {
          required_assurance: consent.requiredAssurance,
          organisation_id: consent.organisationId,
        },
        member_since: memberSince?.toISOString(),
        risk,
      };
      return readDecideAnswer(await call('v1/internal/step-up/decide', body));
    },
  };
}

const SECRET = /^[\x21-\x7e]{32,512}$/;
const MAX_TIMEOUT_MS = 600_000;

function checkClientOptions(options: InternalClientOptions): void {
  checkOptions('createInternalClient', options, {
    baseUrl: required('an http or https URL', isText),
    secret: required('a text of 32 to 512 visible ASCII characters', isSecret),
    tenantId: optional('a tenant id', isTenantId),
    fetch: optional('a function', isFunction),
    timeoutMs: optional('an integer from 1 to 600000', isTimeout),
    allowHttp: optional('a boolean', isBoolean),
  });
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && SECRET.test(value);
}

function isTimeout(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_TIMEOUT_MS;
}

const THIS_MACHINE = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** The address with a slash at its end. A part that does not belong there may be a credential, and is not repeated. */
function parseBaseUrl({ baseUrl, allowHttp = false }: InternalClientOptions): URL {
  const url = parseUrl(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('createInternalClient: baseUrl must be an http or https URL');
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new TypeError(
      'createInternalClient: baseUrl must have neither credentials nor query nor fragment',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !THIS_MACHINE.test(url.hostname)) {
    throw new TypeError('createInternalClient: baseUrl must be an https URL, or set allowHttp');
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}
