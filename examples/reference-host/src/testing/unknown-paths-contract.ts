import { expect, it } from 'vitest';
import type { HostProcess } from './host-process.js';

const PROBLEM = 'application/problem+json';

/** What a host answers by itself, where Stepward has no route or is not asked. */
export function describeUnknownPaths({ report }: HostProcess): void {
  it.each(['/unknown', '/v1/account/nothing', '/demo/clock/'])(
    'the path %s is unknown, which is a problem as all errors are',
    async (path) => {
      const response = await fetch(report.base_url + path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, PROBLEM]);
      const requestId = response.headers.get('x-request-id');
      expect(await response.json()).toEqual({
        type: 'urn:stepward:problem:path_unknown',
        title: expect.any(String),
        status: 404,
        detail: expect.any(String),
        code: 'not_found',
        reason: 'path_unknown',
        request_id: requestId,
      });
    },
  );

  it('a body that is no JSON is refused without a stack', async () => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{' };
    const response = await fetch(`${report.base_url}/demo/clock`, init);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toMatch(/node_modules|\n +at /);
  });

  it.each(['%zz', '%ff', 'x'.repeat(511)])(
    'an id that cannot be one is a problem: %s',
    async (id) => {
      const path = `/v1/customer/organisations/${id}/security-policy`;
      const headers = { authorization: `Bearer ${report.tenants[0]?.management_key ?? ''}` };
      const response = await fetch(report.base_url + path, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, PROBLEM]);
      const requestId = response.headers.get('x-request-id');
      expect(await response.json()).toMatchObject({
        code: 'not_found',
        reason: 'path_invalid',
        request_id: requestId,
      });
    },
  );
}
