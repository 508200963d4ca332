import type { CaepEvent, InitiatingEntity } from './caep-event.js';

/** Makes CAEP events of an event's data; an empty list for no event. */
export type EventMapping = (data: unknown) => readonly CaepEvent[];

export interface MappingOptions {
  /** The host's own mappings, by the canonical names of events. One takes the place of Stepward's. */
  readonly events: Readonly<Record<string, EventMapping>>;
  /** The `credential_type` of factors, by their names. */
  readonly credentialTypes: Readonly<Record<string, string>>;
  /** Whether a reset ends all sessions of the person. */
  readonly resetEndsSessions: boolean;
}

/** Of WebAuthn, CAEP has a word for each kind of authenticator, which the events do not tell: it goes by its own name. */
const CREDENTIAL_TYPES: Readonly<Record<string, string>> = { sms: 'phone-sms', totp: 'app' };

/** What the events below have in common. */
interface EventData extends Readonly<Record<string, unknown>> {
  readonly identity_id: string;
  readonly factor?: string;
  /** The administrator, or the code of the host, where it was not the person. */
  readonly actor?: { readonly type: string };
}

interface CredentialChange {
  /** The field of the data that has the time. */
  readonly at: string;
  readonly change: Extract<CaepEvent, { readonly type: 'credential-change' }>['changeType'];
  /** By default the data's factor. */
  readonly credential?: string;
  /** By default the actor of the data or, without one, the person. */
  readonly by?: InitiatingEntity;
  readonly reason: string;
}

const CREDENTIAL_CHANGES: Readonly<Record<string, CredentialChange>> = {
  'mfa.factor_enrolled': {
    at: 'enrolled_at',
    change: 'create',
    reason: 'A second factor was enrolled.',
  },
  'mfa.factor_removed': {
    at: 'removed_at',
    change: 'delete',
    reason: 'A second factor was removed.',
  },
  'mfa.authenticator_removed': {
    at: 'removed_at',
    change: 'delete',
    reason: 'One of several authenticators was removed.',
  },
  'mfa.authenticator_renamed': {
    at: 'renamed_at',
    change: 'update',
    reason: 'An authenticator was renamed.',
  },
  'mfa.factor_suspended': {
    at: 'suspended_at',
    change: 'revoke',
    by: 'policy',
    reason: 'A second factor was suspended after too many wrong codes.',
  },
  'mfa.phone_changed': {
    at: 'changed_at',
    change: 'update',
    credential: 'sms',
    reason: 'The verified phone number was changed or removed.',
  },
  'mfa.recovery_codes_generated': {
    at: 'generated_at',
    change: 'update',
    credential: 'recovery-code',
    reason: 'New recovery codes were made.',
  },
  'mfa.temporary_pass_created': {
    at: 'created_at',
    change: 'create',
    credential: 'temporary-pass',
    reason: 'A temporary pass was given.',
  },
  'mfa.temporary_pass_withdrawn': {
    at: 'withdrawn_at',
    change: 'revoke',
    credential: 'temporary-pass',
    reason: 'A temporary pass was withdrawn.',
  },
};

/** Second factors that stand in for another one: the session has proven two. */
const STEP_UPS: Readonly<Record<string, string>> = {
  'mfa.recovery_code_used': 'A second factor was proven with a recovery code.',
  'mfa.temporary_pass_used': 'A second factor was proven with a temporary pass.',
};

type Cause = Pick<CaepEvent, 'initiatingEntity' | 'reason'>;

/** By the `reason` of `session.revoked`. */
const REVOCATIONS: Readonly<Record<string, Cause>> = {
  user_logout: { initiatingEntity: 'user', reason: 'The person signed out.' },
  admin_revoke: { initiatingEntity: 'admin', reason: 'An administrator ended the session.' },
  policy: { initiatingEntity: 'policy', reason: 'A policy ended the session.' },
};

const REVOKED: Cause = { initiatingEntity: 'system', reason: 'The session was ended.' };

/** The names of the events that streams subscribe to. */
export function mappedEvents({ events }: Pick<MappingOptions, 'events'>): readonly string[] {
  const own = [...Object.keys(CREDENTIAL_CHANGES), ...Object.keys(STEP_UPS), 'session.revoked'];
  return [...new Set([...own, ...Object.keys(events)])];
}

/**
 * Makes the CAEP events of an event, by its canonical name; none for an event that has no mapping.
 *
 * @throws Error where the data lacks a field, for example because the stream's subscriber was changed to thin bodies
 */
export function caepEventsOf(
  type: string,
  data: object,
  { events, ...options }: MappingOptions,
): readonly CaepEvent[] {
  const hosts = rowOf(events, type);
  if (hosts !== undefined) return hosts(data);
  const change = rowOf(CREDENTIAL_CHANGES, type);
  if (change !== undefined) return credentialChanges(change, data as EventData, options);
  const stepUp = rowOf(STEP_UPS, type);
  if (stepUp !== undefined) return [steppedUp(stepUp, data as EventData)];
  return type === 'session.revoked' ? [sessionRevoked(data as EventData)] : [];
}

/** A name of an event may be one that objects inherit. */
function rowOf<Row>(table: Readonly<Record<string, Row>>, type: string): Row | undefined {
  return Object.hasOwn(table, type) ? table[type] : undefined;
}

function credentialChanges(
  { at: field, change, credential, by, reason }: CredentialChange,
  data: EventData,
  { credentialTypes, resetEndsSessions }: Omit<MappingOptions, 'events'>,
): readonly CaepEvent[] {
  const factor = credential ?? textOf(data, 'factor');
  const isHelp = data.actor !== undefined;
  const head = {
    identityId: textOf(data, 'identity_id'),
    at: momentOf(data, field),
    initiatingEntity: by ?? initiatorOf(data),
  };
  const changed: CaepEvent = {
    ...head,
    type: 'credential-change',
    credentialType: { ...CREDENTIAL_TYPES, ...credentialTypes }[factor] ?? factor,
    // What an administrator takes away is revoked.
    changeType: isHelp && change === 'delete' ? 'revoke' : change,
    reason,
  };
  if (!(isHelp && change === 'delete' && resetEndsSessions)) return [changed];
  return [changed, { ...head, type: 'session-revoked', reason: 'A reset ended all sessions.' }];
}

function initiatorOf({ actor }: EventData): InitiatingEntity {
  if (actor === undefined) return 'user';
  return actor.type === 'system' ? 'system' : 'admin';
}

function steppedUp(reason: string, data: EventData): CaepEvent {
  return {
    type: 'assurance-level-change',
    identityId: textOf(data, 'identity_id'),
    sessionId: textOf(data, 'session_id'),
    at: momentOf(data, 'used_at'),
    initiatingEntity: 'user',
    namespace: 'NIST-AAL',
    currentLevel: 'nist-aal2',
    changeDirection: 'increase',
    reason,
  };
}

function sessionRevoked(data: EventData): CaepEvent {
  return {
    type: 'session-revoked',
    identityId: textOf(data, 'identity_id'),
    sessionId: textOf(data, 'id'),
    at: momentOf(data, 'revoked_at'),
    ...(rowOf(REVOCATIONS, String(data['reason'])) ?? REVOKED),
  };
}

function textOf(data: EventData, field: string): string {
  const value = data[field];
  if (typeof value === 'string') return value;
  throw new Error(`the event has no ${field}: streams need events with their data, not thin ones`);
}

function momentOf(data: EventData, field: string): Date {
  return new Date(textOf(data, field));
}
