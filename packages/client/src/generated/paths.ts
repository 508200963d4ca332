/** Generated from docs/openapi.json; `npm run docs:generate` writes it. */

export interface paths {
  '/v1/account/mfa': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the second factors of the caller.
     * @description The person of the access token calls it about themselves.
     */
    get: operations['getMfaStatus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/mfa/sms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Enrols SMS as a second factor, given the code.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['verifySmsEnrolment'];
    /**
     * Sends a code to the caller's verified phone.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. It takes no body: one that is sent is not read. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['startSmsEnrolment'];
    /**
     * Removes SMS as a second factor, or cancels a pending enrolment.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['removeSms'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/mfa/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Enrols the authenticator app, given the code that it shows.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['verifyTotpEnrolment'];
    /**
     * Creates a secret for an authenticator app. It is shown only once.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. It takes no body: one that is sent is not read. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['startTotpEnrolment'];
    /**
     * Removes the authenticator app, or cancels a pending enrolment.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['removeTotp'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/mfa/recovery-codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates ten recovery codes, which void the earlier ones. They are shown only once.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.mfa:write`. It takes no body: one that is sent is not read. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['generateRecoveryCodes'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/account/phone': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Sends a code to a new phone number (202); with the code, makes it the verified one (200).
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.phone:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['putPhone'];
    post?: never;
    /**
     * Removes the caller's phone number.
     * @description The person of the access token calls it about themselves. Where the host requires scopes, it needs `account.phone:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['removePhone'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/organisations/{orgId}/security-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns an organisation's effective policy, and which fields it inherits.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `organisations:read`.
     */
    get: operations['getSecurityPolicy'];
    /**
     * Changes an organisation's own values; null takes one back.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `organisations:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['updateSecurityPolicy'];
    post?: never;
    /**
     * Removes all of an organisation's own values.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `organisations:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['resetSecurityPolicy'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/settings/password-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the tenant's password policy.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:read`.
     */
    get: operations['getPasswordPolicy'];
    /**
     * Changes fields of the tenant's password policy.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['updatePasswordPolicy'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/settings/mfa-policy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the tenant's effective policy for second factors and sessions.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:read`.
     */
    get: operations['getMfaPolicy'];
    /**
     * Changes fields of the tenant's policy for second factors and sessions.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['updateMfaPolicy'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/settings/sms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns the tenant's SMS settings.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:read`.
     */
    get: operations['getSmsSettings'];
    /**
     * Changes whether and how the tenant sends SMS.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `settings:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    put: operations['updateSmsSettings'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the tenant's management keys, newest first, revoked ones included.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `api_keys:read`.
     */
    get: operations['listApiKeys'];
    put?: never;
    /**
     * Creates a management key, and shows its secret only once.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `api_keys:write`. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/api-keys/{keyId}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replaces a management key by a new one with the same name and scopes.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `api_keys:write`. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['rotateApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/api-keys/{keyId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revokes a management key.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `api_keys:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['revokeApiKey'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/logs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the audit log, or the authentication log, newest entry first.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `logs:read`.
     */
    get: operations['listLogs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the tenant's events, newest first.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `events:read`.
     */
    get: operations['listEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists the tenant's webhooks, newest first.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:read`.
     */
    get: operations['listWebhooks'];
    put?: never;
    /**
     * Registers a webhook, and shows its secret only once.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['createWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shows a webhook.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:read`.
     */
    get: operations['getWebhook'];
    put?: never;
    post?: never;
    /**
     * Removes a webhook.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. It takes no body: one that is sent is not read.
     */
    delete: operations['removeWebhook'];
    options?: never;
    head?: never;
    /**
     * Changes what is given of a webhook.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`.
     */
    patch: operations['updateWebhook'];
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Creates a new signing secret, and shows it only once.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. No other answer repeats the secret that this one shows. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['rotateWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends a `webhook.test` event to a webhook.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. It takes no body: one that is sent is not read. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['testWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends the events of a range again.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['replayWebhook'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Lists a webhook's deliveries, newest first.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:read`.
     */
    get: operations['listDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shows a delivery with its attempts.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:read`.
     */
    get: operations['getDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/customer/webhooks/{webhookId}/deliveries/{deliveryId}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends one event again.
     * @description A management key of the tenant, or an access token of an administrator, calls it. It needs the scope `webhooks:write`. It takes no body: one that is sent is not read. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['replayDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/internal/mfa/{factor}/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sends what the person of a session answers to: for `sms` a code to the verified phone.
     * @description The authentication application calls it, with the service secret. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['challengeSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/internal/mfa/{factor}/verify': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Proves the second factor of a session, given the code.
     * @description The authentication application calls it, with the service secret. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['verifySession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/internal/step-up/decide': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decides what a session needs during consent: nothing, a challenge, an enrolment, or a block.
     * @description The authentication application calls it, with the service secret. With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.
     */
    post: operations['decideStepUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Returns this document
     * @description It needs no credential, because the document is the same for every caller.
     */
    get: operations['getOpenApiDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Actor: {
      /** @enum {string} */
      type: 'identity' | 'api_key' | 'system';
      /** @example usr_7f3a */
      id: string;
    };
    AllowedCountriesOrNull: string[] | null;
    AllowedFactorsOrNull: components['schemas']['Factor'][] | null;
    ApiKey: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example CI */
      name: string;
      /** @example service_mgmt_Zk3v */
      prefix: string;
      readonly scopes: components['schemas']['ManagementScope'][];
      environment_id: string | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      last_used_at: string | null;
      expires_at: string | null;
      revoked_at: string | null;
    };
    /**
     * @default {}
     * @example {
     *       "overlap_hours": 24
     *     }
     */
    ApiKeyRotation: {
      overlap_hours?: number;
    };
    AppHashOrNull: string | null;
    Attempt: {
      attempt: number;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      started_at: string;
      duration_ms: number;
      status_code: number | null;
      failure: string | null;
      /** @example no such handler */
      response_body: string;
    };
    AuditLogEntry: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      sequence: number;
      /** @enum {string} */
      type:
        | 'security_policy.updated'
        | 'security_policy.reset'
        | 'security_policy.unknown_value'
        | 'password_policy.updated'
        | 'mfa_policy.updated'
        | 'sms_settings.updated'
        | 'hipaa.enabled'
        | 'hipaa.disabled'
        | 'api_key.created'
        | 'api_key.rotated'
        | 'api_key.revoked'
        | 'webhook.created'
        | 'webhook.updated'
        | 'webhook.deleted'
        | 'webhook.secret_rotated'
        | 'webhook.disabled'
        | 'webhook.replayed'
        | 'phi.accessed';
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      at: string;
      actor: components['schemas']['Actor'];
      target: string | null;
      /**
       * @example {
       *       "mfaEnforcement": "required"
       *     }
       */
      details: {
        [key: string]: unknown;
      };
    };
    AuthenticationLogEntry: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      at: string;
      /** @enum {string} */
      type:
        | 'factor.enrolment_started'
        | 'factor.enrolled'
        | 'factor.removed'
        | 'factor.challenged'
        | 'factor.verified'
        | 'factor.refused'
        | 'factor.locked'
        | 'factor.suspended'
        | 'factor.delivery_failed'
        | 'phone.verified'
        | 'phone.removed'
        | 'recovery_codes.generated'
        | 'recovery_code.used'
        | 'sms.blocked';
      /** @example usr_7f3a */
      identity_id: string;
      factor: ('sms' | 'totp' | 'recovery_code') | null;
      /** @example ses_91b2 */
      session_id?: string;
      actor: components['schemas']['Actor'];
      /** @example code_mismatch */
      reason?: string;
    };
    /**
     * @example {
     *       "DE": "allow",
     *       "RU": "block"
     *     }
     */
    CountryModes: {
      [key: string]: 'allow' | 'block' | 'monitor';
    };
    CreatedApiKey: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example CI */
      name: string;
      /** @example service_mgmt_Zk3v */
      prefix: string;
      readonly scopes: components['schemas']['ManagementScope'][];
      environment_id: string | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      last_used_at: string | null;
      expires_at: string | null;
      /** @example service_mgmt_Zk3vN1x8s0vQ3mJw7yX2bC5dF6gH9kLpR4tUqWeAzSx */
      key: string;
    };
    DailyBudgetOrNull: number | null;
    Delivery: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      event_id: string;
      /** @example user.created */
      event_type: string;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      idempotency_key: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'exhausted' | 'skipped';
      attempt_count: number;
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      finished_at: string | null;
      replay_of: string | null;
    };
    DeliveryWithAttempts: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      event_id: string;
      /** @example user.created */
      event_type: string;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      idempotency_key: string;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'exhausted' | 'skipped';
      attempt_count: number;
      next_attempt_at: string | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      finished_at: string | null;
      replay_of: string | null;
      attempts: components['schemas']['Attempt'][];
    };
    EnrolmentCode: {
      /** @example 493817 */
      code: string;
    };
    Event: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example user.created */
      event_type: string;
      organisation_id: string | null;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      idempotency_key: string;
      /**
       * @example {
       *       "id": "usr_7f3a",
       *       "email": "ada@example.com"
       *     }
       */
      data: unknown;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      /** @description Whether its deliveries were made; `false` while it waits for a worker. */
      dispatched: boolean;
    };
    /** @enum {string} */
    Factor: 'webauthn' | 'totp' | 'sms' | 'email';
    /** @enum {string} */
    FactorCombination: 'never' | 'adaptive' | 'always';
    /**
     * @example {
     *       "country": "monitor",
     *       "prefix": "enforce",
     *       "address": "enforce",
     *       "network": "monitor"
     *     }
     */
    FraudGuard: {
      /** @enum {string} */
      country: 'off' | 'monitor' | 'enforce';
      /** @enum {string} */
      prefix: 'off' | 'monitor' | 'enforce';
      /** @enum {string} */
      address: 'off' | 'monitor' | 'enforce';
      /** @enum {string} */
      network: 'off' | 'monitor' | 'enforce';
    };
    GracePeriodMsOrNull: number | null;
    /** @enum {string} */
    ManagementScope:
      | 'organisations:read'
      | 'organisations:write'
      | 'settings:read'
      | 'settings:write'
      | 'api_keys:read'
      | 'api_keys:write'
      | 'logs:read'
      | 'events:read'
      | 'webhooks:read'
      | 'webhooks:write';
    /** @enum {string} */
    MfaEnforcement: 'disabled' | 'optional' | 'required';
    MfaEnforcementOrNull: components['schemas']['MfaEnforcement'] | null;
    MfaPolicyOrNull: components['schemas']['FactorCombination'] | null;
    MfaStatus: {
      enabled: boolean;
      readonly methods: components['schemas']['Factor'][];
      backup_codes_remaining: number;
    };
    /**
     * @example {
     *       "name": "CI",
     *       "scopes": [
     *         "organisations:read"
     *       ]
     *     }
     */
    NewApiKey: {
      name: string;
      scopes: components['schemas']['ManagementScope'][];
      environment_id?: string | null;
      expires_at?: string | null;
    };
    /**
     * @example {
     *       "url": "https://example.com/hooks",
     *       "event_types": [
     *         "user.*"
     *       ]
     *     }
     */
    NewSubscriber: {
      /** Format: uri */
      url: string;
      description?: string;
      event_types?: string[];
      /** @enum {string} */
      naming?: 'canonical' | 'legacy';
      enabled?: boolean;
    };
    OriginHostOrNull: string | null;
    Pagination: {
      next_cursor: string | null;
      has_more: boolean;
    };
    PasswordDisallowReuseOrNull: number | null;
    PasswordHibpCheckOrNull: boolean | null;
    PasswordMaxAgeDaysOrNull: number | null;
    PasswordMinLengthOrNull: number | null;
    PasswordRequireLowercaseOrNull: boolean | null;
    PasswordRequireNumberOrNull: boolean | null;
    PasswordRequireSymbolOrNull: boolean | null;
    PasswordRequireUppercaseOrNull: boolean | null;
    PendingSmsEnrolment: {
      /** @constant */
      status: 'pending';
      /** @example +14*****0101 */
      phone_number_masked: string;
    };
    PendingTotp: {
      /** @constant */
      status: 'pending';
      /** @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP */
      secret: string;
      /** @example otpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme */
      uri: string;
    };
    PreferredFactorOrNull: components['schemas']['Factor'] | null;
    RecoveryCodes: {
      readonly codes: string[];
    };
    /**
     * @example {
     *       "since": "2026-01-01T00:00:00.000Z",
     *       "status": "exhausted"
     *     }
     */
    ReplayRange: {
      /** Format: date-time */
      since: string;
      /** Format: date-time */
      until?: string;
      /** @enum {string} */
      status?: 'delivered' | 'exhausted' | 'skipped';
    };
    RequirePhoneVerificationOrNull: boolean | null;
    RotatedApiKey: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example CI */
      name: string;
      /** @example service_mgmt_Zk3v */
      prefix: string;
      readonly scopes: components['schemas']['ManagementScope'][];
      environment_id: string | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      last_used_at: string | null;
      expires_at: string | null;
      /** @example service_mgmt_Zk3vN1x8s0vQ3mJw7yX2bC5dF6gH9kLpR4tUqWeAzSx */
      key: string;
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      previous_id: string;
    };
    /**
     * @default {}
     * @example {
     *       "overlap_ms": 86400000
     *     }
     */
    SecretRotation: {
      overlap_ms?: number;
    };
    SecurityPolicy: {
      /** @example acme */
      tenant_id: string;
      /** @example org_1c9e */
      org_id: string;
      mfaEnforcement: components['schemas']['MfaEnforcement'];
      mfaPolicy: components['schemas']['FactorCombination'];
      allowedFactors: components['schemas']['Factor'][];
      preferredFactor: components['schemas']['PreferredFactorOrNull'];
      gracePeriodMs: number;
      unenrolledUserAction: components['schemas']['UnenrolledUserAction'];
      passwordMinLength: number;
      passwordRequireUppercase: boolean;
      passwordRequireLowercase: boolean;
      passwordRequireNumber: boolean;
      passwordRequireSymbol: boolean;
      passwordHibpCheck: boolean;
      passwordMaxAgeDays: number;
      passwordDisallowReuse: number;
      sessionTimeoutMinutes: number;
      sessionIdleTimeoutMinutes: number;
      requirePhoneVerification: boolean;
      _inherited: {
        mfaEnforcement: boolean;
        mfaPolicy: boolean;
        allowedFactors: boolean;
        preferredFactor: boolean;
        gracePeriodMs: boolean;
        unenrolledUserAction: boolean;
        passwordMinLength: boolean;
        passwordRequireUppercase: boolean;
        passwordRequireLowercase: boolean;
        passwordRequireNumber: boolean;
        passwordRequireSymbol: boolean;
        passwordHibpCheck: boolean;
        passwordMaxAgeDays: boolean;
        passwordDisallowReuse: boolean;
        sessionTimeoutMinutes: boolean;
        sessionIdleTimeoutMinutes: boolean;
      };
    };
    /**
     * @example {
     *       "mfaEnforcement": "required",
     *       "allowedFactors": [
     *         "webauthn",
     *         "totp"
     *       ],
     *       "passwordMinLength": null
     *     }
     */
    SecurityPolicyChange: {
      mfaEnforcement?: components['schemas']['MfaEnforcementOrNull'];
      mfaPolicy?: components['schemas']['MfaPolicyOrNull'];
      allowedFactors?: components['schemas']['AllowedFactorsOrNull'];
      preferredFactor?: components['schemas']['PreferredFactorOrNull'];
      gracePeriodMs?: components['schemas']['GracePeriodMsOrNull'];
      unenrolledUserAction?: components['schemas']['UnenrolledUserActionOrNull'];
      passwordMinLength?: components['schemas']['PasswordMinLengthOrNull'];
      passwordRequireUppercase?: components['schemas']['PasswordRequireUppercaseOrNull'];
      passwordRequireLowercase?: components['schemas']['PasswordRequireLowercaseOrNull'];
      passwordRequireNumber?: components['schemas']['PasswordRequireNumberOrNull'];
      passwordRequireSymbol?: components['schemas']['PasswordRequireSymbolOrNull'];
      passwordHibpCheck?: components['schemas']['PasswordHibpCheckOrNull'];
      passwordMaxAgeDays?: components['schemas']['PasswordMaxAgeDaysOrNull'];
      passwordDisallowReuse?: components['schemas']['PasswordDisallowReuseOrNull'];
      sessionTimeoutMinutes?: components['schemas']['SessionTimeoutMinutesOrNull'];
      sessionIdleTimeoutMinutes?: components['schemas']['SessionIdleTimeoutMinutesOrNull'];
      requirePhoneVerification?: components['schemas']['RequirePhoneVerificationOrNull'];
      mfa_enforcement?: components['schemas']['MfaEnforcementOrNull'];
      mfa_policy?: components['schemas']['MfaPolicyOrNull'];
      allowed_factors?: components['schemas']['AllowedFactorsOrNull'];
      preferred_factor?: components['schemas']['PreferredFactorOrNull'];
      grace_period_ms?: components['schemas']['GracePeriodMsOrNull'];
      unenrolled_user_action?: components['schemas']['UnenrolledUserActionOrNull'];
      password_min_length?: components['schemas']['PasswordMinLengthOrNull'];
      password_require_uppercase?: components['schemas']['PasswordRequireUppercaseOrNull'];
      password_require_lowercase?: components['schemas']['PasswordRequireLowercaseOrNull'];
      password_require_number?: components['schemas']['PasswordRequireNumberOrNull'];
      password_require_symbol?: components['schemas']['PasswordRequireSymbolOrNull'];
      password_hibp_check?: components['schemas']['PasswordHibpCheckOrNull'];
      password_max_age_days?: components['schemas']['PasswordMaxAgeDaysOrNull'];
      password_disallow_reuse?: components['schemas']['PasswordDisallowReuseOrNull'];
      session_timeout_minutes?: components['schemas']['SessionTimeoutMinutesOrNull'];
      session_idle_timeout_minutes?: components['schemas']['SessionIdleTimeoutMinutesOrNull'];
      require_phone_verification?: components['schemas']['RequirePhoneVerificationOrNull'];
      /** @description As the answer has it. It cannot be changed. */
      tenant_id?: unknown;
      /** @description As the answer has it. It cannot be changed. */
      org_id?: unknown;
      /** @description The flags as the answer has them. A field whose flag is `true` stays inherited if it has the value that it inherits. */
      _inherited?: unknown;
    };
    SessionIdleTimeoutMinutesOrNull: number | null;
    SessionTimeoutMinutesOrNull: number | null;
    SmsSettings: {
      /** @example acme */
      tenant_id: string;
      enabled: boolean;
      mfa_enabled: boolean;
      /** @example Acme */
      app_name: string;
      origin_host: components['schemas']['OriginHostOrNull'];
      app_hash: components['schemas']['AppHashOrNull'];
      templates: components['schemas']['Templates'];
      allowed_countries: components['schemas']['AllowedCountriesOrNull'];
      denied_prefixes: string[];
      daily_budget: components['schemas']['DailyBudgetOrNull'];
      fraud_guard: components['schemas']['FraudGuard'];
      country_modes: components['schemas']['CountryModes'];
      /**
       * @example {
       *       "*": {
       *         "encoding": "gsm7",
       *         "length": 51,
       *         "segments": 1
       *       }
       *     }
       */
      message_lengths: {
        [key: string]: {
          /** @enum {string} */
          encoding: 'gsm7' | 'ucs2';
          length: number;
          segments: number;
        };
      };
    };
    /**
     * @example {
     *       "enabled": true,
     *       "mfa_enabled": true,
     *       "app_name": "Acme"
     *     }
     */
    SmsSettingsChange: {
      enabled?: boolean;
      mfaEnabled?: boolean;
      /** @example Acme */
      appName?: string;
      originHost?: components['schemas']['OriginHostOrNull'];
      appHash?: components['schemas']['AppHashOrNull'];
      templates?: components['schemas']['Templates'];
      allowedCountries?: components['schemas']['AllowedCountriesOrNull'];
      deniedPrefixes?: string[];
      dailyBudget?: components['schemas']['DailyBudgetOrNull'];
      fraudGuard?: components['schemas']['FraudGuard'];
      countryModes?: components['schemas']['CountryModes'];
      mfa_enabled?: boolean;
      /** @example Acme */
      app_name?: string;
      origin_host?: components['schemas']['OriginHostOrNull'];
      app_hash?: components['schemas']['AppHashOrNull'];
      allowed_countries?: components['schemas']['AllowedCountriesOrNull'];
      denied_prefixes?: string[];
      daily_budget?: components['schemas']['DailyBudgetOrNull'];
      fraud_guard?: components['schemas']['FraudGuard'];
      country_modes?: components['schemas']['CountryModes'];
      /** @description As the answer has it. It cannot be changed. */
      tenant_id?: unknown;
      /** @description As the answer has it. It cannot be changed. */
      message_lengths?: unknown;
    };
    Subscriber: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example https://example.com/hooks */
      url: string;
      /** @example Billing */
      description: string;
      readonly event_types: string[];
      /** @enum {string} */
      naming: 'canonical' | 'legacy';
      enabled: boolean;
      disabled_reason: ('manual' | 'gone' | 'failing') | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      updated_at: string;
    };
    /**
     * @example {
     *       "enabled": false
     *     }
     */
    SubscriberChange: {
      /** Format: uri */
      url?: string;
      description?: string;
      event_types?: string[];
      /** @enum {string} */
      naming?: 'canonical' | 'legacy';
      enabled?: boolean;
    };
    SubscriberWithSecret: {
      /** @example 01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b */
      id: string;
      /** @example https://example.com/hooks */
      url: string;
      /** @example Billing */
      description: string;
      readonly event_types: string[];
      /** @enum {string} */
      naming: 'canonical' | 'legacy';
      enabled: boolean;
      disabled_reason: ('manual' | 'gone' | 'failing') | null;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      created_at: string;
      /**
       * Format: date-time
       * @example 2026-01-01T00:00:00.000Z
       */
      updated_at: string;
      /** @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
      secret: string;
    };
    /**
     * @example {
     *       "de": "{code} ist Ihr Code. Er gilt {minutes} Minuten."
     *     }
     */
    Templates: {
      [key: string]: string;
    };
    TenantMfaPolicy: {
      /** @example acme */
      tenant_id: string;
      enforcement: components['schemas']['MfaEnforcement'];
      policy: components['schemas']['FactorCombination'];
      allowed_factors: components['schemas']['Factor'][];
      preferred_factor: components['schemas']['PreferredFactorOrNull'];
      grace_period_ms: number;
      unenrolled_user_action: components['schemas']['UnenrolledUserAction'];
      session_timeout_minutes: number;
      session_idle_timeout_minutes: number;
      require_phone_verification: boolean;
    };
    /**
     * @example {
     *       "enforcement": "required"
     *     }
     */
    TenantMfaPolicyChange: {
      enforcement?: components['schemas']['MfaEnforcement'];
      policy?: components['schemas']['FactorCombination'];
      allowedFactors?: components['schemas']['Factor'][];
      preferredFactor?: components['schemas']['PreferredFactorOrNull'];
      gracePeriodMs?: number;
      unenrolledUserAction?: components['schemas']['UnenrolledUserAction'];
      sessionTimeoutMinutes?: number;
      sessionIdleTimeoutMinutes?: number;
      requirePhoneVerification?: boolean;
      allowed_factors?: components['schemas']['Factor'][];
      preferred_factor?: components['schemas']['PreferredFactorOrNull'];
      grace_period_ms?: number;
      unenrolled_user_action?: components['schemas']['UnenrolledUserAction'];
      session_timeout_minutes?: number;
      session_idle_timeout_minutes?: number;
      require_phone_verification?: boolean;
      /** @description As the answer has it. It cannot be changed. */
      tenant_id?: unknown;
    };
    TenantPasswordPolicy: {
      /** @example acme */
      tenant_id: string;
      minLength: number;
      requireUppercase: boolean;
      requireLowercase: boolean;
      requireNumber: boolean;
      requireSymbol: boolean;
      hibpCheck: boolean;
      maxAgeDays: number;
      disallowReuse: number;
    };
    /**
     * @example {
     *       "minLength": 12
     *     }
     */
    TenantPasswordPolicyChange: {
      minLength?: number;
      requireUppercase?: boolean;
      requireLowercase?: boolean;
      requireNumber?: boolean;
      requireSymbol?: boolean;
      hibpCheck?: boolean;
      maxAgeDays?: number;
      disallowReuse?: number;
      min_length?: number;
      require_uppercase?: boolean;
      require_lowercase?: boolean;
      require_number?: boolean;
      require_symbol?: boolean;
      hibp_check?: boolean;
      max_age_days?: number;
      disallow_reuse?: number;
      /** @description As the answer has it. It cannot be changed. */
      tenant_id?: unknown;
    };
    /** @enum {string} */
    UnenrolledUserAction: 'allow' | 'prompt' | 'force_enrollment' | 'block';
    UnenrolledUserActionOrNull: components['schemas']['UnenrolledUserAction'] | null;
    /** @description Problem details (RFC 9457). A host may give all problems a shape of its own. */
    Problem: {
      /**
       * Format: uri
       * @description `urn:stepward:problem:<reason>`
       */
      type: string;
      status: number;
      detail: string;
      code: string;
      /** @description The finer code. One reason has one status and one code. */
      reason: string;
      request_id: string;
      errors?: {
        /** @description As the caller spelled it, with a path into it. */
        field: string;
        /** @enum {string} */
        rule:
          | 'required'
          | 'type'
          | 'text'
          | 'one_of'
          | 'minimum'
          | 'maximum'
          | 'duplicate'
          | 'date_time'
          | 'past'
          | 'json'
          | 'depth'
          | 'unknown_field'
          | 'unknown_parameter'
          | 'sent_once'
          | 'contradiction'
          | 'cursor'
          | 'weaker_than_tenant'
          | 'hipaa'
          | 'not_allowed'
          | 'empty'
          | 'gsm7_length'
          | 'code_placeholder'
          | 'placeholder'
          | 'locale'
          | 'app_hash'
          | 'host_name'
          | 'iso_3166_alpha_2'
          | 'phone_country_missing'
          | 'phone'
          | 'e164_prefix'
          | 'non_negative_integer'
          | 'url'
          | 'target'
          | 'event_types'
          | 'overlap'
          | 'password_too_short'
          | 'password_too_long'
          | 'password_needs_uppercase'
          | 'password_needs_lowercase'
          | 'password_needs_number'
          | 'password_needs_symbol'
          | 'password_breached'
          | 'password_breach_check_failed'
          | 'password_reused';
        /** @description What the rule allows; null where that says nothing. */
        limit: unknown;
        /** @description The value that was sent; null where it is not repeated. */
        value: unknown;
      }[];
      title: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description `no-store`. */
    'Cache-Control': string;
    /** @description `nosniff`. */
    'X-Content-Type-Options': string;
    /** @description `same-origin`. */
    'Cross-Origin-Resource-Policy': string;
    /** @description The request's own id where it brought a good one, otherwise a new one. */
    'X-Request-Id': string;
    /** @description Requests per minute, by the limit that is nearest. */
    'X-RateLimit-Limit': number;
    /** @description How many of them are left. */
    'X-RateLimit-Remaining': number;
    /** @description Seconds until the count starts again. */
    'X-RateLimit-Reset': number;
    /** @description `true` where the answer is that of an earlier request. */
    'Idempotency-Replayed': string;
    /** @description What to authenticate with, and what was wrong (RFC 6750, RFC 9470). */
    'WWW-Authenticate': string;
    /** @description Seconds to wait. */
    'Retry-After': number;
    /** @description `close` where the rest of the body is not read. */
    Connection: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  getMfaStatus: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "enabled": true,
           *         "methods": [
           *           "webauthn"
           *         ],
           *         "backup_codes_remaining": 0
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['MfaStatus'];
          };
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid' | 'identity_unknown';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'identity_suspended';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  verifySmsEnrolment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "493817"
         *     }
         */
        'application/json': components['schemas']['EnrolmentCode'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "enabled": true,
           *         "methods": [
           *           "webauthn"
           *         ],
           *         "backup_codes_remaining": 0
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['MfaStatus'];
          };
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Nothing pending */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'nothing_pending';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Already enrolled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'already_enrolled';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused; Code malformed; Code expired; Phone number changed; Code withdrawn; Attempts exhausted; Wrong code */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_reused'
              | 'code_malformed'
              | 'code_expired'
              | 'phone_changed'
              | 'code_withdrawn'
              | 'attempts_exhausted'
              | 'code_mismatch';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  startSmsEnrolment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "status": "pending",
           *         "phone_number_masked": "+14*****0101"
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['PendingSmsEnrolment'];
          };
        };
      };
      /** @description Header repeated; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Request in flight; Already enrolled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'already_enrolled';
          };
        };
      };
      /** @description Idempotency key reused; No verified phone number; Destination refused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused' | 'phone_not_verified' | 'destination_refused';
          };
        };
      };
      /** @description Too many requests; Too many wrong codes; Code sent too recently; Too many codes sent; Sending budget of the tenant exhausted; Messages stopped by the fraud guard */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?:
              | 'request_limit_exceeded'
              | 'guess_budget_spent'
              | 'send_cooling_down'
              | 'send_budget_spent'
              | 'tenant_send_budget_spent'
              | 'fraud_guard';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Factor not allowed; SMS disabled; SMS not sent; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'factor_not_allowed'
              | 'sms_disabled'
              | 'sms_not_sent'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  removeSms: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "enabled": true,
           *         "methods": [
           *           "webauthn"
           *         ],
           *         "backup_codes_remaining": 0
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['MfaStatus'];
          };
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Not enrolled */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'not_enrolled';
          };
        };
      };
      /** @description Last factor */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'last_factor';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  verifyTotpEnrolment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "code": "493817"
         *     }
         */
        'application/json': components['schemas']['EnrolmentCode'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "enabled": true,
           *         "methods": [
           *           "webauthn"
           *         ],
           *         "backup_codes_remaining": 0
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['MfaStatus'];
          };
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Nothing pending */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'nothing_pending';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Already enrolled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'already_enrolled';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused; Code malformed; Code expired; Phone number changed; Code withdrawn; Attempts exhausted; Wrong code */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_reused'
              | 'code_malformed'
              | 'code_expired'
              | 'phone_changed'
              | 'code_withdrawn'
              | 'attempts_exhausted'
              | 'code_mismatch';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  startTotpEnrolment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "status": "pending",
           *         "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
           *         "uri": "otpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme"
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['PendingTotp'];
          };
        };
      };
      /** @description Header repeated; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Request in flight; Already enrolled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'already_enrolled';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests; Too many enrolments started */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded' | 'start_budget_spent';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Factor not allowed; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'factor_not_allowed'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  removeTotp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "enabled": true,
           *         "methods": [
           *           "webauthn"
           *         ],
           *         "backup_codes_remaining": 0
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['MfaStatus'];
          };
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Not enrolled */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'not_enrolled';
          };
        };
      };
      /** @description Last factor */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'last_factor';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  generateRecoveryCodes: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "codes": [
           *           "7KQ4M-2XW9H"
           *         ]
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['RecoveryCodes'];
          };
        };
      };
      /** @description Header repeated; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Request in flight; No second factor */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'no_factor';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Factor not allowed; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'factor_not_allowed'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  putPhone: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "phone_number": "+14155550101",
         *       "code": "493817"
         *     }
         */
        'application/json': {
          /** @example +14155550101 */
          phone_number: string;
          /** @example 493817 */
          code?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "status": "verified",
           *         "phone_number_masked": "+14*****0101"
           *       }
           *     }
           */
          'application/json': {
            data: {
              /** @constant */
              status: 'verified';
              /** @example +14*****0101 */
              phone_number_masked: string;
            };
          };
        };
      };
      /** @description Success. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "status": "pending",
           *         "phone_number_masked": "+14*****0101"
           *       }
           *     }
           */
          'application/json': {
            data: {
              /** @constant */
              status: 'pending';
              /** @example +14*****0101 */
              phone_number_masked: string;
            };
          };
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description Nothing pending */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'nothing_pending';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused; Phone number invalid; Destination refused; Code malformed; Code expired; Phone number changed; Code withdrawn; Attempts exhausted; Wrong code */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_reused'
              | 'phone_invalid'
              | 'destination_refused'
              | 'code_malformed'
              | 'code_expired'
              | 'phone_changed'
              | 'code_withdrawn'
              | 'attempts_exhausted'
              | 'code_mismatch';
          };
        };
      };
      /** @description Too many requests; Too many wrong codes; Code sent too recently; Too many codes sent; Sending budget of the tenant exhausted; Messages stopped by the fraud guard */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?:
              | 'request_limit_exceeded'
              | 'guess_budget_spent'
              | 'send_cooling_down'
              | 'send_budget_spent'
              | 'tenant_send_budget_spent'
              | 'fraud_guard';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; SMS disabled; SMS not sent; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'sms_disabled'
              | 'sms_not_sent'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  removePhone: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": {
           *         "phone_number_masked": null,
           *         "verified": false
           *       }
           *     }
           */
          'application/json': {
            data: {
              phone_number_masked: null;
              /** @constant */
              verified: false;
            };
          };
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid; Unknown identity; Stronger authentication required */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?:
              | 'token_missing'
              | 'token_invalid'
              | 'identity_unknown'
              | 'assurance_insufficient';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'identity_suspended';
          };
        };
      };
      /** @description No phone number */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'phone_not_found';
          };
        };
      };
      /** @description Phone number in use */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'phone_in_use';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getSecurityPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "org_id": "org_1c9e",
           *       "mfaEnforcement": "disabled",
           *       "mfaPolicy": "never",
           *       "allowedFactors": [
           *         "webauthn"
           *       ],
           *       "preferredFactor": "webauthn",
           *       "gracePeriodMs": 0,
           *       "unenrolledUserAction": "allow",
           *       "passwordMinLength": 8,
           *       "passwordRequireUppercase": true,
           *       "passwordRequireLowercase": true,
           *       "passwordRequireNumber": true,
           *       "passwordRequireSymbol": true,
           *       "passwordHibpCheck": true,
           *       "passwordMaxAgeDays": 0,
           *       "passwordDisallowReuse": 0,
           *       "sessionTimeoutMinutes": 5,
           *       "sessionIdleTimeoutMinutes": 1,
           *       "requirePhoneVerification": true,
           *       "_inherited": {
           *         "mfaEnforcement": true,
           *         "mfaPolicy": true,
           *         "allowedFactors": true,
           *         "preferredFactor": true,
           *         "gracePeriodMs": true,
           *         "unenrolledUserAction": true,
           *         "passwordMinLength": true,
           *         "passwordRequireUppercase": true,
           *         "passwordRequireLowercase": true,
           *         "passwordRequireNumber": true,
           *         "passwordRequireSymbol": true,
           *         "passwordHibpCheck": true,
           *         "passwordMaxAgeDays": true,
           *         "passwordDisallowReuse": true,
           *         "sessionTimeoutMinutes": true,
           *         "sessionIdleTimeoutMinutes": true
           *       }
           *     }
           */
          'application/json': components['schemas']['SecurityPolicy'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown organisation */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'organisation_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  updateSecurityPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "mfaEnforcement": "required",
         *       "allowedFactors": [
         *         "webauthn",
         *         "totp"
         *       ],
         *       "passwordMinLength": null
         *     }
         */
        'application/json': components['schemas']['SecurityPolicyChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "org_id": "org_1c9e",
           *       "mfaEnforcement": "disabled",
           *       "mfaPolicy": "never",
           *       "allowedFactors": [
           *         "webauthn"
           *       ],
           *       "preferredFactor": "webauthn",
           *       "gracePeriodMs": 0,
           *       "unenrolledUserAction": "allow",
           *       "passwordMinLength": 8,
           *       "passwordRequireUppercase": true,
           *       "passwordRequireLowercase": true,
           *       "passwordRequireNumber": true,
           *       "passwordRequireSymbol": true,
           *       "passwordHibpCheck": true,
           *       "passwordMaxAgeDays": 0,
           *       "passwordDisallowReuse": 0,
           *       "sessionTimeoutMinutes": 5,
           *       "sessionIdleTimeoutMinutes": 1,
           *       "requirePhoneVerification": true,
           *       "_inherited": {
           *         "mfaEnforcement": true,
           *         "mfaPolicy": true,
           *         "allowedFactors": true,
           *         "preferredFactor": true,
           *         "gracePeriodMs": true,
           *         "unenrolledUserAction": true,
           *         "passwordMinLength": true,
           *         "passwordRequireUppercase": true,
           *         "passwordRequireLowercase": true,
           *         "passwordRequireNumber": true,
           *         "passwordRequireSymbol": true,
           *         "passwordHibpCheck": true,
           *         "passwordMaxAgeDays": true,
           *         "passwordDisallowReuse": true,
           *         "sessionTimeoutMinutes": true,
           *         "sessionIdleTimeoutMinutes": true
           *       }
           *     }
           */
          'application/json': components['schemas']['SecurityPolicy'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Policy invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'policy_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown organisation */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'organisation_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  resetSecurityPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        orgId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "org_id": "org_1c9e",
           *       "mfaEnforcement": "disabled",
           *       "mfaPolicy": "never",
           *       "allowedFactors": [
           *         "webauthn"
           *       ],
           *       "preferredFactor": "webauthn",
           *       "gracePeriodMs": 0,
           *       "unenrolledUserAction": "allow",
           *       "passwordMinLength": 8,
           *       "passwordRequireUppercase": true,
           *       "passwordRequireLowercase": true,
           *       "passwordRequireNumber": true,
           *       "passwordRequireSymbol": true,
           *       "passwordHibpCheck": true,
           *       "passwordMaxAgeDays": 0,
           *       "passwordDisallowReuse": 0,
           *       "sessionTimeoutMinutes": 5,
           *       "sessionIdleTimeoutMinutes": 1,
           *       "requirePhoneVerification": true,
           *       "_inherited": {
           *         "mfaEnforcement": true,
           *         "mfaPolicy": true,
           *         "allowedFactors": true,
           *         "preferredFactor": true,
           *         "gracePeriodMs": true,
           *         "unenrolledUserAction": true,
           *         "passwordMinLength": true,
           *         "passwordRequireUppercase": true,
           *         "passwordRequireLowercase": true,
           *         "passwordRequireNumber": true,
           *         "passwordRequireSymbol": true,
           *         "passwordHibpCheck": true,
           *         "passwordMaxAgeDays": true,
           *         "passwordDisallowReuse": true,
           *         "sessionTimeoutMinutes": true,
           *         "sessionIdleTimeoutMinutes": true
           *       }
           *     }
           */
          'application/json': components['schemas']['SecurityPolicy'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown organisation */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'organisation_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getPasswordPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "minLength": 8,
           *       "requireUppercase": true,
           *       "requireLowercase": true,
           *       "requireNumber": true,
           *       "requireSymbol": true,
           *       "hibpCheck": true,
           *       "maxAgeDays": 0,
           *       "disallowReuse": 0
           *     }
           */
          'application/json': components['schemas']['TenantPasswordPolicy'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  updatePasswordPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "minLength": 12
         *     }
         */
        'application/json': components['schemas']['TenantPasswordPolicyChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "minLength": 8,
           *       "requireUppercase": true,
           *       "requireLowercase": true,
           *       "requireNumber": true,
           *       "requireSymbol": true,
           *       "hibpCheck": true,
           *       "maxAgeDays": 0,
           *       "disallowReuse": 0
           *     }
           */
          'application/json': components['schemas']['TenantPasswordPolicy'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Policy invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'policy_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getMfaPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "enforcement": "disabled",
           *       "policy": "never",
           *       "allowed_factors": [
           *         "webauthn"
           *       ],
           *       "preferred_factor": "webauthn",
           *       "grace_period_ms": 0,
           *       "unenrolled_user_action": "allow",
           *       "session_timeout_minutes": 5,
           *       "session_idle_timeout_minutes": 1,
           *       "require_phone_verification": true
           *     }
           */
          'application/json': components['schemas']['TenantMfaPolicy'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  updateMfaPolicy: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "enforcement": "required"
         *     }
         */
        'application/json': components['schemas']['TenantMfaPolicyChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "enforcement": "disabled",
           *       "policy": "never",
           *       "allowed_factors": [
           *         "webauthn"
           *       ],
           *       "preferred_factor": "webauthn",
           *       "grace_period_ms": 0,
           *       "unenrolled_user_action": "allow",
           *       "session_timeout_minutes": 5,
           *       "session_idle_timeout_minutes": 1,
           *       "require_phone_verification": true
           *     }
           */
          'application/json': components['schemas']['TenantMfaPolicy'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Policy invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'policy_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getSmsSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "enabled": true,
           *       "mfa_enabled": true,
           *       "app_name": "Acme",
           *       "origin_host": "example.com",
           *       "app_hash": "FA+9qCX9VSu",
           *       "templates": {
           *         "de": "{code} ist Ihr Code. Er gilt {minutes} Minuten."
           *       },
           *       "allowed_countries": [
           *         "DE"
           *       ],
           *       "denied_prefixes": [
           *         "+1900"
           *       ],
           *       "daily_budget": 10000,
           *       "fraud_guard": {
           *         "country": "monitor",
           *         "prefix": "enforce",
           *         "address": "enforce",
           *         "network": "monitor"
           *       },
           *       "country_modes": {
           *         "DE": "allow",
           *         "RU": "block"
           *       },
           *       "message_lengths": {
           *         "*": {
           *           "encoding": "gsm7",
           *           "length": 51,
           *           "segments": 1
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['SmsSettings'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  updateSmsSettings: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "enabled": true,
         *       "mfa_enabled": true,
         *       "app_name": "Acme"
         *     }
         */
        'application/json': components['schemas']['SmsSettingsChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "tenant_id": "acme",
           *       "enabled": true,
           *       "mfa_enabled": true,
           *       "app_name": "Acme",
           *       "origin_host": "example.com",
           *       "app_hash": "FA+9qCX9VSu",
           *       "templates": {
           *         "de": "{code} ist Ihr Code. Er gilt {minutes} Minuten."
           *       },
           *       "allowed_countries": [
           *         "DE"
           *       ],
           *       "denied_prefixes": [
           *         "+1900"
           *       ],
           *       "daily_budget": 10000,
           *       "fraud_guard": {
           *         "country": "monitor",
           *         "prefix": "enforce",
           *         "address": "enforce",
           *         "network": "monitor"
           *       },
           *       "country_modes": {
           *         "DE": "allow",
           *         "RU": "block"
           *       },
           *       "message_lengths": {
           *         "*": {
           *           "encoding": "gsm7",
           *           "length": 51,
           *           "segments": 1
           *         }
           *       }
           *     }
           */
          'application/json': components['schemas']['SmsSettings'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; SMS settings invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'sms_settings_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "name": "CI",
           *           "prefix": "service_mgmt_Zk3v",
           *           "scopes": [
           *             "organisations:read"
           *           ],
           *           "environment_id": "env_prod",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "last_used_at": "2026-01-01T00:00:00.000Z",
           *           "expires_at": "2026-01-01T00:00:00.000Z",
           *           "revoked_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ],
           *       "pagination": {
           *         "next_cursor": "eyJhIjoxfQ",
           *         "has_more": true
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['ApiKey'][];
            pagination: components['schemas']['Pagination'];
          };
        };
      };
      /** @description Header repeated; Query invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'query_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "name": "CI",
         *       "scopes": [
         *         "organisations:read"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewApiKey'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "name": "CI",
           *       "prefix": "service_mgmt_Zk3v",
           *       "scopes": [
           *         "organisations:read"
           *       ],
           *       "environment_id": "env_prod",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "last_used_at": "2026-01-01T00:00:00.000Z",
           *       "expires_at": "2026-01-01T00:00:00.000Z",
           *       "key": "service_mgmt_Zk3vN1x8s0vQ3mJw7yX2bC5dF6gH9kLpR4tUqWeAzSx"
           *     }
           */
          'application/json': components['schemas']['CreatedApiKey'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; API key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'api_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Scope not held */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'scope_not_held';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Too many API keys */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'api_key_limit_reached';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  rotateApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        keyId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['ApiKeyRotation'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "name": "CI",
           *       "prefix": "service_mgmt_Zk3v",
           *       "scopes": [
           *         "organisations:read"
           *       ],
           *       "environment_id": "env_prod",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "last_used_at": "2026-01-01T00:00:00.000Z",
           *       "expires_at": "2026-01-01T00:00:00.000Z",
           *       "key": "service_mgmt_Zk3vN1x8s0vQ3mJw7yX2bC5dF6gH9kLpR4tUqWeAzSx",
           *       "previous_id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b"
           *     }
           */
          'application/json': components['schemas']['RotatedApiKey'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; API key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'api_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing; Scope not held */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?:
              | 'tls_required'
              | 'origin_refused'
              | 'tenant_mismatch'
              | 'insufficient_scope'
              | 'scope_not_held';
          };
        };
      };
      /** @description No such resource; Unknown API key */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'api_key_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Too many API keys */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'api_key_limit_reached';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  revokeApiKey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        keyId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "name": "CI",
           *       "prefix": "service_mgmt_Zk3v",
           *       "scopes": [
           *         "organisations:read"
           *       ],
           *       "environment_id": "env_prod",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "last_used_at": "2026-01-01T00:00:00.000Z",
           *       "expires_at": "2026-01-01T00:00:00.000Z",
           *       "revoked_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['ApiKey'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown API key */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'api_key_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  listLogs: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        since?: string;
        until?: string;
        type?:
          | 'audit'
          | 'authentication'
          | 'security_policy.updated'
          | 'security_policy.reset'
          | 'security_policy.unknown_value'
          | 'password_policy.updated'
          | 'mfa_policy.updated'
          | 'sms_settings.updated'
          | 'hipaa.enabled'
          | 'hipaa.disabled'
          | 'api_key.created'
          | 'api_key.rotated'
          | 'api_key.revoked'
          | 'webhook.created'
          | 'webhook.updated'
          | 'webhook.deleted'
          | 'webhook.secret_rotated'
          | 'webhook.disabled'
          | 'webhook.replayed'
          | 'phi.accessed'
          | 'factor.enrolment_started'
          | 'factor.enrolled'
          | 'factor.removed'
          | 'factor.challenged'
          | 'factor.verified'
          | 'factor.refused'
          | 'factor.locked'
          | 'factor.suspended'
          | 'factor.delivery_failed'
          | 'phone.verified'
          | 'phone.removed'
          | 'recovery_codes.generated'
          | 'recovery_code.used'
          | 'sms.blocked';
        event_type?:
          | 'security_policy.updated'
          | 'security_policy.reset'
          | 'security_policy.unknown_value'
          | 'password_policy.updated'
          | 'mfa_policy.updated'
          | 'sms_settings.updated'
          | 'hipaa.enabled'
          | 'hipaa.disabled'
          | 'api_key.created'
          | 'api_key.rotated'
          | 'api_key.revoked'
          | 'webhook.created'
          | 'webhook.updated'
          | 'webhook.deleted'
          | 'webhook.secret_rotated'
          | 'webhook.disabled'
          | 'webhook.replayed'
          | 'phi.accessed'
          | 'factor.enrolment_started'
          | 'factor.enrolled'
          | 'factor.removed'
          | 'factor.challenged'
          | 'factor.verified'
          | 'factor.refused'
          | 'factor.locked'
          | 'factor.suspended'
          | 'factor.delivery_failed'
          | 'phone.verified'
          | 'phone.removed'
          | 'recovery_codes.generated'
          | 'recovery_code.used'
          | 'sms.blocked';
        identity_id?: string;
      };
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "sequence": 1,
           *           "type": "security_policy.updated",
           *           "at": "2026-01-01T00:00:00.000Z",
           *           "actor": {
           *             "type": "identity",
           *             "id": "usr_7f3a"
           *           },
           *           "target": "org_1c9e",
           *           "details": {
           *             "mfaEnforcement": "required"
           *           }
           *         }
           *       ],
           *       "pagination": {
           *         "next_cursor": "eyJhIjoxfQ",
           *         "has_more": true
           *       }
           *     }
           */
          'application/json': {
            data: (
              | components['schemas']['AuditLogEntry']
              | components['schemas']['AuthenticationLogEntry']
            )[];
            pagination: components['schemas']['Pagination'];
          };
        };
      };
      /** @description Header repeated; Query invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'query_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        since?: string;
        until?: string;
        type?:
          | 'user.created'
          | 'user.updated'
          | 'user.deleted'
          | 'session.created'
          | 'session.revoked'
          | 'organisation.created'
          | 'organisation.updated'
          | 'organisation.deleted'
          | 'organisation.member_added'
          | 'organisation.member_removed'
          | 'organisation.member_updated'
          | 'organisation.member_default_roles_applied'
          | 'connection.created'
          | 'connection.activated'
          | 'connection.deactivated'
          | 'application.created'
          | 'application.updated'
          | 'application.deleted'
          | 'api_key.created'
          | 'api_key.rotated'
          | 'api_key.revoked'
          | 'environment.created'
          | 'environment.updated'
          | 'environment.deleted'
          | 'environment.promoted'
          | 'feature_flag.created'
          | 'feature_flag.updated'
          | 'feature_flag.deleted'
          | 'tenant.signup'
          | 'tenant.provisioned'
          | 'product.registered'
          | 'mfa.factor_enrolled'
          | 'mfa.factor_removed'
          | 'mfa.locked'
          | 'mfa.factor_suspended'
          | 'mfa.sms_blocked'
          | 'webhook.failing'
          | 'webhook.disabled'
          | 'webhook.exhausted'
          | 'webhook.test';
        organisation_id?: string;
      };
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "event_type": "user.created",
           *           "organisation_id": "org_1c9e",
           *           "idempotency_key": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "data": {
           *             "id": "usr_7f3a",
           *             "email": "ada@example.com"
           *           },
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "dispatched": true
           *         }
           *       ],
           *       "pagination": {
           *         "next_cursor": "eyJhIjoxfQ",
           *         "has_more": true
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['Event'][];
            pagination: components['schemas']['Pagination'];
          };
        };
      };
      /** @description Header repeated; Query invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'query_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "url": "https://example.com/hooks",
           *           "description": "Billing",
           *           "event_types": [
           *             "user.*"
           *           ],
           *           "naming": "canonical",
           *           "enabled": true,
           *           "disabled_reason": "manual",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "updated_at": "2026-01-01T00:00:00.000Z"
           *         }
           *       ],
           *       "pagination": {
           *         "next_cursor": "eyJhIjoxfQ",
           *         "has_more": true
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['Subscriber'][];
            pagination: components['schemas']['Pagination'];
          };
        };
      };
      /** @description Header repeated; Query invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'query_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  createWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "url": "https://example.com/hooks",
         *       "event_types": [
         *         "user.*"
         *       ]
         *     }
         */
        'application/json': components['schemas']['NewSubscriber'];
      };
    };
    responses: {
      /** @description Success. */
      201: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "url": "https://example.com/hooks",
           *       "description": "Billing",
           *       "event_types": [
           *         "user.*"
           *       ],
           *       "naming": "canonical",
           *       "enabled": true,
           *       "disabled_reason": "manual",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "updated_at": "2026-01-01T00:00:00.000Z",
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
           *     }
           */
          'application/json': components['schemas']['SubscriberWithSecret'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Subscriber invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'subscriber_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Too many subscribers */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'subscriber_limit_reached';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Webhooks not configured; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'webhooks_not_configured'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "url": "https://example.com/hooks",
           *       "description": "Billing",
           *       "event_types": [
           *         "user.*"
           *       ],
           *       "naming": "canonical",
           *       "enabled": true,
           *       "disabled_reason": "manual",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "updated_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Subscriber'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  removeWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "url": "https://example.com/hooks",
           *       "description": "Billing",
           *       "event_types": [
           *         "user.*"
           *       ],
           *       "naming": "canonical",
           *       "enabled": true,
           *       "disabled_reason": "manual",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "updated_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Subscriber'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  updateWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "enabled": false
         *     }
         */
        'application/json': components['schemas']['SubscriberChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "url": "https://example.com/hooks",
           *       "description": "Billing",
           *       "event_types": [
           *         "user.*"
           *       ],
           *       "naming": "canonical",
           *       "enabled": true,
           *       "disabled_reason": "manual",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "updated_at": "2026-01-01T00:00:00.000Z"
           *     }
           */
          'application/json': components['schemas']['Subscriber'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Subscriber invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'subscriber_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Webhooks not configured; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'webhooks_not_configured'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  rotateWebhookSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        /** @example {} */
        'application/json': components['schemas']['SecretRotation'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "url": "https://example.com/hooks",
           *       "description": "Billing",
           *       "event_types": [
           *         "user.*"
           *       ],
           *       "naming": "canonical",
           *       "enabled": true,
           *       "disabled_reason": "manual",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "updated_at": "2026-01-01T00:00:00.000Z",
           *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
           *     }
           */
          'application/json': components['schemas']['SubscriberWithSecret'];
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Request invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'webhook_request_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Webhooks not configured; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'webhooks_not_configured'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  testWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_type": "user.created",
           *       "idempotency_key": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "status": "pending",
           *       "attempt_count": 0,
           *       "next_attempt_at": "2026-01-01T00:00:00.000Z",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "finished_at": "2026-01-01T00:00:00.000Z",
           *       "replay_of": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b"
           *     }
           */
          'application/json': components['schemas']['Delivery'];
        };
      };
      /** @description Header repeated; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Request in flight; Subscriber disabled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'subscriber_disabled';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  replayWebhook: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "since": "2026-01-01T00:00:00.000Z",
         *       "status": "exhausted"
         *     }
         */
        'application/json': components['schemas']['ReplayRange'];
      };
    };
    responses: {
      /** @description Success. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "count": 0,
           *       "next": {
           *         "since": "2026-01-01T00:00:00.000Z",
           *         "until": "2026-01-01T00:00:00.000Z",
           *         "status": "exhausted"
           *       }
           *     }
           */
          'application/json': {
            count: number;
            next: {
              /**
               * Format: date-time
               * @example 2026-01-01T00:00:00.000Z
               */
              since: string;
              /**
               * Format: date-time
               * @example 2026-01-01T00:00:00.000Z
               */
              until: string;
              /** @example exhausted */
              status?: string;
            } | null;
          };
        };
      };
      /** @description Header repeated; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Request invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'webhook_request_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; Subscriber disabled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'subscriber_disabled';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  listDeliveries: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        since?: string;
        until?: string;
        status?: 'pending' | 'delivered' | 'exhausted' | 'skipped';
      };
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        webhookId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "data": [
           *         {
           *           "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "event_id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "event_type": "user.created",
           *           "idempotency_key": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *           "status": "pending",
           *           "attempt_count": 0,
           *           "next_attempt_at": "2026-01-01T00:00:00.000Z",
           *           "created_at": "2026-01-01T00:00:00.000Z",
           *           "finished_at": "2026-01-01T00:00:00.000Z",
           *           "replay_of": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b"
           *         }
           *       ],
           *       "pagination": {
           *         "next_cursor": "eyJhIjoxfQ",
           *         "has_more": true
           *       }
           *     }
           */
          'application/json': {
            data: components['schemas']['Delivery'][];
            pagination: components['schemas']['Pagination'];
          };
        };
      };
      /** @description Header repeated; Query invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'query_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'subscriber_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  getDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
      };
      path: {
        webhookId: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_type": "user.created",
           *       "idempotency_key": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "status": "pending",
           *       "attempt_count": 0,
           *       "next_attempt_at": "2026-01-01T00:00:00.000Z",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "finished_at": "2026-01-01T00:00:00.000Z",
           *       "replay_of": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "attempts": [
           *         {
           *           "attempt": 1,
           *           "started_at": "2026-01-01T00:00:00.000Z",
           *           "duration_ms": 0,
           *           "status_code": 404,
           *           "failure": "status",
           *           "response_body": "no such handler"
           *         }
           *       ]
           *     }
           */
          'application/json': components['schemas']['DeliveryWithAttempts'];
        };
      };
      /** @description Header repeated */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown delivery; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'delivery_not_found' | 'subscriber_not_found';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  replayDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        webhookId: string;
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      202: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_id": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "event_type": "user.created",
           *       "idempotency_key": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b",
           *       "status": "pending",
           *       "attempt_count": 0,
           *       "next_attempt_at": "2026-01-01T00:00:00.000Z",
           *       "created_at": "2026-01-01T00:00:00.000Z",
           *       "finished_at": "2026-01-01T00:00:00.000Z",
           *       "replay_of": "01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b"
           *     }
           */
          'application/json': components['schemas']['Delivery'];
        };
      };
      /** @description Header repeated; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'header_duplicated' | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Credential missing; Credential invalid */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'token_missing' | 'token_invalid';
          };
        };
      };
      /** @description TLS required; Origin refused; Tenant mismatch; Scope missing */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'origin_refused' | 'tenant_mismatch' | 'insufficient_scope';
          };
        };
      };
      /** @description No such resource; Unknown delivery; Unknown subscriber */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'path_invalid' | 'delivery_not_found' | 'subscriber_not_found';
          };
        };
      };
      /** @description Request in flight; Delivery pending; Payload purged; Subscriber disabled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_in_flight'
              | 'delivery_pending'
              | 'payload_purged'
              | 'subscriber_disabled';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Too many requests */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?: 'request_limit_exceeded';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Rate limiting unavailable; Authentication unavailable; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'X-RateLimit-Limit': components['headers']['X-RateLimit-Limit'];
          'X-RateLimit-Remaining': components['headers']['X-RateLimit-Remaining'];
          'X-RateLimit-Reset': components['headers']['X-RateLimit-Reset'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'request_limits_unavailable'
              | 'authentication_unavailable'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  challengeSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        factor: 'sms' | 'totp' | 'recovery_code';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "identity_id": "usr_7f3a",
         *       "session_id": "ses_91b2",
         *       "locale": "en",
         *       "organisation_id": "org_1c9e",
         *       "client_address": "192.0.2.1"
         *     }
         */
        'application/json': {
          /** @example usr_7f3a */
          identity_id: string;
          /** @example ses_91b2 */
          session_id: string;
          locale?: string | null;
          organisation_id?: string | null;
          client_address?: string | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "phone_number_masked": "+14*****0101"
           *     }
           */
          'application/json': {
            /** @example +14*****0101 */
            phone_number_masked: string;
          };
        };
      };
      /** @description Header repeated; Tenant missing; Body incomplete; Body malformed; Body invalid; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'tenant_missing'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Service secret invalid; Unknown tenant */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'service_secret_invalid' | 'tenant_unknown';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'identity_suspended';
          };
        };
      };
      /** @description No such resource; No such identity; No such factor; Unknown organisation */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?:
              | 'path_invalid'
              | 'identity_not_found'
              | 'factor_unknown'
              | 'organisation_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; SMS not enrolled; Nothing to send; Session of another identity */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_in_flight'
              | 'sms_not_enrolled'
              | 'nothing_to_send'
              | 'session_taken';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused; Factor suspended; No verified phone number; Destination refused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_reused'
              | 'factor_suspended'
              | 'phone_not_verified'
              | 'destination_refused';
          };
        };
      };
      /** @description Too many wrong codes; Code sent too recently; Too many codes sent; Sending budget of the tenant exhausted; Messages stopped by the fraud guard */
      429: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 429;
            /** @enum {string} */
            code?: 'rate_limited';
            /** @enum {string} */
            reason?:
              | 'guess_budget_spent'
              | 'send_cooling_down'
              | 'send_budget_spent'
              | 'tenant_send_budget_spent'
              | 'fraud_guard';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Factor not allowed; SMS disabled; SMS not sent; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?:
              | 'factor_not_allowed'
              | 'sms_disabled'
              | 'sms_not_sent'
              | 'busy'
              | 'storage_unavailable';
          };
        };
      };
    };
  };
  verifySession: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path: {
        factor: 'sms' | 'totp' | 'recovery_code';
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "session_id": "ses_91b2",
         *       "code": "493817",
         *       "identity_id": "usr_7f3a",
         *       "organisation_id": "org_1c9e"
         *     }
         */
        'application/json': {
          /** @example ses_91b2 */
          session_id: string;
          /** @example 493817 */
          code: string;
          /** @example usr_7f3a */
          identity_id?: string;
          organisation_id?: string | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "verified": true
           *     }
           */
          'application/json': {
            /** @constant */
            verified: true;
          };
        };
      };
      /** @description Header repeated; Tenant missing; Body incomplete; Body malformed; Body invalid; Idempotency key invalid; Identity missing */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'tenant_missing'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid'
              | 'identity_missing';
          };
        };
      };
      /** @description Service secret invalid; Unknown tenant */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'service_secret_invalid' | 'tenant_unknown';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'identity_suspended';
          };
        };
      };
      /** @description No such resource; No such identity; No such factor; Unknown organisation; Nothing pending */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?:
              | 'path_invalid'
              | 'identity_not_found'
              | 'factor_unknown'
              | 'organisation_not_found'
              | 'nothing_pending';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight; SMS not enrolled; Factor not enrolled */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight' | 'sms_not_enrolled' | 'factor_not_enrolled';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused; Factor suspended; Code malformed; Code expired; Phone number changed; Code withdrawn; Attempts exhausted; Wrong code */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'idempotency_key_reused'
              | 'factor_suspended'
              | 'code_malformed'
              | 'code_expired'
              | 'phone_changed'
              | 'code_withdrawn'
              | 'attempts_exhausted'
              | 'code_mismatch';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Factor not allowed; Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?: 'factor_not_allowed' | 'busy' | 'storage_unavailable';
          };
        };
      };
    };
  };
  decideStepUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description The tenant. Where the credential or the host name names one already, it may only agree. Sent once. */
        'X-Tenant-ID'?: string;
        /** @description Makes a repeated request safe. Sent once. */
        'Idempotency-Key'?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        /**
         * @example {
         *       "identity_id": "usr_7f3a",
         *       "session": {
         *         "assurance": "aal1",
         *         "organisation_id": "org_1c9e"
         *       },
         *       "consent": {
         *         "required_assurance": "aal1",
         *         "organisation_id": "org_1c9e"
         *       },
         *       "member_since": "2025-06-01T00:00:00Z",
         *       "risk": "low"
         *     }
         */
        'application/json': {
          /** @example usr_7f3a */
          identity_id: string;
          session: {
            /** @enum {string} */
            assurance: 'aal1' | 'aal2';
            organisation_id?: string | null;
          };
          consent?: {
            required_assurance?: ('aal1' | 'aal2') | null;
            organisation_id?: string | null;
          } | null;
          member_since?: string | null;
          risk?: ('low' | 'high' | 'unknown') | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "decision": "nothing"
           *     }
           */
          'application/json':
            | {
                /** @enum {string} */
                decision: 'nothing' | 'deny';
              }
            | {
                /** @constant */
                decision: 'challenge';
                factor: components['schemas']['Factor'];
                /** @constant */
                page?: '/sms-verify';
              }
            | {
                /** @constant */
                decision: 'enrol';
                skippable: boolean;
              };
        };
      };
      /** @description Header repeated; Tenant missing; Body incomplete; Body malformed; Body invalid; Idempotency key invalid */
      400: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 400;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?:
              | 'header_duplicated'
              | 'tenant_missing'
              | 'body_incomplete'
              | 'body_malformed'
              | 'body_invalid'
              | 'idempotency_key_invalid';
          };
        };
      };
      /** @description Service secret invalid; Unknown tenant */
      401: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'WWW-Authenticate': components['headers']['WWW-Authenticate'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 401;
            /** @enum {string} */
            code?: 'unauthorized';
            /** @enum {string} */
            reason?: 'service_secret_invalid' | 'tenant_unknown';
          };
        };
      };
      /** @description TLS required; Tenant mismatch; Identity suspended */
      403: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 403;
            /** @enum {string} */
            code?: 'forbidden';
            /** @enum {string} */
            reason?: 'tls_required' | 'tenant_mismatch' | 'identity_suspended';
          };
        };
      };
      /** @description No such identity; Unknown organisation */
      404: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 404;
            /** @enum {string} */
            code?: 'not_found';
            /** @enum {string} */
            reason?: 'identity_not_found' | 'organisation_not_found';
          };
        };
      };
      /** @description Body too slow */
      408: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 408;
            /** @enum {string} */
            code?: 'request_timeout';
            /** @enum {string} */
            reason?: 'body_timed_out';
          };
        };
      };
      /** @description Request in flight */
      409: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 409;
            /** @enum {string} */
            code?: 'conflict';
            /** @enum {string} */
            reason?: 'idempotency_key_in_flight';
          };
        };
      };
      /** @description Body too large */
      413: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          Connection: components['headers']['Connection'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 413;
            /** @enum {string} */
            code?: 'content_too_large';
            /** @enum {string} */
            reason?: 'body_too_large';
          };
        };
      };
      /** @description Unsupported media type */
      415: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 415;
            /** @enum {string} */
            code?: 'unsupported_media_type';
            /** @enum {string} */
            reason?: 'media_type_unsupported';
          };
        };
      };
      /** @description Idempotency key reused */
      422: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 422;
            /** @enum {string} */
            code?: 'validation_error';
            /** @enum {string} */
            reason?: 'idempotency_key_reused';
          };
        };
      };
      /** @description Internal error */
      500: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 500;
            /** @enum {string} */
            code?: 'internal_error';
            /** @enum {string} */
            reason?: 'internal_error';
          };
        };
      };
      /** @description Busy; Storage unavailable */
      503: {
        headers: {
          'Cache-Control': components['headers']['Cache-Control'];
          'X-Content-Type-Options': components['headers']['X-Content-Type-Options'];
          'Cross-Origin-Resource-Policy': components['headers']['Cross-Origin-Resource-Policy'];
          'X-Request-Id': components['headers']['X-Request-Id'];
          'Retry-After': components['headers']['Retry-After'];
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @constant */
            status?: 503;
            /** @enum {string} */
            code?: 'service_unavailable';
            /** @enum {string} */
            reason?: 'busy' | 'storage_unavailable';
          };
        };
      };
    };
  };
  getOpenApiDocument: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          /**
           * @example {
           *       "openapi": "3.1.1"
           *     }
           */
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
      /** @description The caller has the document: `If-None-Match` names its `ETag`. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
