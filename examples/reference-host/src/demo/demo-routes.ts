import type { Demo } from './demo.js';

/** A route of the example alone: from query and JSON body to status and JSON. */
export interface DemoRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: {
    readonly url: string;
    readonly body: unknown;
  }) => Promise<DemoAnswer>;
}

interface DemoAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The routes that stand for the world around the service: phones, time, health. */
export function demoRoutes(demo: Demo): readonly DemoRoute[] {
  return [
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
        demo.clock.advance(ms);
        return answer(200, { now: demo.clock.now().toISOString() });
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
