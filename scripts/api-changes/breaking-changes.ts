import { objectAt, type Json, type JsonObject } from '../json.js';
import {
  documentedOperations,
  reasonsOf,
  successesOf,
  type DocumentedOperation,
} from '../openapi-operations.js';
import { schemaChanges } from './schema-changes.js';
import { withoutReferences } from './without-references.js';

/**
 * What breaks callers of an API, and receivers of its webhooks, where an OpenAPI document replaces another; a
 * sentence each.
 *
 * Breaking: an operation, a status of success, a reason of a refusal or an event that is gone; input that is
 * required, refused or bounded where it was not; an answer that lacks a property or has a new type or value; a
 * credential that no longer suffices. What is only new breaks no caller.
 */
export function breakingChanges(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, now] = [withoutReferences(before), withoutReferences(after)];
  const successors = new Map(documentedOperations(now).map((each) => [each.name, each]));
  const ofOperations = documentedOperations(old).flatMap((each) => {
    const successor = successors.get(each.name);
    return successor === undefined
      ? [`${each.name}: was removed`]
      : operationChanges(each, successor);
  });
  return [...ofOperations, ...eventChanges(old, now)];
}

function operationChanges(old: DocumentedOperation, now: DocumentedOperation): readonly string[] {
  return [
    ...credentialChanges(old, now),
    ...parameterChanges(old, now),
    ...bodyChanges(old, now),
    ...answerChanges(old, now),
    ...reasonsOf(old)
      .filter((reason) => !reasonsOf(now).includes(reason))
      .map((reason) => `${old.name}: the reason ${reason} was removed`),
  ];
}

/** Each credential that was enough has to be enough, with the scopes that it had. */
function credentialChanges(old: DocumentedOperation, now: DocumentedOperation): readonly string[] {
  const accepted = listAt(now.operation, 'security');
  return listAt(old.operation, 'security')
    .filter((credential) => !accepted.some((each) => demandsNoMore(each, credential)))
    .map((credential) => `${old.name}: ${JSON.stringify(credential)} no longer suffices`);
}

function demandsNoMore(now: JsonObject, old: JsonObject): boolean {
  return Object.keys(now).every((scheme) => {
    const scopes = old[scheme];
    return (
      Array.isArray(scopes) &&
      (now[scheme] as readonly Json[]).every((each) => scopes.includes(each))
    );
  });
}

function parameterChanges(old: DocumentedOperation, now: DocumentedOperation): readonly string[] {
  const [before, after] = [parametersOf(old), parametersOf(now)];
  const demanded = [...after]
    .filter(([name, each]) => each['required'] === true && before.get(name)?.['required'] !== true)
    .map(([name]) => `${old.name}: the parameter ${name} is required now`);
  const others = [...before].flatMap(([name, each]) => {
    const successor = after.get(name);
    if (successor === undefined) return [`${old.name}: the parameter ${name} was removed`];
    const schemas = { before: objectAt(each, 'schema'), after: objectAt(successor, 'schema') };
    return schemaChanges({ place: `${old.name} ${name}`, ...schemas, direction: 'input' });
  });
  return [...demanded, ...others];
}

/** By their names and where they stand: `limit in query`. */
function parametersOf({ operation }: DocumentedOperation): ReadonlyMap<string, JsonObject> {
  return new Map(
    listAt(operation, 'parameters').map((each) => [
      `${textAt(each, 'name')} in ${textAt(each, 'in')}`,
      each,
    ]),
  );
}

function bodyChanges(old: DocumentedOperation, now: DocumentedOperation): readonly string[] {
  const place = `${old.name} body`;
  const [before, after] = [
    objectAt(old.operation, 'requestBody'),
    objectAt(now.operation, 'requestBody'),
  ];
  if (before['required'] !== true && after['required'] === true)
    return [`${place}: is required now`];
  if (Object.keys(before).length === 0) return [];
  if (Object.keys(after).length === 0) return [`${place}: was removed`];
  const schemas = { before: objectAt(before, ...SCHEMA), after: objectAt(after, ...SCHEMA) };
  return schemaChanges({ place, ...schemas, direction: 'input' });
}

const SCHEMA = ['content', 'application/json', 'schema'] as const;

function answerChanges(old: DocumentedOperation, now: DocumentedOperation): readonly string[] {
  const successors = successesOf(now);
  return [...successesOf(old)].flatMap(([status, before]) => {
    const after = successors.get(status);
    const place = `${old.name} ${status}`;
    if (after === undefined) return [`${place}: was removed`];
    return schemaChanges({ place, before, after, direction: 'output' });
  });
}

/** Webhooks are written by the service: what their receivers read is output. */
function eventChanges(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, now] = [objectAt(before, 'webhooks'), objectAt(after, 'webhooks')];
  return Object.keys(old).flatMap((type) => {
    if (!Object.hasOwn(now, type)) return [`the event ${type}: was removed`];
    const schemaOf = (events: JsonObject) =>
      objectAt(events, type, 'post', 'requestBody', ...SCHEMA);
    const schemas = { before: schemaOf(old), after: schemaOf(now) };
    return schemaChanges({ place: `the event ${type}`, ...schemas, direction: 'output' });
  });
}

function listAt(operation: JsonObject, name: string): readonly JsonObject[] {
  const list = operation[name];
  return Array.isArray(list) ? (list as readonly JsonObject[]) : [];
}

function textAt(object: JsonObject, name: string): string {
  const text = object[name];
  return typeof text === 'string' ? text : '';
}
