import { err, type Result } from '@stepward/core';
import { errorTable, type ErrorDefinition } from '@stepward/http';
import { sessionCookie } from './demo-cookie.js';
import { findDemoUser, identityIdOf, sessionIdOf } from './demo-fixture.js';
import type { Demo } from './demo.js';
import type { DemoAnswer, DemoRoute } from './demo-route.js';
import { SIGNED_IN } from './demo-sessions.js';

/** The part of an authentication application: sessions, and links to the code page. */
export function sessionRoutes(demo: Demo): readonly DemoRoute[] {
  return [
    {
      method: 'POST',
      path: '/demo/verify-link',
      answer: async ({ body }) => {
        const link = await makeLink(demo, fieldsOf(body));
        return link.match((url) => answer(201, { url }), toAnswer);
      },
    },
    {
      method: 'POST',
      path: '/demo/sign-in',
      answer: async ({ body }) => {
        const fields = fieldsOf(body);
        const user = fields && findDemoUser(fields.tenantId, fields.user);
        if (user === null) return answer(404, { error: 'no such tenant or user' });
        const sessionId = sessionIdOf(user);
        demo.sessions.mark(sessionId, SIGNED_IN);
        const headers = { 'set-cookie': sessionCookie(sessionId) };
        return { ...answer(200, { session_id: sessionId }), headers };
      },
    },
    {
      method: 'GET',
      path: '/demo/sessions/:sessionId',
      answer: async ({ url }) => {
        const sessionId = new URL(url, 'http://localhost').pathname.split('/')[3] ?? '';
        const session = demo.sessions.find(sessionId);
        return session === null ? answer(404, { error: 'no such session' }) : answer(200, session);
      },
    },
  ];
}

interface LinkFields {
  readonly tenantId: string;
  readonly user: string;
  readonly returnTo: string;
}

/** Null where a field is missing or no text. */
function fieldsOf(body: unknown): LinkFields | null {
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  const { tenant_id: tenantId, user, return_to: returnTo = '/' } = fields;
  const areTexts =
    typeof tenantId === 'string' && typeof user === 'string' && typeof returnTo === 'string';
  return areTexts ? { tenantId, user, returnTo } : null;
}

interface LinkRefused {
  readonly status: number;
  readonly error: string;
  readonly retryAfterMs?: number;
}

/** Puts the user's session back to the password alone, sends a code, and gives the page's address. */
async function makeLink(
  demo: Demo,
  fields: LinkFields | null,
): Promise<Result<string, LinkRefused>> {
  if (fields === null) return refused(400, 'tenant_id and user must be texts');
  const { tenantId, returnTo } = fields;
  const user = findDemoUser(tenantId, fields.user);
  if (user === null) return refused(404, 'no such tenant or user');
  const owner = { tenantId, identityId: identityIdOf(user), sessionId: sessionIdOf(user) };
  // Before anything is sent.
  const checked = await demo.codePage.createVerifyLink({ ...owner, returnTo });
  if (checked.isErr()) return refused(400, checked.error.code);
  const status = await demo.enrolments.status({ ...owner, assurance: null });
  const isEnrolled = status.isOk() && status.value.methods.includes('sms');
  if (!isEnrolled) return refused(409, 'sms_not_enrolled');

  const challenge = await demo.stepUp.challenge(owner);
  if (challenge.isErr()) {
    const { error } = challenge;
    const row: ErrorDefinition = errorTable[error.code];
    return err({ ...error, status: row.status, error: error.code });
  }
  demo.sessions.mark(owner.sessionId, SIGNED_IN);
  const { sentTo } = challenge.value;
  const link = await demo.codePage.createVerifyLink({ ...owner, returnTo, sentTo });
  return link.mapErr(({ code }) => ({ status: 400, error: code }));
}

function refused(status: number, error: string): Result<string, LinkRefused> {
  return err({ status, error });
}

function toAnswer({ status, error, retryAfterMs }: LinkRefused): DemoAnswer {
  const headers = retryAfterMs !== undefined && {
    'retry-after': String(Math.ceil(retryAfterMs / 1_000)),
  };
  return { ...answer(status, { error }), ...(headers && { headers }) };
}

function answer(status: number, body: unknown): DemoAnswer {
  return { status, body };
}
