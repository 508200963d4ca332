/** Who caused a change (CAEP 1.0, section "Optional Event Claims"). */
export type InitiatingEntity = 'admin' | 'user' | 'policy' | 'system';

interface CaepEventBase {
  readonly identityId: string;
  /** The one session that it is about; by default it is about the person, with all sessions. */
  readonly sessionId?: string;
  readonly at: Date;
  readonly initiatingEntity: InitiatingEntity;
  /** For administrators of the receiver, in English; not empty. */
  readonly reason: string;
}

/** An event of the Continuous Access Evaluation Profile 1.0, before it has a stream. */
export type CaepEvent =
  | (CaepEventBase & { readonly type: 'session-revoked' })
  | (CaepEventBase & {
      readonly type: 'credential-change';
      /** A word of CAEP 1.0, such as `phone-sms` or `app`, or one that both sides know. */
      readonly credentialType: string;
      readonly changeType: 'create' | 'revoke' | 'update' | 'delete';
    })
  | (CaepEventBase & {
      readonly type: 'assurance-level-change';
      /** The vocabulary of the levels, for example `NIST-AAL`. */
      readonly namespace: string;
      readonly currentLevel: string;
      /** By default not known. */
      readonly previousLevel?: string;
      readonly changeDirection?: 'increase' | 'decrease';
    });

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type/';

/** The URI of an event. */
export function caepUri(type: CaepEvent['type']): string {
  return `${CAEP}${type}`;
}

/** The URIs of all events that can be sent: `events_supported`. */
export const SUPPORTED_EVENTS: readonly string[] = (
  ['session-revoked', 'credential-change', 'assurance-level-change'] as const
).map(caepUri);

/** What stands under the event's URI. */
export function caepClaims(event: CaepEvent): object {
  return {
    ...typeClaims(event),
    initiating_entity: event.initiatingEntity,
    reason_admin: { en: event.reason },
    event_timestamp: Math.floor(event.at.getTime() / 1_000),
  };
}

function typeClaims(event: CaepEvent): object {
  switch (event.type) {
    case 'session-revoked':
      return {};
    case 'credential-change':
      return { credential_type: event.credentialType, change_type: event.changeType };
    case 'assurance-level-change':
      return {
        namespace: event.namespace,
        current_level: event.currentLevel,
        previous_level: event.previousLevel,
        change_direction: event.changeDirection,
      };
  }
}
