/** The authentication application: its pages, the code page of Stepward, and the OpenID provider behind them. */
import type { KeyRing, Stepward } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createCodePage } from '@stepward/pages';
import { ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import type Provider from 'oidc-provider';
import { errorPage } from '../error-page.js';
import { html, page } from '../html.js';
import { findPerson, TENANT_ID } from '../people.js';
import { operationOf, readTransfer } from '../transfer.js';
import { createPasswordCheck } from './password-check.js';

/** What a person is asked for by the current prompt of an interaction. */
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** What a person has proven, and when, in seconds since 1970. */
interface Proof {
  readonly amr: readonly string[];
  readonly at: number;
}

/** An approved transfer. */
interface Approval {
  readonly id: string;
  readonly grant: string;
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

export interface AuthenticationOptions {
  readonly provider: Provider;
  readonly stepward: Stepward;
  /** Where it is served from. */
  readonly issuer: string;
  /** Encrypts the links to the code page. */
  readonly linkKeys: KeyRing;
  /** The origins of the clients, which consent returns to. */
  readonly clientOrigins: readonly string[];
  /** Where approved transfers are sent. */
  readonly shop: string;
}

export function createAuthenticationApp(options: AuthenticationOptions): Express {
  const { provider, stepward, issuer, linkKeys, clientOrigins, shop } = options;
  /** What a session has proven on the code page, by its id, until its interaction goes on. */
  const proofs = new Map<string, Proof>();
  /** The grant of the transfer that a session has approved last, until its page is opened. */
  const approvals = new Map<string, Approval>();

  const codePage = createCodePage({
    stepward,
    keys: linkKeys,
    publicUrl: issuer,
    brand: { name: 'Acme' },
    isSessionActive: async ({ sessionId }, { original }) =>
      (await sessionOf(original as Request)).uid === sessionId,
    onVerified({ amr, grant }, { sessionId, operation }) {
      if (grant === undefined) proofs.set(sessionId, { amr, at: nowInSeconds() });
      else approvals.set(sessionId, { grant: grant.reveal(), id: String(operation?.id) });
    },
  });

  function sessionOf(request: Request) {
    const context = provider.createContext(request, new ServerResponse(request));
    return provider.Session.get(context);
  }

  const app = express();
  app.disable('x-powered-by');
  app.use(stepwardExpress(codePage));
  const checkPassword = createPasswordCheck();
  const readForm = express.urlencoded({ extended: false, limit: '4kb' });

  // No page of this application may be stored, or shown in a frame of another site.
  app.use('/interaction', (_request, response, next) => {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
    response.set({ 'cache-control': 'no-store', 'content-security-policy': policy });
    next();
  });

  app.get('/interaction/:uid', async (request, response) => {
    const interaction = await provider.interactionDetails(request, response);
    const { prompt } = interaction;
    if (prompt.name === 'step_up' && prompt.details['decision'] === 'challenge') {
      response.redirect(303, await linkOf(interaction));
    } else {
      response.send(pageOf(interaction));
    }
  });

  app.post('/interaction/:uid/login', readForm, async (request, response) => {
    const interaction = await interactionOf(request, response, 'login');
    const person = await checkPassword(fieldOf(request, 'user'), fieldOf(request, 'password'));
    if (typeof person === 'string') {
      const { status, message } = LOGIN_REFUSALS[person];
      response.status(status).send(loginPage(interaction.uid, message));
      return;
    }
    // Without the second factor of an earlier session: a new login starts at aal1.
    const login = { accountId: person.id, acr: 'aal1', amr: ['pwd'], ts: nowInSeconds() };
    await provider.interactionFinished(request, response, { login });
  });

  // Where the code page returns to.
  app.get('/interaction/:uid/verified', async (request, response) => {
    const { session, iat } = await interactionOf(request, response, 'step_up');
    const proof = proofs.get(session?.uid ?? '');
    // A proof that was left from an earlier interaction tells nothing of who is here now.
    const isOfThisStep = proof !== undefined && proof.at >= iat;
    if (session === undefined || !isOfThisStep) throw new Error('nothing was proven');
    proofs.delete(session.uid);
    const { amr, at: ts } = proof;
    const login = { accountId: session.accountId, acr: 'aal2', amr: ['pwd', ...amr], ts };
    await provider.interactionFinished(request, response, { login, step_up: {} });
  });

  app.post('/interaction/:uid/consent', async (request, response) => {
    const interaction = await interactionOf(request, response, 'consent');
    const grantId = await grantOf(provider, interaction);
    const merge = { mergeWithLastSubmission: true };
    await provider.interactionFinished(request, response, { consent: { grantId } }, merge);
  });

  app.post('/interaction/:uid/cancel', async (request, response) => {
    const result = { error: 'access_denied', error_description: 'the person did not go on' };
    await provider.interactionFinished(request, response, result);
  });

  // The shop sends the person here to approve a transfer.
  app.get('/approve', async (request, response) => {
    const { uid, accountId } = await sessionOf(request);
    const person = findPerson(accountId ?? '');
    if (person === null) throw new Error('an approval without a person');
    const transfer = readTransfer(request.query);
    const link = await codePage.createVerifyLink({
      tenantId: TENANT_ID,
      identityId: person.id,
      sessionId: uid,
      organisationId: person.organisationId,
      operation: operationOf(transfer),
      returnTo: `/approved?${new URLSearchParams({ ...transfer }).toString()}`,
    });
    response.redirect(303, link._unsafeUnwrap());
  });

  // Where the code page returns to: the browser takes the grant to the shop.
  app.get('/approved', async (request, response) => {
    const { uid } = await sessionOf(request);
    const { id, amount } = readTransfer(request.query);
    const approval = approvals.get(uid);
    if (approval?.id !== id) throw new Error('nothing was approved');
    approvals.delete(uid);
    response.set('cache-control', 'no-store').send(
      page(
        'Approved',
        html`<form method="post" action="${shop}/transfer">
          <input type="hidden" name="id" value="${id}" />
          <input type="hidden" name="amount" value="${amount}" />
          <input type="hidden" name="grant" value="${approval.grant}" />
          <button>Back to the shop</button>
        </form>`,
      ),
    );
  });

  app.use(provider.callback());
  app.use(errorPage);

  /** The code page for the session of an interaction. */
  async function linkOf({ uid, session }: Interaction): Promise<string> {
    const person = findPerson(session?.accountId ?? '');
    if (session === undefined || person === null) throw new Error('a step-up without a person');
    const link = await codePage.createVerifyLink({
      tenantId: TENANT_ID,
      identityId: person.id,
      sessionId: session.uid,
      organisationId: person.organisationId,
      returnTo: `/interaction/${uid}/verified`,
      // Without a consent to ask for, the browser goes on to the client.
      redirectOrigins: clientOrigins,
    });
    return link._unsafeUnwrap();
  }

  /** The interaction of a request, which its cookie proves, at the prompt that the form is for. */
  async function interactionOf(
    request: Request,
    response: Response,
    prompt: string,
  ): Promise<Interaction> {
    const interaction = await provider.interactionDetails(request, response);
    if (interaction.prompt.name !== prompt) throw new Error('a form of another step');
    return interaction;
  }

  return app;
}

const LOGIN_REFUSALS = {
  wrong: { status: 422, message: 'The name or the password is wrong.' },
  too_many: { status: 429, message: 'There were too many attempts. Try again in 15 minutes.' },
} as const;

function fieldOf({ body }: Request, name: string): string {
  const value = (body as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}

function pageOf({ uid, prompt, params }: Interaction): string {
  if (prompt.name === 'login') return loginPage(uid, '');
  if (prompt.name === 'consent') return consentPage(uid, String(params['client_id']));
  return refusedPage(uid);
}

function loginPage(uid: string, message: string): string {
  return page(
    'Sign in',
    html`<p role="alert">${message}</p>
      <form method="post" action="/interaction/${uid}/login">
        <label>User <input name="user" autocomplete="username" required /></label>
        <label
          >Password <input name="password" type="password" autocomplete="current-password" required
        /></label>
        <button>Sign in</button>
      </form>`,
  );
}

function refusedPage(uid: string): string {
  return page(
    'A second factor is required',
    html`<p>
        Your organisation requires a second factor, and you have none. Ask your administrator.
      </p>
      ${cancelForm(uid)}`,
  );
}

function consentPage(uid: string, clientId: string): string {
  return page(
    `Allow ${clientId}?`,
    html`<form method="post" action="/interaction/${uid}/consent"><button>Allow</button></form>
      ${cancelForm(uid)}`,
  );
}

function cancelForm(uid: string): ReturnType<typeof html> {
  return html`<form method="post" action="/interaction/${uid}/cancel">
    <button>Cancel</button>
  </form>`;
}

/** The grant of an interaction with all that its client asked for. */
async function grantOf(provider: Provider, interaction: Interaction): Promise<string> {
  const { prompt, params, session, grantId } = interaction;
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant =
    known ??
    new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params['client_id']),
    });
  const { missingOIDCScope, missingResourceScopes } = prompt.details as {
    readonly missingOIDCScope?: readonly string[];
    readonly missingResourceScopes?: Readonly<Record<string, readonly string[]>>;
  };
  if (missingOIDCScope !== undefined) grant.addOIDCScope(missingOIDCScope.join(' '));
  for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(' '));
  }
  return grant.save();
}
