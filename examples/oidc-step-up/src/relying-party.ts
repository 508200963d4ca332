/** A relying party: a shop that signs people in, and pays on their behalf. */
import { randomUUID } from 'node:crypto';
import express, { type Express, type Request, type Response } from 'express';
import * as oauth from 'openid-client';
import { errorPage } from './error-page.js';
import { html, page } from './html.js';
import type { Phones } from './phones.js';
import { readTransfer } from './transfer.js';

export interface RelyingPartyOptions {
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The resource server. */
  readonly resource: string;
  /** Shown, because the phones of this example are on no desk. */
  readonly phones: Phones;
}

/** Reads the metadata of the OpenID provider. */
export function discover({
  issuer,
  clientId,
  clientSecret,
}: Pick<
  RelyingPartyOptions,
  'issuer' | 'clientId' | 'clientSecret'
>): Promise<oauth.Configuration> {
  // The example runs without TLS, on this machine alone.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out
  const execute = [oauth.allowInsecureRequests];
  return oauth.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute });
}

/** One browser at the shop. */
interface Visit {
  user: string | null;
  accessToken: string | null;
  /** The authorisation request in progress. */
  pending: {
    readonly checks: oauth.AuthorizationCodeGrantChecks;
    readonly thenPay: boolean;
    /** Whether a resource server demanded it. */
    readonly isDemanded: boolean;
  } | null;
}

/** What the resource server answers to a transfer. */
interface Paid {
  readonly paidBy: string;
  readonly amount: string;
}

const COOKIE = 'shop';

