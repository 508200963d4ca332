/**
 * Sign-in with a second factor, from the password to the session. Stepward decides what a session still
 * needs and sends and checks the code; the session is the application's.
 */
import type { ListedDevice, NewTrustedDevice, Stepward } from '@stepward/core';
import { sessionExpiry, type SignInDecision } from '@stepward/core/policy';
import type { Session, Sessions } from './sessions.js';
import type { User, Users } from './users.js';

/** The response to the browser, and the new token of its session if it has changed. */
export interface SignInStep {
  readonly next: 'signed_in' | 'enter_code' | 'enrol' | 'verify_phone' | 'denied' | 'retry';
  readonly token?: string;
  /** The browser, if it is trusted from now on: what its cookie holds, and until when. */
  readonly trusted?: NewTrustedDevice | null;
  /** Why nothing was done: an error code of Stepward, for example `code_mismatch` or `send_cooling_down`. */
  readonly reason?: string;
}

export interface SignInOptions {
  readonly stepward: Stepward;
  readonly users: Users;
  readonly sessions: Sessions;
}

/** The steps of a sign-in. Each takes the session as it is and says what comes next. */
export interface SignInSteps {
  /** @param deviceToken what the cookie of a trusted browser holds, unchecked */
  start(
    email: string,
    password: string,
    deviceToken: string | undefined,
    now: Date,
  ): Promise<SignInStep>;
  /**
   * Goes on with a session after the right password: after a factor was enrolled, for example. A session from a trusted browser
   * is raised to aal2 in this way, because the browser no longer counts.
   */
  proceed(session: Session, user: User): Promise<SignInStep>;
  /** @param browser the browser to trust, if the person asked for that; null otherwise */
  enterCode(
    session: Session,
    user: User,
    code: unknown,
    browser: { readonly userAgent: string | null } | null,
  ): Promise<SignInStep>;
}

export function createSignIn({ stepward, users, sessions }: SignInOptions): SignInSteps {
  async function proceed(
    session: Session,
    user: User,
    trustedDevice: ListedDevice | null,
  ): Promise<SignInStep> {
    const decision = await decide(user, trustedDevice);
    switch (decision.type) {
      case 'allow':
        return signedIn(session, 'aal1');
      case 'challenge':
        return challenge(session, user);
      case 'enrol':
        if (decision.skippable) return signedIn(session, 'aal1');
        return { next: 'enrol', token: await raise(session, 'enrolling') };
      case 'verify_phone':
        return { next: 'verify_phone', token: await raise(session, 'enrolling') };
      case 'deny':
        return { next: 'denied' };
    }
  }

  async function decide(user: User, trustedDevice: ListedDevice | null): Promise<SignInDecision> {
    const decision = await stepward.signIns.decide({
      ...personOf(user),
      organisationId: String(user.teamId),
      proven: [],
      memberSince: user.joinedAt,
      trustedDevice,
    });
    if (decision.isErr()) throw new Error(decision.error.code); // suspended a moment ago, or no such team
    return decision.value;
  }

  async function challenge(session: Session, user: User): Promise<SignInStep> {
    const sent = await stepward.stepUp.challenge({
      ...personOf(user),
      sessionId: session.id,
      organisationId: String(user.teamId),
    });
    return sent.isOk() ? { next: 'enter_code' } : { next: 'retry', reason: sent.error.code };
  }

  async function signedIn(session: Session, assurance: Session['assurance']): Promise<SignInStep> {
    const token = await sessions.raise(session.id, { stage: 'signed_in', assurance });
    return { next: 'signed_in', token };
  }

  function raise(session: Session, stage: Session['stage']): Promise<string> {
    return sessions.raise(session.id, { stage, assurance: session.assurance });
  }

  /** Trusts the browser of a session that has just proven a code; null where the team's policy trusts none. */
  async function trust(user: User, userAgent: string | null): Promise<NewTrustedDevice | null> {
    const trusted = await stepward.trustedDevices.trust({
      ...personOf(user),
      organisationId: String(user.teamId),
      proven: ['sms'],
      userAgent,
    });
    return trusted.unwrapOr(null);
  }

  return {
    async start(email, password, deviceToken, now) {
      const user = await users.findByPassword(email, password);
      if (user === null) return { next: 'denied' };
      const token = await sessions.open(user.id, now);
      const session = await sessions.find(token);
      if (session === null) throw new Error('a session that was opened is there');
      const trustedDevice = await stepward.trustedDevices.check({
        ...personOf(user),
        token: deviceToken,
      });
      return { token, ...(await proceed(session, user, trustedDevice)) };
    },

    proceed: (session, user) => proceed(session, user, null),

    async enterCode(session, user, code, browser) {
      const verified = await stepward.stepUp.verify(
        { ...personOf(user), sessionId: session.id },
        code,
      );
      if (verified.isErr()) return { next: 'enter_code', reason: verified.error.code };
      const trusted = browser && (await trust(user, browser.userAgent));
      return { ...(await signedIn(session, verified.value.assurance)), trusted };
    },
  };
}

function personOf({ companyId, id }: User) {
  return { tenantId: companyId, identityId: String(id) };
}

/** Whether a session is over, by the policy of the person's team as it is now. */
export async function isOver(
  stepward: Stepward,
  session: Session,
  user: User,
  now: Date,
): Promise<boolean> {
  const policy = await stepward.policies.get(user.companyId, String(user.teamId));
  if (policy.isErr()) throw new Error(policy.error.code);
  const { expiresAt } = sessionExpiry(policy.value, session.createdAt, session.lastSeenAt);
  return now >= expiresAt;
}
