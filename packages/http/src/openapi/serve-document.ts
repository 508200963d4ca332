import { createHash } from 'node:crypto';
import type { EventRegistry } from '@stepward/core';
import type { HttpRequest, HttpResponse } from '../http-types.js';
import type { AnyOperation } from '../operations/operation.js';
import type { RenderProblem } from '../errors/problem.js';
import { refuse } from '../answer.js';
import { BROWSER_HEADERS, toResponse } from '../to-response.js';

/** Answers requests to that path with the document, which is built at the first request; 304 where the caller has it. */
export function createDocumentServer(
  operations: readonly AnyOperation[],
  eventRegistry: EventRegistry,
  render: RenderProblem,
): (request: HttpRequest, requestId: string) => Promise<HttpResponse> {
  let document: Promise<{ readonly text: string; readonly etag: string }> | null = null;

  async function make(): Promise<{ readonly text: string; readonly etag: string }> {
    const { openApiDocument } = await import('./openapi-document.js');
    const text = JSON.stringify(openApiDocument(operations, eventRegistry.describe()));
    return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  }

  return async (request, requestId) => {
    const { method } = request;
    if (method !== 'GET' && method !== 'HEAD') {
      const refusal = refuse({ code: 'method_not_allowed', allow: ['GET', 'HEAD'] });
      return toResponse(refusal, request, requestId, render);
    }
    document ??= make();
    const { text, etag } = await document;
    const headers = { ...HEADERS, etag, 'x-request-id': requestId };
    if (isKept(request, etag)) return { status: 304, headers, body: null };
    return { status: 200, headers, body: method === 'HEAD' ? null : text };
  };
}

/** RFC 9110 section 13.1.2; proxies that compress make the tag weak. */
function isKept({ headers }: HttpRequest, etag: string): boolean {
  const asked = [headers['if-none-match'] ?? []].flat().join(',').split(',');
  return asked.some((one) => one.trim().replace(/^W\//, '') === etag);
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  ...BROWSER_HEADERS,
};
