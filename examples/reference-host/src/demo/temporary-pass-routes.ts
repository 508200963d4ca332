import { decideSignIn } from '@stepward/core/policy';
import { errorTable, type ErrorDefinition } from '@stepward/http';
import { findDemoUser, identityIdOf, sessionIdOf } from './demo-fixture.js';
import type { Demo } from './demo.js';
import type { DemoAnswer, DemoRoute } from './demo-route.js';

/** The part of an authentication application that lets a person in by a temporary pass, in place of a second factor. */
export function temporaryPassRoutes(demo: Demo): readonly DemoRoute[] {
  return [
    {
      method: 'POST',
      path: '/demo/sign-in-with-pass',
      answer: ({ body }) => signIn(demo, (body ?? {}) as Readonly<Record<string, unknown>>),
    },
  ];
}

async function signIn(demo: Demo, body: Readonly<Record<string, unknown>>): Promise<DemoAnswer> {
  const { tenant_id: tenantId, user: name, pass } = body;
  if (typeof tenantId !== 'string' || typeof name !== 'string') {
    return { status: 400, body: { error: 'tenant_id and user must be texts' } };
  }
  const user = findDemoUser(tenantId, name);
  if (user === null) return { status: 404, body: { error: 'no such tenant or user' } };
  const session = { tenantId, identityId: identityIdOf(user), sessionId: sessionIdOf(user) };
  const verified = await demo.stepUp.verify({ ...session, factor: 'temporary_pass' }, pass);
  if (verified.isErr()) {
    const row: ErrorDefinition = errorTable[verified.error.code];
    return { status: row.status, body: { error: verified.error.code } };
  }
  const { assurance, amr } = verified.value;
  demo.sessions.mark(session.sessionId, { assurance, amr: ['pwd', ...amr] });
  return { status: 200, body: { next: await nextStep(demo, session) } };
}

/** What a person who has proven a temporary pass does next: the type of the decision. */
async function nextStep(
  { policies, enrolments, clock }: Demo,
  owner: { readonly tenantId: string; readonly identityId: string },
): Promise<string> {
  const policy = (await policies.get(owner.tenantId, null))._unsafeUnwrap();
  const status = (await enrolments.status({ ...owner, assurance: null }))._unsafeUnwrap();
  const person = { memberSince: new Date(0), requiredSince: null, risk: 'unknown' } as const;
  const proven = ['temporary_pass'] as const;
  const enrolled = status.methods;
  const signIn = { ...person, policy, proven, enrolled, phoneVerified: true };
  return decideSignIn(signIn, clock.now()).type;
}
