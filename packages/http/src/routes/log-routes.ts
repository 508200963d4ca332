import type { Stepward } from '@stepward/core';
import { createLogHandlers } from '../handlers/log-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { logsQuery } from '../schemas/query-fields.js';

export function logRoutes(
  stepward: Pick<Stepward, 'audit' | 'authenticationLog' | 'cursors'>,
): AnyRoute[] {
  const logs = createLogHandlers(stepward);

  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/logs',
      summary: 'Lists the audit log, or the authentication log, newest entry first.',
      scope: 'logs:read',
      body: null,
      query: logsQuery,
      answers: [200],
      refuses: [],
      serve: (caller, { query }) => logs.list(caller, query),
    }),
  ];
}
