import type { ObservedAnswer, ObservedRequest, RequestObserver } from '@stepward/http';
import type { Attributes } from '@opentelemetry/api';
import type { Measure } from './measure.js';

/** Measures each request that an operation answers. A refusal is an outcome; only a 5xx is a failure. */
export function requestObserver(measure: Measure): RequestObserver {
  return async ({ operationId, api, route, method }, answer) => {
    const attributes = {
      ...(operationId !== null && { 'stepward.operation.id': operationId }),
      'stepward.api': api,
      'http.request.method': METHODS.has(method) ? method : '_OTHER',
      'http.route': route,
    };
    const span = `stepward.operation ${operationId ?? route}`;
    await measure({ span, attributes, tenantId: null, outcome }, answer);
  };
}

function outcome({ status, reason }: ObservedAnswer): Attributes {
  return {
    'http.response.status_code': status,
    ...(reason !== null && { 'stepward.reason': reason }),
    ...(status >= 500 && { 'error.type': reason ?? String(status) }),
  };
}

/** The methods of the semantic conventions (RFC 9110 and RFC 5789). A caller may send any other text. */
const METHODS: ReadonlySet<ObservedRequest['method']> = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
]);
