/**
 * No caller reaches the records of another tenant, nor a person those of another person: an id that exists elsewhere is
 * answered as one that exists nowhere, and nothing changes where it exists. The operations come from their own table.
 */
import { expect, it } from 'vitest';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';
import { referencesOf, type Reference } from './references.js';
import { filtersOf, pathsOf, recordsOf, send, type Answer, type Naming } from './requests.js';
import { newScene, type Scene } from './scene.js';
import { stateOf } from './state.js';
import { credentialFor, operations, walk } from './walked-world.js';

const WEEK = 7 * 86_400_000;

const naming = operations.filter((operation) => referencesOf(operation).length > 0);

walk((world, api) => {
  const scenes = new Map<string, Promise<Scene>>();
  /** One for each API: what one changes of its own tenant may stand in the way of another. */
  const scene = (name: string): Promise<Scene> => {
    const opened = scenes.get(name) ?? newScene(world);
    scenes.set(name, opened);
    return opened;
  };

  // spec: errors/customer-404
  // standard: asvs/8.2.2
  it.each(naming)(
    'a record of another tenant is for $id as if it were nowhere',
    async (operation) => {
      const other = await scene('other');
      const caller = await scene(operation.api);
      await expectNoDifference(operation, { caller, own: recordsOf(caller, operation), other });
    },
  );

  // standard: asvs/8.2.2
  it.each(naming.filter(({ api: name }) => name === 'account'))(
    'a record of another person is for $id as if it were nowhere',
    async (operation) => {
      const other = await scene('other');
      const caller = { ...other, identityId: other.neighbourId };
      await expectNoDifference(operation, { caller, own: nowhere(other, operation), other });
    },
  );

  /** A caller, the records of its own, and the scene whose records it has no business with. */
  interface Probe {
    readonly caller: Scene;
    readonly own: Naming;
    readonly other: Scene;
  }

  async function expectNoDifference(operation: AnyOperation, probe: Probe): Promise<void> {
    const { other } = probe;
    // What limits requests, and what a scene leaves to expire, is over: answers depend on the ids alone.
    world.clock.advance(WEEK);
    const before = await stateOf(world, api, other);
    const foreign = await answersTo(operation, probe, recordsOf(other, operation));
    expect(await stateOf(world, api, other)).toEqual(before);
    world.clock.advance(WEEK);
    const unknown = await answersTo(operation, probe, nowhere(other, operation));
    expect(foreign).toEqual(unknown);
    expect(foreign.every(({ status }) => status === 400)).toBe(false);
  }

  /** With each reference alone to a record that is named so, and with all of them. */
  async function answersTo(operation: AnyOperation, { caller, own }: Probe, named: Naming) {
    const answers = [];
    for (const path of pathsOf(operation)) {
      for (const at of [...referencesOf(operation), null]) {
        const one: Naming = (reference) => {
          if (at === null || isSame(at, reference)) return named(reference);
          return reference.part === 'query' ? '' : own(reference);
        };
        const answer = await ask(operation, caller, path, one);
        const ids = referencesOf(operation).map(named);
        answers.push({ path, at, ...withoutNames(answer, ids) });
      }
    }
    return answers;
  }

  /** With the first filter that may be combined with what is named. */
  async function ask(operation: AnyOperation, caller: Scene, path: string, names: Naming) {
    const credential = await credentialFor(world, operation, caller);
    for (const filter of filtersOf(operation)) {
      const answer = await send(api, operation, { path, credential, naming: names, filter });
      if (answer.status !== 400) return answer;
    }
    return send(api, operation, { path, credential, naming: names });
  }
});

/** Ids of the same form as a scene's, that no record has. */
function nowhere(scene: Scene, operation: AnyOperation): Naming {
  const records = recordsOf(scene, operation);
  return (reference) => {
    const id = records(reference);
    return `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  };
}

function isSame(one: Reference, other: Reference): boolean {
  return one.part === other.part && one.place.join('.') === other.place.join('.');
}

/** What a success makes: ids, moments, and the secret of a key. */
const NEW = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|service_mgmt_[\w-]+/g;

/** What an answer says beside the ids of the request, and what is new. */
function withoutNames({ status, headers, text }: Answer, ids: readonly string[]) {
  const { 'x-request-id': requestId = '', ...rest } = headers;
  const said = [requestId, ...ids].reduce(
    (left, id) => left.replaceAll(id, '*'),
    JSON.stringify({ rest, text }),
  );
  return { status, said: said.replaceAll(NEW, '*') };
}
