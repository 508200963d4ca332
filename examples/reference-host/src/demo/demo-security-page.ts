import type { HttpApi, RateLimitOptions } from '@stepward/http';
import { createSecurityPage, type CodePage } from '@stepward/pages';
import type { DemoCodePageOptions } from './demo-code-page.js';
import { readSessionCookie } from './demo-cookie.js';

export interface DemoSecurityPageOptions extends DemoCodePageOptions {
  readonly codePage: CodePage;
  readonly rateLimits: RateLimitOptions;
}

/** The security page for who is signed in by `POST /demo/sign-in`. */
export function createDemoSecurityPage(options: DemoSecurityPageOptions): HttpApi {
  const { sessions, baseUrl, codePage, ...others } = options;
  return createSecurityPage({
    ...others,
    publicUrl: baseUrl,
    brand: { name: 'Demo' },
    signedIn(request) {
      const sessionId = readSessionCookie(request);
      const session = sessionId === null ? null : sessions.find(sessionId);
      const owner = sessionId === null ? null : sessions.ownerOf(sessionId);
      if (sessionId === null || session === null || owner === null) return null;
      const { assurance } = session;
      return { ...owner, sessionId, assurance, organisationId: null };
    },
    async stepUpAddress({ tenantId, identityId, sessionId }, factor) {
      const owner = { tenantId, identityId, sessionId };
      const request = { ...owner, ...(factor && { factor }), returnTo: '/security' };
      const link = await codePage.createVerifyLink(request);
      if (link.isErr()) throw new Error(link.error.code);
      return link.value;
    },
  });
}
