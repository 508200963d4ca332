/**
 * Each operation refuses every credential that is not its own, below the scope and the assurance that it declares, and
 * nothing happens; with the credential that fits it is served. The operations come from their own table.
 */
import type { ManagementScope } from '@stepward/core';
import type { HttpApi } from '@stepward/http';
import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';
import { exampleBody } from '../../packages/http/test/worlds/example-body.js';
import { unfitFor, type Unfit } from './callers.js';
import { referencesOf } from './references.js';
import { pathsOf, recordsOf, send, type Answer, type Naming } from './requests.js';
import { newKey, newScene, type Scene } from './scene.js';
import { stateOf } from './state.js';
import { bearer, credentialFor, operations, walk } from './walked-world.js';

walk((world, api) => {
  /** What is refused or read changes nothing, so a scene serves every test. A tenant has room for the keys of one of the two. */
  const sharedByRefusals = lazyScene();
  const sharedByReads = lazyScene();

  function lazyScene(): () => Promise<Scene> {
    let opened: Promise<Scene> | null = null;
    return () => (opened ??= newScene(world));
  }

  // spec: service/account-api, service/customer-api, service/internal-api, auth/customer, auth/internal
  // spec: auth/get-policy-scope, auth/put-policy-scope, auth/get-password-scope, auth/put-password-scope
  // spec: auth/refusals, auth/other-scopes, errors/customer-401, errors/customer-403
  // standard: asvs/8.2.1, asvs/8.3.1
  it.each(operations)('$id refuses every other caller, and nothing happens', async (operation) => {
    const scene = await sharedByRefusals();
    const unfit = await unfitFor(world, operation, scene);
    const before = [await stateOf(world, api, scene), world.sms.attempts];
    for (const each of unfit) {
      for (const path of pathsOf(operation)) await expectRefusal(operation, scene, path, each);
    }
    expect([await stateOf(world, api, scene), world.sms.attempts]).toEqual(before);
  });

  // spec: service/customer-api, auth/customer, auth/internal
  it.each(operations)('$id serves its own caller', async (operation) => {
    const isRead = operation.method === 'GET';
    const scene = isRead ? await sharedByReads() : await newScene(world);
    const credential = await fitFor(operation, scene);
    const [path = ''] = pathsOf(operation);
    const naming = namingOf(scene, operation);
    // The Account API asks for scopes where the host wants it.
    const at = operation.api === 'account' ? mountAt('/scoped') : api;
    const answered = await send(at, operation, { path, credential, naming });
    const answer = outcomeOf(answered);
    expect([401, 403], answer).not.toContain(answered.status);
    const namesRecord = referencesOf(operation).some(({ part }) => part === 'path');
    if (namesRecord || isRead) expect(answered.status, answer).toBeLessThan(400);
  });

  async function expectRefusal(operation: AnyOperation, scene: Scene, path: string, unfit: Unfit) {
    const { name, credential, answered, mount = '' } = unfit;
    const naming = namingOf(scene, operation);
    const at = mount === '' ? api : mountAt(mount);
    const answer = await send(at, operation, { path, credential, naming });
    // What is not there is reported before the assurance is checked.
    const isAbsent = answer.status === 404 && answered === '401 assurance_insufficient';
    const fit = isAbsent ? await credentialFor(world, operation, scene) : null;
    const same = fit && (await send(at, operation, { path, credential: fit, naming }));
    const expected = same === null ? answered : outcomeOf(same);
    expect([name, outcomeOf(answer)]).toEqual([name, expected]);
    if (answer.reason === 'insufficient_scope') {
      const challenge = `error="insufficient_scope", scope="${String(operation.scope)}"`;
      expect(answer.headers['www-authenticate']).toContain(challenge);
    }
  }

  function mountAt(path: string): HttpApi {
    const found = world.mounts.find((each) => each.path === path);
    if (found === undefined) throw new Error(`nothing is mounted at ${path}`);
    return found.api;
  }

  /** With the one scope that it needs, and those that the example gives to a new key. */
  async function fitFor(operation: AnyOperation, scene: Scene) {
    if (operation.api !== 'customer') return credentialFor(world, operation, scene);
    const { scopes = [] } = (exampleBody(operation) ?? {}) as { scopes?: ManagementScope[] };
    const { key } = await newKey(world, scene.tenantId, [operation.scope, ...scopes]);
    return bearer(key);
  }
});

describe('a change of factors, of the phone number and of sessions', () => {
  const changes = operations.filter(({ api, method }) => api === 'account' && method !== 'GET');

  it.each(changes)('$id asks for the assurance of a second factor', ({ refuses }) => {
    expect(refuses).toContain('assurance_insufficient');
  });
});

/** `401 token_missing` */
function outcomeOf({ status, reason }: Answer): string {
  return `${String(status)} ${String(reason)}`;
}

/** The records of the scene, without filters. */
function namingOf(scene: Scene, operation: AnyOperation): Naming {
  const records = recordsOf(scene, operation);
  return (reference) => (reference.part === 'query' ? '' : records(reference));
}
