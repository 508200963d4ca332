/**
 * What no well-meaning administrator sends, on sockets. Whatever it is: every offending field is named
 * as the caller spelled it, nothing is stored, and the server answers the next request.
 */
import { describe, expect, it } from 'vitest';
import { assertWellFormed, outcome, problemOf, type Answer } from '../harness/answer.js';
import { EVERY_FRAMEWORK } from '../harness/every-host.js';
import { sendRaw } from '../harness/raw-http.js';
import { badBodies, badFields, badMediaTypes } from './bad-bodies.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, KEYS, MFA, PASSWORD, SMS, type Organisation } from './harness/tenant.js';

onEveryHost((host) => {
  const newOrganisation = async (): Promise<Organisation> => {
    const organisation = await (await host.tenant()).organisation();
    await organisation.put({ passwordMinLength: 11 });
    return organisation;
  };

  /** The body as it is, with every header that a client has to send but perhaps the content type. */
  async function putRaw(
    { path, tenant }: Organisation,
    body: string | Uint8Array,
    contentTypes: readonly string[] = ['application/json'],
  ): Promise<Answer> {
    const answer = await sendRaw(host.port, {
      method: 'PUT',
      path: `/v1/customer${path}`,
      headers: [
        ['host', 'x'],
        ['authorization', `Bearer ${tenant.credential}`],
        ...contentTypes.map((type) => ['content-type', type] as const),
        ['content-length', String(Buffer.byteLength(body))],
      ],
      body,
    });
    assertWellFormed(answer);
    return answer;
  }

  describe('every offending field is named, and nothing is stored, for', () => {
    it.each(badFields)('%s', async (_, body, ...named) => {
      const organisation = await newOrganisation();
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const answer = await leavingNoTrace(host, organisation, () => putRaw(organisation, text));
      expect(outcome(answer)).toBe('400 validation_error policy_invalid');
      const errors = problemOf(answer).errors ?? [];
      expect(errors.map(({ field, rule }) => [field, rule]).toSorted()).toEqual(named.toSorted());
      expect(answer.text.length).toBeLessThan(2_000);
    });

    // standard: asvs/15.3.6
    it('no prototype was touched by any of it', () => {
      expect('mfaPolicy' in {}).toBe(false);
    });
  });

  describe('nothing is stored where the body is', () => {
    it.each(badBodies)('%s', async (_, body, expected) => {
      const organisation = await newOrganisation();
      const answer = await leavingNoTrace(host, organisation, () => putRaw(organisation, body));
      expect(outcome(answer)).toBe(expected);
    });
  });

  it.each(badMediaTypes.map((types) => [types.join(), types]))(
    'nothing is stored where the content type is "%s"',
    async (_, types) => {
      const organisation = await newOrganisation();
      const answer = await leavingNoTrace(host, organisation, () =>
        putRaw(organisation, '{"mfaPolicy":"always"}', types),
      );
      expect(outcome(answer)).toBe('415 unsupported_media_type media_type_unsupported');
    },
  );

  it.each([
    [PASSWORD, '{"__proto__":{"minLength":20},"minlength":20}', ['__proto__', 'minlength']],
    [PASSWORD, { minLength: 12, min_length: 20 }, ['minLength, min_length']],
    [PASSWORD, '{"maxAgeDays":1e400,"disallow_reuse":0.5}', ['disallow_reuse', 'maxAgeDays']],
    [PASSWORD, { passwordMinLength: 12 }, ['passwordMinLength']],
    [MFA, { allowedFactors: ['SMS'], Policy: 'always' }, ['Policy', 'allowedFactors']],
    [
      MFA,
      '{"grace_period_ms":9007199254740992,"constructor":{}}',
      ['constructor', 'grace_period_ms'],
    ],
    [SMS, '{"templates":{"__proto__":"{code}"}}', ['templates.__proto__']],
    [SMS, { dailyBudget: -1, App_Name: 'x' }, ['App_Name', 'dailyBudget']],
    [KEYS, '{"name":1,"scopes":["logs:read"],"__proto__":{}}', ['__proto__', 'name']],
    [KEYS, { name: 'x\0', scopes: ['logs:write'] }, ['name', 'scopes']],
    [KEYS, { name: 'x', scopes: [] }, ['scopes']],
    [KEYS, { name: 'x'.repeat(101), scopes: ['LOGS:READ'] }, ['name', 'scopes']],
  ])('nor in any other record: %s %j', async (path, body, fields) => {
    const organisation = await newOrganisation();
    const { tenant } = organisation;
    const answer = await leavingNoTrace(host, organisation, () =>
      path === KEYS ? tenant.post(path, body) : tenant.put(path, body),
    );
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'validation_error']);
    expect(
      problemOf(answer)
        .errors?.map(({ field }) => field)
        .toSorted(),
    ).toEqual(fields);
  });

  describe('and what is unusual, but right, is taken:', () => {
    it.each([
      ['a key twice, of which the last counts', '{"passwordMinLength":7,"passwordMinLength":12}'],
      ['an integer written as a float', '{"passwordMinLength":12.0}'],
      ['an integer with an exponent', '{"passwordMinLength":1.2e1}'],
      ['an escaped key', '{"password\\u004dinLength":12}'],
      ['a byte order mark', '\ufeff{"passwordMinLength":12}'],
      ['white space around it', ' \r\n\t{ "passwordMinLength" : 12 }\n'],
      ['a body of exactly 256 KiB', `${'{"passwordMinLength":12'.padEnd(262_143)}}`],
    ])('%s', async (_, body) => {
      const organisation = await newOrganisation();
      expect(bodyOf(await putRaw(organisation, body))).toMatchObject({ passwordMinLength: 12 });
      expect(await organisation.policy()).toMatchObject({ passwordMinLength: 12 });
    });

    it('a body where none is read', async () => {
      const { tenant, path } = await newOrganisation();
      const answer = await tenant.call({ method: 'DELETE', path, body: '{{{' });
      expect(answer.status).toBe(200);
    });
  });
}, EVERY_FRAMEWORK);
