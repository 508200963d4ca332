import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, describe, it } from 'vitest';
import { createAccountWorld } from '../../test/worlds/account-world.js';

const PATH = '/v1/openapi.json';

describe('the OpenAPI document', () => {
  it('is public, without a credential', async () => {
    const { api, call } = await createAccountWorld();
    const response = await call({ method: 'GET', path: PATH });
    expect(response.status).toBe(200);
    const { openapi, paths, webhooks } = JSON.parse(response.body!);
    expect(openapi).toBe('3.1.1');
    const described = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(described).toEqual(api.paths);
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

  it('has one schema for each record and enumeration, whichever operations share it', async () => {
    const { call } = await createAccountWorld();
    const document = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    const { SecurityPolicyChange, Subscriber, MfaEnforcementOrNull, PreferredFactorOrNull } =
      document.components.schemas;
    const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
    expect(SecurityPolicyChange.properties).toMatchObject({
      tenant_id: { description: expect.any(String) },
      _inherited: { description: expect.any(String) },
      mfaEnforcement: ref('MfaEnforcementOrNull'),
      mfa_enforcement: ref('MfaEnforcementOrNull'),
    });
    const description: unknown = expect.any(String);
    expect(MfaEnforcementOrNull).toEqual({
      anyOf: [ref('MfaEnforcement'), { type: 'null' }],
      description,
    });
    expect(PreferredFactorOrNull).toEqual({
      anyOf: [ref('Factor'), { type: 'null' }],
      description,
    });
    expect(Subscriber.properties.event_types).toMatchObject({ type: 'array' });
    const { get } = document.paths['/v1/customer/webhooks/{webhookId}'];
    expect(get.responses[200].content['application/json'].schema).toEqual(ref('Subscriber'));
    expect(enumerationsWithoutType([document.paths, document.components])).toEqual([]);
  });

  it('says what a field is that takes values of any type', async () => {
    const { call } = await createAccountWorld();
    const { components } = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    expect(fieldsWithoutType(components.schemas)).not.toEqual([]);
    const unsaid = fieldsWithoutType(components.schemas).filter(
      (field) => !('description' in field),
    );
    expect(unsaid).toEqual([]);
  });

  it('states each refusal and each parameter once', async () => {
    const { call } = await createAccountWorld();
    const { paths, components } = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    const operations = Object.values<Record<string, ParametersAndResponses>>(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ parameters, responses }) => [
        ...parameters,
        ...Object.entries(responses).flatMap(([code, part]) => (Number(code) < 400 ? [] : [part])),
      ]);
    const inPlace = operations.filter((part) => !('$ref' in part));
    const shared = Object.values({ ...components.parameters, ...components.responses });
    const texts = [...inPlace, ...shared].map((part) => JSON.stringify(part));
    expect(shared.length).toBeGreaterThan(20);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('has its server where the document is, without the path of the document', async () => {
    const { call } = await createAccountWorld();
    const { servers } = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    const { href } = new URL(servers[0].url, `https://example.com/identity${PATH}`);
    expect(href).toBe('https://example.com/identity/');
  });

  it('has an example for every body and answer, which fits its schema', async () => {
    const { api, call } = await createAccountWorld();
    const { paths, components } = JSON.parse((await call({ method: 'GET', path: PATH })).body!);
    expect(api.paths.length).toBeGreaterThan(1);
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const operation of Object.values<Record<string, never>>(paths).flatMap(Object.values)) {
      const { operationId, requestBody, responses } = operation as DescribedOperation;
      const described = [requestBody, ...Object.values(responses)].flatMap(
        (part) => part?.content?.['application/json'] ?? [],
      );
      for (const { schema, example } of described) {
        const whole = { ...schema, components };
        expect(ajv.validate(whole, example), `${operationId}: ${ajv.errorsText()}`).toBe(true);
      }
    }
  });
});

/** The values of the enumerations whose type generators would have to guess. */
function enumerationsWithoutType(part: unknown): readonly unknown[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'enum' in part && Array.isArray(part.enum) && !('type' in part) ? [part.enum] : [];
  return [...own, ...Object.values(part).flatMap(enumerationsWithoutType)];
}

/** The fields of objects that no keyword restricts. */
function fieldsWithoutType(part: unknown): readonly object[] {
  if (typeof part !== 'object' || part === null) return [];
  const fields =
    'properties' in part ? Object.values(part.properties as Record<string, object>) : [];
  const own = fields.filter((field) => !KINDS.some((keyword) => keyword in field));
  return [...own, ...Object.values(part).flatMap(fieldsWithoutType)];
}

const KINDS = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const'];

interface ParametersAndResponses {
  readonly parameters: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: Part;
  readonly responses: Readonly<Record<string, Part>>;
}

interface Part {
  readonly content?: {
    readonly 'application/json'?: { readonly schema: object; readonly example: unknown };
  };
}
