import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemCaller,
  type Stepward,
} from '@stepward/core';
import {
  createOpaqueTokenAuthenticator,
  type AccessTokenAuthenticator,
  type TokenClaims,
} from '@stepward/http';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { createConsoleSmsSender } from '@stepward/sms/console';
import { Pool } from 'pg';

const ada = { tenantId: 'acme', identityId: 'ada' } as const;

/** The sessions of the person ada by their tokens: after a password, and after a second factor as well. */
const SESSIONS: ReadonlyMap<string, TokenClaims> = new Map([
  ['ada-password', { ...ada, sessionId: 'session-1', assurance: 'aal1' }],
  ['ada-second-factor', { ...ada, sessionId: 'session-2', assurance: 'aal2' }],
]);

/** Finds a session by its token, as your service does. */
export const demoTokens: AccessTokenAuthenticator = createOpaqueTokenAuthenticator(
  async (token) => SESSIONS.get(token) ?? null,
);

/**
 * Stepward over the Postgres of `DATABASE_URL`, with the tenant acme and the person ada, whose phone is +14155550101. Messages
 * are printed.
 *
 * @throws Error where the person or the tenant cannot be stored.
 */
export async function createDemoStepward(): Promise<Stepward> {
  const { DATABASE_URL, CODE_KEY = '' } = process.env;
  const pool = new Pool({ connectionString: DATABASE_URL, connectionTimeoutMillis: 2_000 });
  await migrate({ pool });
  const stepward = createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: createConsoleSmsSender(),
    codeKeys: createKeyRing({ active: { id: 'key-1', secret: CODE_KEY } }),
  });
  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  const phone = parsePhoneNumber('+14155550101').unwrapOr(null);
  for (const stored of [
    await stepward.tenants.configure(systemCaller(ada.tenantId), { sms }),
    await stepward.identities.put(ada.tenantId, {
      identityId: ada.identityId,
      state: 'active',
      phone: phone && { number: phone, verified: true },
      otherFactors: [],
      backupCodesRemaining: 0,
      locale: null,
    }),
  ]) {
    if (stored.isErr()) throw new Error(stored.error.code);
  }
  return stepward;
}
