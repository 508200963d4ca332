/**
 * Requests that the OpenAPI document allows, and the same with one thing that it forbids: the first are never refused for
 * their form, the second always, with a violation that names the field, a rule of the closed list and its limit.
 */
import { VIOLATION_RULES } from '@stepward/core/adapter';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../harness/answer.js';
import { frameworks, type RunningServer } from '../harness/frameworks.js';
import { memory } from '../harness/storages.js';
import { tier } from '../harness/tier.js';
import { createWorld } from '../harness/world.js';
import { newScene, type Scene } from '../walks/scene.js';
import { keepSessions } from '../walks/sessions.js';
import { credentialFor } from '../walks/walked-world.js';
import { describedOperations, type DescribedOperation } from './described-operations.js';
import { mutationsOf } from './mutations.js';
import type { Schema } from './schema.js';
import { validValues } from './valid-values.js';

const SEED = 20_260_301;
const SAMPLES = 10;

const TESTED = frameworks.filter(
  ({ name }) => name === 'Express 5' || (tier === 'full' && name !== 'Express 4'),
);

/** Rules of which a schema knows nothing: they depend on what is stored, or on several fields. */
const BEYOND_SCHEMA: ReadonlySet<string> = new Set([
  'past',
  'weaker_than_tenant',
  'hipaa',
  'not_allowed',
  'empty',
  'contradiction',
  'cursor',
  'event_types',
  'unknown_parameter',
  'gsm7_length',
  'code_placeholder',
  'host_name',
  'app_hash',
  'maximum',
  'not_current',
  'no_change',
  'signing_keys_missing',
  'headers_origin',
]);

/** Reasons of other statuses: services check codes, phone numbers and names, some after they looked up what is named. */
const CHECKED_BY_SERVICES: ReadonlySet<string> = new Set([
  'phone_invalid',
  'name_malformed',
  'nothing_pending',
  'authenticator_not_found',
  'identity_not_found',
]);

/** What a person answers. Services check it after their earlier checks. */
const ANSWERS: ReadonlySet<string> = new Set(['code', 'response']);

/** Words of zod's messages, none of which may reach a caller. */
const ZOD = /Invalid input|Invalid option|Too (?:small|big)|Unrecognized|expected \w+, received/;

type Values = Readonly<Record<string, unknown>>;

/** What is sent: both parts fit, unless one was changed. */
interface Sent {
  readonly query: Values;
  readonly body: Values | null;
}

interface GeneratedAnswer {
  readonly status: number;
  readonly text: string;
}

interface Api {
  send(operation: DescribedOperation, sent: Sent): Promise<GeneratedAnswer>;
}

const sessions = keepSessions();
const world = { ...(await createWorld(await memory.open(), { sessions })), sessions };

describe.each(TESTED)('on $name', (framework) => {
  let server: RunningServer;
  let api: Api;
  beforeAll(async () => {
    server = await framework.serve(world.mounts);
    api = await openApi(`http://127.0.0.1:${String(server.port)}`);
  });
  afterAll(() => server.stop());

  describe.each(describedOperations())('$id', (operation) => {
    it('takes every request that fits', async () => {
      for (const sent of samples(operation)) {
        const { status, text } = await api.send(operation, sent);
        expect(status, text).not.toBe(500);
        if (status !== 400) continue;
        const { errors = [] } = JSON.parse(text) as Problem;
        const faults = errors.filter(({ field, rule }) => !isBeyondSchema(field, rule));
        expect(faults, say(sent, text)).toEqual([]);
      }
    });

    it('refuses each change that does not fit, and names the field', async () => {
      for (const part of ['query', 'body'] as const) {
        const schema = operation[part];
        for (const { name, field, apply } of schema === null ? [] : mutationsOf(schema, part)) {
          const fitting = smallest(operation);
          const sent = { ...fitting, [part]: apply(fitting[part] ?? {}) };
          const answer = await api.send(operation, sent);
          expectRefusal(answer, field, `${part}: ${name}: ${say(sent, answer.text)}`);
        }
      }
    });
  });
});

function expectRefusal({ status, text }: GeneratedAnswer, field: string, said: string): void {
  const { reason, errors = [] } = JSON.parse(text) as Problem;
  expect(text, said).not.toMatch(ZOD);
  if (ANSWERS.has(field) || CHECKED_BY_SERVICES.has(reason)) {
    expect(status, said).toBeGreaterThanOrEqual(400);
    return;
  }
  expect(status, said).toBe(400);
  const named = errors.filter((each) => each.field === field || each.field.startsWith(`${field}.`));
  expect(named, said).not.toEqual([]);
  for (const { rule, limit } of named) {
    expect(Object.keys(VIOLATION_RULES), said).toContain(rule);
    expect(limit !== null || rule === 'unknown_field', said).toBe(true);
  }
}

/** Whether a schema cannot say so: types of entry depend on the log that was asked for, versions on the events of the host. */
function isBeyondSchema(field: string, rule: string): boolean {
  return BEYOND_SCHEMA.has(rule) || field === 'event_type' || field === 'version';
}

/** The first sample, without what may be left out. */
function smallest(operation: DescribedOperation): Sent {
  const [first = { query: {}, body: null }] = samples(operation);
  const required = operation.body?.required ?? [];
  const kept = Object.entries(first.body ?? {}).filter(([name]) => required.includes(name));
  return { query: {}, body: first.body && Object.fromEntries(kept) };
}

function samples({ query, body }: DescribedOperation): readonly Sent[] {
  const values = (schema: Schema | null): fc.Arbitrary<Values | null> =>
    schema === null ? fc.constant(null) : (validValues(schema) as fc.Arbitrary<Values>);
  return fc
    .sample(fc.tuple(values(query), values(body)), { seed: SEED, numRuns: SAMPLES })
    .map(([asked, sent]) => ({ query: asked ?? {}, body: sent }));
}

/** A tenant with every kind of record to send requests about. */
async function openApi(origin: string): Promise<Api> {
  const scene = await newScene(world);
  const credentials = {
    account: await credentialFor(world, { api: 'account', scope: null }, scene),
    customer: await credentialFor(world, { api: 'customer', scope: 'logs:read' }, scene),
    internal: await credentialFor(world, { api: 'internal', scope: null }, scene),
  };
  return {
    async send({ api, method, path, body: schema }, { query, body }) {
      const asked = new URLSearchParams(
        Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)])),
      );
      const url = `${origin}${filled(path, scene)}?${asked.toString()}`;
      const response = await fetch(url, {
        method,
        headers: {
          ...credentials[api],
          ...(schema !== null && { 'content-type': 'application/json' }),
        },
        ...(schema !== null && { body: JSON.stringify(body ?? {}) }),
      });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** A parameter is an id of the collection in front of it, or a factor. */
function filled(path: string, { ids }: Scene): string {
  return path.replaceAll(
    /([\w-]+)\/\{\w+\}/g,
    (_, kind: string) => `${kind}/${ids[kind] ?? 'sms'}`,
  );
}

function say(sent: Sent, text: string): string {
  return `${JSON.stringify(sent)} → ${text}`;
}
