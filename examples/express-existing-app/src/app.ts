/** The application: its own routes for signing in, and Stepward's API behind the same cookie. */
import { systemClock, type Clock, type Stepward } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import cookieParser from 'cookie-parser';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Pool } from 'pg';
import { createSessions, type Session } from './sessions.js';
import { createSignIn, isOver, type SignInStep } from './sign-in.js';
import { createUsers, type User } from './users.js';

export interface AppOptions {
  readonly pool: Pool;
  readonly stepward: Stepward;
  /** Where the pages of the application are served from, for example `https://app.example.com`. */
  readonly origin: string;
  readonly clock?: Clock;
}

export function createApp(options: AppOptions): Express {
  const { pool, stepward, origin, clock = systemClock } = options;
  const users = createUsers(pool);
  const sessions = createSessions(pool);
  const signIn = createSignIn({ stepward, users, sessions });

  // With https the names begin with `__Host-`: no other subdomain can set such a cookie.
  const isSecure = origin.startsWith('https:');
  const cookie = isSecure ? '__Host-session' : 'session';
  const deviceCookie = isSecure ? '__Host-trusted_device' : 'trusted_device';
  const attributes = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' } as const;

  /** The session of a cookie and its person; null if there is none, or it has ended. */
  async function findSession(token: string): Promise<{ session: Session; user: User } | null> {
    const session = await sessions.find(token);
    const user = session && (await users.find(session.userId));
    if (session === null || user === null) return null;
    const now = clock.now();
    if (await isOver(stepward, session, user, now)) return null;
    await sessions.touch(session.id, now);
    return { session, user };
  }

  const api = createHttpApi({
    stepward,
    credentials: { cookie },
    allowedOrigins: [origin],
    accessTokens: createOpaqueTokenAuthenticator(async (token) => {
      const found = await findSession(token);
      // A session that waits for its code may do nothing; one that has to enrol a factor first may do that.
      if (found === null || found.session.stage === 'password') return null;
      const { session, user } = found;
      return {
        tenantId: user.companyId,
        identityId: String(user.id),
        sessionId: session.id,
        assurance: session.assurance,
      };
    }),
  });

  function answer(response: Response, { token, trusted = null, ...step }: SignInStep): void {
    if (token !== undefined) response.cookie(cookie, token, attributes);
    if (trusted !== null) {
      const expires = trusted.device.expiresAt;
      response.cookie(deviceCookie, trusted.token.reveal(), { ...attributes, expires });
    }
    response.status(STATUSES[step.next]).json(step);
  }

  /** Refuses what a page of another site makes a browser send: the cookie would come along. */
  const fromOwnPages: RequestHandler = (request, response, next) => {
    if (request.method === 'GET' || request.get('origin') === origin) next();
    else response.status(403).json({ next: 'denied' });
  };

  /** Runs a route with the session of the request, or answers 401. */
  const withSession =
    (
      route: (request: Request, response: Response, found: Found) => Promise<void>,
    ): RequestHandler =>
    async (request, response) => {
      const token = cookieOf(request, cookie);
      const found = token === undefined ? null : await findSession(token);
      if (found === null) response.status(401).json({ next: 'denied' });
      else await route(request, response, found);
    };

  const app = express();
  app.disable('x-powered-by');
  app.use(stepwardExpress(api));
  app.use(cookieParser(), express.json({ limit: '16kb' }), fromOwnPages);

  app.post('/sign-in', async (request, response) => {
    const { email, password } = request.body as Readonly<Record<string, unknown>>;
    const isComplete = typeof email === 'string' && typeof password === 'string';
    const device = cookieOf(request, deviceCookie);
    answer(
      response,
      isComplete ? await signIn.start(email, password, device, clock.now()) : { next: 'denied' },
    );
  });

  app.post(
    '/sign-in/code',
    withSession(async (request, response, { session, user }) => {
      const { code, remember } = request.body as Readonly<Record<string, unknown>>;
      const browser = remember === true ? { userAgent: request.get('user-agent') ?? null } : null;
      answer(response, await signIn.enterCode(session, user, code, browser));
    }),
  );

  // After a factor was enrolled or a phone verified over the Account API, to have another code sent, and for aal2.
  app.post(
    '/sign-in/proceed',
    withSession(async (_request, response, { session, user }) => {
      answer(response, await signIn.proceed(session, user));
    }),
  );

  app.post(
    '/sign-out',
    withSession(async (request, response) => {
      await sessions.close(cookieOf(request, cookie) ?? '');
      response.clearCookie(cookie).status(204).end();
    }),
  );

  app.get(
    '/me',
    withSession(async (_request, response, { session, user }) => {
      if (session.stage !== 'signed_in') response.status(401).json({ next: session.stage });
      else response.json({ email: user.email, assurance: session.assurance });
    }),
  );

  return app;
}

/** The text of a cookie. The parser makes objects of some. */
function cookieOf(request: Request, name: string): string | undefined {
  const value = (request.cookies as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}

interface Found {
  readonly session: Session;
  readonly user: User;
}

const STATUSES = {
  signed_in: 200,
  enter_code: 200,
  enrol: 200,
  verify_phone: 200,
  denied: 403,
  retry: 429,
} as const satisfies Record<SignInStep['next'], number>;
