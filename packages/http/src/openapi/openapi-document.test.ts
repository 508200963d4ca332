import { expect, describe, it } from 'vitest';
import { createAccountWorld } from '../testing/account-world.js';

const PATH = '/v1/openapi.json';

describe('the OpenAPI document', () => {
  it('is there for everybody, without a credential', async () => {
    const { api, call } = await createAccountWorld();
    const response = await call({ method: 'GET', path: PATH });
    expect(response.status).toBe(200);
    const { openapi, paths, webhooks } = JSON.parse(response.body!);
    expect(openapi).toBe('3.1.1');
    const described = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect([...described, PATH]).toEqual(api.paths);
    expect(Object.keys(webhooks)).toContain('user.created');
  });

  it.each(['HEAD', 'POST'])('answers %s as any path does', async (method) => {
    const { call } = await createAccountWorld();
    const { status, body, headers } = await call({ method, path: PATH });
    expect([status, body === null, headers['allow'] ?? null]).toEqual(
      method === 'HEAD' ? [200, true, null] : [405, false, 'GET, HEAD'],
    );
  });
});
