import { createEventRegistry, type EventDefinitions } from '@stepward/core/events';
import { describeOperations } from '../operations/create-operations.js';
import { asyncApiDocument } from './asyncapi-document.js';
import { openApiDocument } from './openapi-document.js';

/**
 * Returns the OpenAPI 3.1 document of every operation, with the events as its webhooks: the response of
 * `GET /v1/openapi.json`, for tools without a running API.
 *
 * @param events the host's own events, as `createStepward` takes them; none by default
 * @throws TypeError that names an event and what is wrong with it
 * @example
 * await writeFile('openapi.json', JSON.stringify(describeApi()));
 */
export function describeApi(events: EventDefinitions = {}): Readonly<Record<string, unknown>> {
  const registry = createEventRegistry(events, 'describeApi');
  return openApiDocument(describeOperations(registry), registry.describe());
}

/**
 * Returns the AsyncAPI 3.0 document of the events, as webhooks receive them, headers included.
 *
 * @param events the host's own events, as `createStepward` takes them; none by default
 * @throws TypeError that names an event and what is wrong with it
 * @example
 * await writeFile('asyncapi.json', JSON.stringify(describeEvents()));
 */
export function describeEvents(events: EventDefinitions = {}): Readonly<Record<string, unknown>> {
  return asyncApiDocument(createEventRegistry(events, 'describeEvents').describe());
}
