import { apiViewerRoutes } from './api-viewer.js';
import { findDemoUser, identityIdOf, sessionIdOf } from './demo-fixture.js';
import type { Demo } from './demo.js';
import type { DemoAnswer, DemoRoute } from './demo-route.js';
import { frontPageRoutes } from './front-page.js';
import { portalRoutes } from './portal-routes.js';
import { sessionRoutes } from './session-routes.js';
import { temporaryPassRoutes } from './temporary-pass-routes.js';
import { readDemoEvent } from './emit-demo-event.js';

/** Milliseconds since 1970: later times have years of more than four digits, or are invalid. */
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** The routes that simulate the world around the service: phones, subscribers, time, health. */
export function demoRoutes(demo: Demo): readonly DemoRoute[] {
  return [
    ...frontPageRoutes(demo),
    ...apiViewerRoutes,
    ...sessionRoutes(demo),
    ...temporaryPassRoutes(demo),
    ...portalRoutes(demo),
    {
      method: 'GET',
      path: '/demo/sms',
      answer: ({ url }) => answer(200, demo.phones.messages(numberAsked(url))),
    },
    {
      method: 'POST',
      path: '/demo/clock',
      answer: ({ body }) => {
        const ms = (body as { advance_ms?: unknown } | null)?.advance_ms;
        if (typeof ms !== 'number' || !Number.isSafeInteger(ms) || ms < 0) {
          return answer(400, { error: 'advance_ms is an integer of 0 or more' });
        }
        if (demo.clock.now().getTime() + ms > LAST_MOMENT) {
          return answer(400, { error: 'advance_ms leads past the year 9999' });
        }
        demo.clock.advance(ms);
        return answer(200, { now: demo.clock.now().toISOString() });
      },
    },
    {
      method: 'GET',
      path: '/demo/webhooks',
      answer: () => answer(200, demo.subscriber.received()),
    },
    {
      method: 'POST',
      path: '/demo/events',
      answer: async ({ body }) => {
        const event = readDemoEvent(body);
        if (event === null)
          return answer(400, { error: 'tenant_id is a tenant id, event_type a text' });
        const emitted = await demo.emit(event);
        return emitted.match(
          ({ id }) =>
            // Each call has another key: no event repeats an earlier one.
            answer(202, {
              idempotency_key: id,
              event_type: event.event_type,
              duplicate: false,
            }),
          (error) => answer(400, error),
        );
      },
    },
    {
      method: 'POST',
      path: '/demo/worker',
      answer: async ({ body }) => {
        const running = (body as { running?: unknown } | null)?.running;
        if (typeof running !== 'boolean') return answer(400, { error: 'running is a boolean' });
        await demo.worker.setRunning(running);
        return answer(200, { running });
      },
    },
    {
      method: 'GET',
      path: '/demo/tenants/:tenantId/users/:name/token',
      answer: async ({ url }) => {
        const asked = tokenAsked(url);
        if (asked === null) return answer(404, { error: 'no such tenant or user' });
        const { assurance, ...token } = asked;
        if (assurance !== 'aal1' && assurance !== 'aal2') {
          return answer(400, { error: 'assurance must be aal1 or aal2' });
        }
        if (token.sessionId === '' || token.sessionId.length > 255) {
          return answer(400, { error: 'session must have 1 to 255 characters' });
        }
        const accessToken = await demo.tokens.issue({ ...token, assurance });
        return answer(200, { access_token: accessToken, session_id: token.sessionId });
      },
    },
    {
      method: 'GET',
      path: '/healthz',
      answer: async () => {
        const healthy = await demo.isHealthy();
        return answer(healthy ? 200 : 503, { healthy });
      },
    },
  ];
}

function answer(status: number, body: unknown): Promise<DemoAnswer> {
  return Promise.resolve({ status, body });
}

/** `?to=+1415…`: a plus sign typed as it is reads as a space in a query, and is taken for the plus it was. */
function numberAsked(url: string): string | null {
  const to = new URL(url, 'http://localhost').searchParams.get('to');
  return to === null ? null : to.replace(/^ /, '+');
}

/** The user, session and assurance of the requested token; null if the fixture has no such user. */
function tokenAsked(url: string): {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
  readonly assurance: string | null;
} | null {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const [, , , tenantId = '', , name = ''] = pathname.split('/');
  const user = findDemoUser(tenantId, name);
  if (user === null) return null;
  return {
    tenantId,
    identityId: identityIdOf(user),
    sessionId: searchParams.get('session') ?? sessionIdOf(user),
    assurance: searchParams.get('assurance'),
  };
}
