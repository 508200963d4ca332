import { hasMethods } from '@stepward/core/adapter';
import type { HttpApi } from './http-types.js';

const isHttpApi = hasMethods('handle');

/**
 * Checks the argument of a binding, for authors of bindings.
 *
 * @param usage how the binding is called, for example `stepwardExpress(api)`
 * @throws TypeError that says what to pass, where the value is not what `createHttpApi` returns.
 */
export function checkHttpApi(usage: string, api: unknown): asserts api is HttpApi {
  if (!isHttpApi(api)) {
    throw new TypeError(
      `${usage}: api must be what createHttpApi({ stepward, accessTokens }) returns`,
    );
  }
}
