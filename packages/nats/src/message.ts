import { headers, type MsgHdrs } from '@nats-io/nats-core';
import type { SinkEvent } from '@stepward/core';

/**
 * The subject of an event. A tenant is one token: what is not a letter, a digit, `-` or `_` is percent-encoded, so that no tenant's
 * events come under the subject of another, or of a wildcard.
 */
export function subjectOf(
  prefix: string,
  { tenantId, type }: Pick<SinkEvent, 'tenantId' | 'type'>,
): string {
  return [prefix, token(tenantId), ...type.split('.').map(token)].join('.');
}

function token(text: string): string {
  return encodeURIComponent(text).replaceAll(/[^\w%-]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `%${code.padStart(2, '0')}`;
  });
}

/** What the stream drops repeats by. Two tenants may have events with one id: hosts choose it by their idempotency keys. */
export function messageIdOf({ tenantId, id }: Pick<SinkEvent, 'tenantId' | 'id'>): string {
  return `${tenantId}:${id}`;
}

/** What the envelope does not say. An organisation's id is percent-encoded, because a header cannot hold each text. */
export function headersOf({
  tenantId,
  organisationId,
  version,
  expiresAt,
}: Pick<SinkEvent, 'tenantId' | 'organisationId' | 'version' | 'expiresAt'>): MsgHdrs {
  const made = headers();
  made.set('Content-Type', 'application/json');
  made.set('Stepward-Tenant', tenantId);
  if (organisationId !== null) {
    made.set('Stepward-Organisation', encodeURIComponent(organisationId));
  }
  if (version !== null) made.set('Stepward-Version', version);
  if (expiresAt !== null) made.set('Stepward-Expires', expiresAt.toISOString());
  return made;
}
