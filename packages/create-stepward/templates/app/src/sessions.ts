import type { TokenClaims } from '@stepward/http';

/** Replace it by your own sessions: https://github.com/stepward/stepward/blob/main/docs/mounting.md#who-is-calling */
const sessions = new Map<string, TokenClaims>([
  ['token-of-ada', { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' }],
]);

/** The person of an access token; null if it is unknown. */
export async function sessionOf(token: string): Promise<TokenClaims | null> {
  return sessions.get(token) ?? null;
}
