import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, describe, it } from 'vitest';
import { createAccountWorld } from '../testing/account-world.js';

const PATH = '/v1/openapi.json';

describe('the OpenAPI document', () => {
  it('is public, without a credential', async () => {
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

  it('is not sent again to a caller that has it', async () => {
    const { call } = await createAccountWorld();
    const { etag } = (await call({ method: 'GET', path: PATH })).headers;
    const again = (tag: string) =>
      call({ method: 'GET', path: PATH, headers: { 'if-none-match': [tag] } });
    expect(await again(`"another", W/${String(etag)}`)).toMatchObject({ status: 304, body: null });
    expect(await again('"another"')).toMatchObject({ status: 200, headers: { etag } });
  });

  it('has an example for every body and answer, which fits its schema', async () => {
    const { api, call } = await createAccountWorld();
    const { paths } = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    expect(api.paths.length).toBeGreaterThan(1);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const operation of Object.values<Record<string, never>>(paths).flatMap(Object.values)) {
      const { operationId, requestBody, responses } = operation as DescribedOperation;
      const described = [requestBody, ...Object.values(responses)].flatMap(
        (part) => part?.content['application/json'] ?? [],
      );
      for (const { schema, example } of described) {
        expect(ajv.validate(schema, example), `${operationId}: ${ajv.errorsText()}`).toBe(true);
      }
    }
  });
});

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}

interface Part {
  readonly content: {
    readonly 'application/json'?: { readonly schema: object; readonly example: unknown };
  };
}