export async function createRelyingParty(options: RelyingPartyOptions): Promise<Express> {
  const { origin, issuer, resource, phones } = options;
  const config = await discover(options);
  const redirectUri = `${origin}/callback`;
  const visits = new Map<string, Visit>();

  function visitOf(request: Request, response: Response): Visit {
    const id = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.get('cookie') ?? '')?.[1];
    const known = id === undefined ? undefined : visits.get(id);
    if (known !== undefined) return known;
    return keep({ user: null, accessToken: null, pending: null }, response);
  }

  /** Gives a visit a new id, and forgets the one that it had. */
  function keep(visit: Visit, response: Response): Visit {
    for (const [id, each] of visits) if (each === visit) visits.delete(id);
    const newId = randomUUID();
    visits.set(newId, visit);
    response.cookie(COOKIE, newId, { httpOnly: true, sameSite: 'lax' });
    return visit;
  }

  /** Sends the person to the OpenID provider, with parameters that a resource server demanded. */
  async function authorise(
    visit: Visit,
    response: Response,
    demanded: Readonly<Record<string, string>>,
    thenPay: boolean,
  ): Promise<void> {
    const verifier = oauth.randomPKCECodeVerifier();
    const state = oauth.randomState();
    visit.pending = {
      checks: {
        pkceCodeVerifier: verifier,
        expectedState: state,
        ...(demanded['max_age'] !== undefined && { maxAge: Number(demanded['max_age']) }),
      },
      thenPay,
      isDemanded: Object.keys(demanded).length > 0,
    };
    const url = oauth.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid payments',
      resource,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...demanded,
    });
    response.redirect(303, url.href);
  }

  /**
   * Pays; where the authentication is not sufficient, asks for a better one first (RFC 9470 section 4). Once: if the
   * resource server refuses that as well, the person would be sent back and forth.
   */
  async function pay(visit: Visit, response: Response, wasDemanded = false): Promise<void> {
    if (visit.accessToken === null) {
      await authorise(visit, response, {}, true);
      return;
    }
    try {
      const url = new URL('/payments', resource);
      const paid = await oauth.fetchProtectedResource(config, visit.accessToken, url, 'POST');
      const { paidBy } = (await paid.json()) as { readonly paidBy: string };
      response.send(page('Paid', html`<p>${paidBy} has paid.</p>`));
    } catch (error) {
      const demanded = demandedBy(error);
      if (demanded === null || wasDemanded) throw error;
      await authorise(visit, response, demanded, true);
    }
  }

  const app = express();
  app.disable('x-powered-by');

  app.get('/', (request, response) => {
    const { user } = visitOf(request, response);
    const body =
      user === null
        ? html`<p>You are not signed in.</p>
            <form action="/sign-in"><button>Sign in</button></form>`
        : html`<p>You are ${user}.</p>
            <form method="post" action="/pay"><button>Pay</button></form>
            <form action="/approve">
              <label for="amount">Amount in EUR</label>
              <input id="amount" name="amount" value="120.00" />
              <button>Transfer</button>
            </form>`;
    response.send(
      page(
        'Shop',
        html`${body}
          <p><a href="/phones">The phones</a></p>`,
      ),
    );
  });

  app.get('/sign-in', async (request, response) => {
    await authorise(visitOf(request, response), response, {}, false);
  });

  app.post('/pay', async (request, response) => {
    await pay(visitOf(request, response), response);
  });

  // The person approves this one transfer at the authentication application.
  app.get('/approve', (request, response) => {
    const { amount } = readTransfer(request.query);
    const transfer = new URLSearchParams({ id: randomUUID(), amount });
    response.redirect(303, `${issuer}/approve?${transfer.toString()}`);
  });

  app.post('/transfer', express.urlencoded({ extended: false }), async (request, response) => {
    const { accessToken } = visitOf(request, response);
    const { grant, ...fields } = request.body as Readonly<Record<string, unknown>>;
    const headers = new Headers({
      'content-type': 'application/json',
      'stepward-grant': typeof grant === 'string' ? grant : '',
    });
    const url = new URL('/transfers', resource);
    const body = JSON.stringify(readTransfer(fields));
    const answer = await oauth.fetchProtectedResource(
      config,
      accessToken ?? '',
      url,
      'POST',
      body,
      headers,
    );
    if (answer.status === 201) {
      const { paidBy, amount } = (await answer.json()) as Paid;
      response.send(page('Paid', html`<p>${paidBy} has paid ${amount} EUR.</p>`));
      return;
    }
    const { reason } = (await answer.json()) as { readonly reason: string };
    response.status(403).send(page('Not paid', html`<p>${reason}</p>`));
  });

  app.get('/callback', async (request, response) => {
    const visit = visitOf(request, response);
    const { pending } = visit;
    visit.pending = null;
    if (pending === null) {
      response.redirect(303, '/');
      return;
    }
    const { error } = request.query;
    if (typeof error === 'string') {
      response.status(403).send(page('Not signed in', html`<p>${error}</p>`));
      return;
    }
    const url = new URL(request.originalUrl, origin);
    const tokens = await oauth.authorizationCodeGrant(config, url, pending.checks, { resource });
    const user = tokens.claims()?.sub ?? null;
    if (pending.isDemanded && user !== visit.user) {
      response.status(403).send(page('Not paid', html`<p>Another person has signed in.</p>`));
      return;
    }
    visit.user = user;
    visit.accessToken = tokens.access_token;
    // A new id: the one from before the sign-in may be known to someone who set it (session fixation).
    keep(visit, response);
    if (pending.thenPay) await pay(visit, response, pending.isDemanded);
    else response.redirect(303, '/');
  });

  app.get('/phones', (_request, response) => {
    const [latest = { to: '', text: 'No message yet.' }] = phones.messages();
    response.send(page('The latest message', html`<p>${latest.to}: ${latest.text}</p>`));
  });

  app.use(errorPage);
  return app;
}

/** The parameters of the challenge for a better authentication (RFC 9470 section 3); null for any other error. */
function demandedBy(error: unknown): Readonly<Record<string, string>> | null {
  if (!(error instanceof oauth.WWWAuthenticateChallengeError)) return null;
  const challenge = error.cause.find(
    ({ parameters }) => parameters.error === 'insufficient_user_authentication',
  );
  if (challenge === undefined) return null;
  const { acr_values: acrValues, max_age: maxAge } = challenge.parameters;
  return {
    ...(acrValues !== undefined && { acr_values: acrValues }),
    ...(maxAge !== undefined && { max_age: maxAge }),
  };
}
