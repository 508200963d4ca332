/** Sign-in by password over express-session, and Stepward's pages for the session. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyRing, Sessions, Stepward } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createCodePage, createSecurityPage } from '@stepward/pages';
import connectPgSimple from 'connect-pg-simple';
import express, { type Express, type Request } from 'express';
import session from 'express-session';
import type { Pool } from 'pg';
import type { Person, SignedIn } from './sessions.js';

export interface AppOptions {
  readonly pool: Pool;
  readonly stepward: Stepward;
  readonly sessions: Sessions;
  /** Encrypts links and forms. */
  readonly keys: KeyRing;
  /** Signs the cookie. */
  readonly cookieSecret: string;
  /** Where the pages are served from, for example `https://app.example.com`. */
  readonly origin: string;
  /** The person with this e-mail address and password, or null. */
  readonly checkPassword: (email: string, password: string) => Promise<Person | null>;
}

const EIGHT_HOURS_MS = 28_800_000;

export function createApp(options: AppOptions): Express {
  const { pool, sessions, cookieSecret, origin, checkPassword, ...pages } = options;
  const shared = { ...pages, publicUrl: origin, brand: { name: 'Example' } };
  const secure = origin.startsWith('https:');
  const Store = connectPgSimple(session);

  const codePage = createCodePage({
    ...shared,
    isSessionActive(owner, { original }) {
      const signedIn = signedInOf(original);
      return signedIn?.id === owner.sessionId && signedIn.identityId === owner.identityId;
    },
    async onVerified({ assurance }, owner, { original }) {
      const signedIn = signedInOf(original);
      const signal = AbortSignal.timeout(5_000);
      // A session that was ended meanwhile must not come back.
      const isLive = await sessions.end({ ...owner, signal }, owner.sessionId);
      if (signedIn === null || !isLive) throw new Error('the session has ended');
      await open(original as Request, { ...signedIn, assurance });
    },
  });
  const securityPage = createSecurityPage({
    ...shared,
    signedIn({ original }) {
      const signedIn = signedInOf(original);
      return signedIn && { ...signedIn, sessionId: signedIn.id, organisationId: null };
    },
    async stepUpAddress({ tenantId, identityId, sessionId }, factor) {
      const owner = { tenantId, identityId, sessionId };
      const asked = { ...owner, factor: factor ?? 'sms', returnTo: '/security' };
      const link = await codePage.createVerifyLink(asked);
      if (link.isErr()) throw new Error(link.error.code);
      return link.value;
    },
  });

  const app = express();
  app.use(
    session({
      store: new Store({ pool, pruneSessionInterval: 900 }),
      name: secure ? '__Host-session' : 'session',
      secret: cookieSecret,
      cookie: { maxAge: EIGHT_HOURS_MS, httpOnly: true, sameSite: 'lax', secure },
      // Only `open` stores a session. A request that was under way when its session ended does not bring it back.
      resave: false,
      saveUninitialized: false,
      rolling: true,
    }),
  );
  app.use(stepwardExpress(codePage), stepwardExpress(securityPage));
  // Only JSON is read, which no form of another site can send.
  app.post('/sign-in', express.json({ limit: '16kb' }), async (request, response) => {
    const { email, password } = (request.body ?? {}) as Readonly<Record<string, unknown>>;
    const isComplete = typeof email === 'string' && typeof password === 'string';
    const person = isComplete ? await checkPassword(email, password) : null;
    if (person !== null) await open(request, newSession(request, person));
    response.sendStatus(person === null ? 403 : 204);
  });
  return app;
}

function signedInOf(original: unknown): SignedIn | null {
  return (original as Request).session.signedIn ?? null;
}

function newSession(request: Request, person: Person): SignedIn {
  const where = { clientAddress: request.ip ?? null, userAgent: request.get('user-agent') ?? null };
  const createdAt = new Date().toISOString();
  return { ...person, ...where, id: randomUUID(), assurance: 'aal1', createdAt };
}

/** Opens the session under a new id: an attacker may know the one before. */
async function open(request: Request, signedIn: SignedIn): Promise<void> {
  await promisify(request.session.regenerate.bind(request.session))();
  request.session.signedIn = signedIn;
  await promisify(request.session.save.bind(request.session))();
}
