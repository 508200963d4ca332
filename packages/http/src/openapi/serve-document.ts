import type { EventRegistry } from '@stepward/core';
import type { HttpRequest, HttpResponse } from '../http-types.js';
import type { AnyOperation } from '../operations/operation.js';
import type { RenderProblem } from '../problem.js';
import { refuse } from '../refusal.js';
import { toResponse } from '../to-response.js';

/** The path of the API's own description. It needs no credential, because the document is the same for every caller. */
export const DOCUMENT_PATH = '/v1/openapi.json';

/** Answers requests to that path with the document, which is built at the first request. */
export function createDocumentServer(
  operations: readonly AnyOperation[],
  eventRegistry: EventRegistry,
  render: RenderProblem,
): (request: HttpRequest, requestId: string) => Promise<HttpResponse> {
  let document: Promise<string> | null = null;

  async function make(): Promise<string> {
    const { openApiDocument } = await import('./openapi-document.js');
    return JSON.stringify(openApiDocument(operations, eventRegistry.describe()));
  }

  return async (request, requestId) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const refusal = refuse({ code: 'method_not_allowed', allow: ['GET', 'HEAD'] });
      return toResponse(refusal, request, requestId, render);
    }
    document ??= make();
    const body = await document;
    const headers = { ...HEADERS, 'x-request-id': requestId };
    return { status: 200, headers, body: method === 'HEAD' ? null : body };
  };
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=3600',
};
