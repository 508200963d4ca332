import { isFunction, isSecureUrl, required } from '@stepward/core/adapter';

/** The option of every page: where it is mounted. */
export type PublicUrl = string | (() => string);

const EXPECTED =
  'an https address without a slash at the end, or http on a loopback address, such as http://localhost:3000';

/** Over plain http browsers send no origin with a form, and cookies are readable on the way. */
export const publicUrlRule = required(
  `${EXPECTED}; or a function that returns one`,
  (value) => isFunction(value) || isPublicUrl(value),
);

function isPublicUrl(value: unknown): boolean {
  return isSecureUrl(value) && /[^/]$/.test(value) && !/[?#]/.test(value);
}

/**
 * Returns the address that a page is mounted at, or that of another option of this form.
 *
 * @param factory what an error starts with
 * @throws TypeError where the function of the option returns another one.
 */
export function readPublicUrl(factory: string, publicUrl: PublicUrl, option = 'publicUrl'): string {
  if (typeof publicUrl === 'string') return publicUrl;
  const url = publicUrl();
  if (!isPublicUrl(url)) throw new TypeError(`${factory}: ${option} must return ${EXPECTED}`);
  return url;
}
