import type { ManagementCaller } from '../../access/caller.js';
import type { FieldViolation } from '../../shared/checks/field-violation.js';

/** The names of destinations: 1 to 64 lower-case letters, digits, `-` and `_`, beginning with a letter. */
export const DESTINATION_NAME = /^[a-z][a-z0-9_-]{0,63}$/;

const SCHEME = 'destination:';

/** The name in `destination:<name>`, the URL of a destination in the host's own process; null for every other text. */
export function destinationName(url: string): string | null {
  const name = url.slice(SCHEME.length);
  return url.startsWith(SCHEME) && DESTINATION_NAME.test(name) ? name : null;
}

/** The origin of a subscriber's URL; of a destination the whole URL. */
export function originOf(url: string): string {
  return destinationName(url) === null ? new URL(url).origin : url;
}

/**
 * Refuses a destination unless the host's own code asks for it: a tenant must not write into the host's queue. One that is stored
 * can stay, so that a tenant can change the other fields.
 *
 * @param stored the URL before the change; null for a new subscriber
 */
export function refusedDestination(
  { actor }: Pick<ManagementCaller, 'actor'>,
  { url }: { readonly url?: unknown },
  stored: string | null,
): FieldViolation | null {
  if (typeof url !== 'string' || destinationName(url) === null) return null;
  if (actor.type === 'system' || url === stored) return null;
  return { field: 'url', rule: 'target', limit: LIMIT, value: url };
}

const LIMIT = 'an https URL: only the code of the service itself may name a destination';
