import type { Actor } from '../records/actor.js';
import type { AuthenticationEntry, RefusedRequests } from '../records/authentication-entry.js';
import { loggedClient } from './logged-client.js';
import type { CallerClient, ClientAddressInLogs } from '../records/client.js';
import { entryId, entryRetainedUntil } from './entry-parts.js';

/** Whom a credential belongs to: a genuine one, though it may have ended or may not do what was asked. */
export interface CredentialOwner {
  readonly tenantId: string;
  readonly actor: Actor;
}

/** A request that was refused. It holds nothing of the credential, the query and the body. */
export interface RefusedAccess extends Omit<RefusedRequests, 'count'>, CallerClient {
  /** Null where the credential is not genuine: a tenant that a request only names is not its owner's. */
  readonly owner: CredentialOwner | null;
  /** The `reason` of the problem, for example `insufficient_scope`. */
  readonly reason: string;
}

/** Refused requests of one owner. */
export interface OwnedRefusals extends RefusedAccess {
  readonly owner: CredentialOwner;
  readonly count: number;
}

/** The text that refusals of one credential, route and reason share. */
export function refusalKey({ owner, operation, route, reason }: RefusedAccess): string {
  const { tenantId, actor } = owner ?? { tenantId: null, actor: null };
  return JSON.stringify([tenantId, actor?.type, actor?.id, operation, route, reason]);
}

/** The tenant of an entry, its time, and what it has of clients. */
interface EntryScene {
  readonly addresses: ClientAddressInLogs;
  readonly hipaa: boolean;
  readonly now: Date;
  /** Its position among the entries that are written with it. */
  readonly index: number;
  /** 10 random bytes. */
  readonly random: Uint8Array;
}

/** The entry `access.refused` of the owner's tenant. */
export function refusedEntry(
  { owner: { actor }, reason, operation, route, status, count, ...client }: OwnedRefusals,
  { addresses, hipaa, now, index, random }: EntryScene,
): AuthenticationEntry {
  return {
    id: entryId(now, index, random),
    type: 'access.refused',
    at: now,
    identityId: actor.type === 'identity' ? actor.id : null,
    factor: null,
    sessionId: null,
    actor,
    reason,
    operation: null,
    client: loggedClient(client, addresses),
    refused: { operation, route, status, count },
    retainUntil: entryRetainedUntil(now, hipaa),
  };
}
