// The service: its own routes for signing in, and Stepward's API behind the same cookie.

const { stepwardFastify } = require('@stepward/fastify');
const { createHttpApi } = require('@stepward/http');
const { randomUUID } = require('node:crypto');
const { fastify } = require('fastify');
const fastifyCookie = require('@fastify/cookie');
const { createPeople } = require('./people.js');
const { createSignIn } = require('./sign-in.js');
const { createTokens } = require('./tokens.js');

const TENANT = 'main';
const COOKIE = 'session'; // `__Host-session` where the service is served over https

/**
 * @param {{ stepward: import('@stepward/core').Stepward, origin: () => string }} options `origin`: where the pages are
 * served from.
 */
async function createApp({ stepward, origin }) {
  const tokens = await createTokens({ tenantId: TENANT });
  const people = createPeople({ stepward, tenantId: TENANT });
  const signIn = createSignIn({ stepward, tenantId: TENANT });

  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyCookie);
  await app.register(stepwardFastify, {
    api: createHttpApi({
      stepward,
      accessTokens: tokens.authenticator,
      // Pages of our own origin alone: their requests bear `Sec-Fetch-Site: same-origin`.
      credentials: { cookie: COOKIE },
    }),
  });

  /**
   * @param {import('fastify').FastifyReply} reply
   * @param {import('./sign-in.js').Step} step
   */
  async function answer(reply, { session, ...step }) {
    const token = await tokens.sign(session);
    if (step.next !== 'denied') {
      reply.setCookie(COOKIE, token, { path: '/', httpOnly: true, sameSite: 'lax' });
    }
    const statuses = { denied: 403, retry: 429 };
    return reply
      .code(step.next in statuses ? statuses[/** @type {'retry'} */ (step.next)] : 200)
      .send(step);
  }

  // What a page of another site makes a browser send brings the cookie along.
  app.addHook('preHandler', async (request, reply) => {
    if (request.method === 'GET' || request.url.startsWith('/v1/')) return;
    if (request.headers.origin !== origin()) await reply.code(403).send({ next: 'denied' });
  });

  app.get('/.well-known/jwks.json', async () => tokens.jwks);

  app.post('/sign-in', async (request, reply) => {
    const { email, password } = /** @type {Record<string, unknown>} */ (request.body ?? {});
    const person = people.findByPassword(email, password);
    if (person === null) return reply.code(403).send({ next: 'denied' });
    /** @type {import('./tokens.js').Session} */
    const session = {
      identityId: person.id,
      sessionId: randomUUID(),
      stage: 'password',
      assurance: 'aal1',
    };
    return answer(reply, await signIn.proceed(session, person, new Date()));
  });

  app.post('/sign-in/code', async (request, reply) => {
    const session = await tokens.read(request.cookies[COOKIE], 'sign-in');
    if (session === null) return reply.code(401).send({ next: 'denied' });
    const { code } = /** @type {Record<string, unknown>} */ (request.body ?? {});
    return answer(reply, await signIn.enterCode(session, code));
  });

  // After a factor was enrolled over the Account API, and to have another code sent.
  app.post('/sign-in/proceed', async (request, reply) => {
    const session = await tokens.read(request.cookies[COOKIE], 'sign-in');
    const person = session && people.find(session.identityId);
    if (session === null || person === null) return reply.code(401).send({ next: 'denied' });
    return answer(reply, await signIn.proceed(session, person, new Date()));
  });

  app.post('/sign-out', async (_request, reply) => reply.clearCookie(COOKIE).code(204).send());

  app.get('/me', async (request, reply) => {
    const session = await tokens.read(request.cookies[COOKIE], 'app');
    if (session === null) return reply.code(401).send({ next: 'denied' });
    return { id: session.identityId, assurance: session.assurance };
  });

  return { app, people, tenantId: TENANT };
}

module.exports = { createApp };
