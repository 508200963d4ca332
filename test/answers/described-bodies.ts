import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { objectAt, type JsonObject } from '../../scripts/json.js';
import { openApiDocument } from '../../packages/http/src/openapi/openapi-document.js';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';

const DOCUMENT = 'openapi.json';

/** Reports how a body differs from its description in the OpenAPI document. */
export function bodyChecks(
  operations: readonly AnyOperation[],
): (operation: AnyOperation, status: number, body: unknown) => readonly string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const document = openApiDocument(operations, []) as JsonObject;
  ajv.addSchema({ ...document, $id: DOCUMENT });
  const checks = new Map<string, ValidateFunction>();

  return ({ method, path }, status, body) => {
    const mediaType = status < 400 ? 'application/json' : 'application/problem+json';
    const place = ['paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()];
    const response = [...place, 'responses', String(status)];
    const pointer = [
      ...(componentOf(document, response) ?? response),
      'content',
      mediaType,
      'schema',
    ];
    const $ref = `${DOCUMENT}#${pointer.map((part) => `/${escaped(part)}`).join('')}`;
    const check = checks.get($ref) ?? ajv.compile({ $ref });
    checks.set($ref, check);
    if (check(body)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message = '' }) => `${instancePath} ${message}`,
    );
  };
}

/** The component that is referred to in a place; null where the part itself is there. */
function componentOf(document: JsonObject, place: readonly string[]): readonly string[] | null {
  const { $ref: reference } = objectAt(document, ...place);
  return typeof reference === 'string' ? reference.replace(/^#\//, '').split('/') : null;
}

/** RFC 6901 section 3, in a URI fragment. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
