import { isFunction, isObject, parseUrl } from '@stepward/core/adapter';

/** Whether a value may be a brand; the renderer looks closer. */
export function isObjectOrFunction(value: unknown): boolean {
  return isObject(value) || isFunction(value);
}

/** Whether a value may be the address that pages are mounted at. */
export function isPublicUrl(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return (
    typeof value === 'string' &&
    /^https?:/.test(value) &&
    /[^/]$/.test(value) &&
    parseUrl(value) !== null
  );
}
