import type { Actor } from '../../records/actor.js';
import type { LoggedClient } from '../../records/client.js';
import { entryId, entryRetainedUntil } from '../../audit/entry-parts.js';
import type { CodeSubject } from '../codes/code-state.js';
import type { AuthenticationEntry, LoggedOperation } from '../../records/authentication-entry.js';
import type { Happening } from './tell-step.js';

/** Where something happened, and to whom. */
export interface Scene {
  readonly whose: CodeSubject & { readonly identityId: string };
  /** Whether the tenant is in HIPAA mode. */
  readonly hipaa: boolean;
  readonly now: Date;
  /** Who did it; by default the person, or the authentication application for a step-up. */
  readonly actor?: Actor;
  /** The operation that it is about; null, the default, for none. */
  readonly operation?: LoggedOperation | null;
  /** The client that it was done with; null where nothing is known of it. */
  readonly client: LoggedClient | null;
}

/**
 * Returns the entries for what happened, in the order of their ids.
 *
 * @param random returns 10 new random bytes for each entry
 */
export function newEntries(
  happenings: readonly Happening[],
  scene: Scene,
  random: () => Uint8Array,
): readonly AuthenticationEntry[] {
  const { whose, hipaa, now, client, operation = null } = scene;
  const { identityId, factor, purpose } = whose;
  const actor = actorIn(scene);
  const retainUntil = entryRetainedUntil(now, hipaa);
  return happenings.map((happening, index) => ({
    id: entryId(now, index, random()),
    type: happening.type,
    at: now,
    identityId,
    factor: purpose === 'phone' ? null : factor,
    sessionId: sessionOf(happening, whose),
    actor,
    reason: happening.reason,
    client,
    refused: null,
    operation: operation && { id: operation.id, digest: operation.digest },
    retainUntil,
  }));
}

function sessionOf(happening: Happening, whose: Scene['whose']): string | null {
  if (happening.type === 'session.ended') return happening.sessionId;
  return whose.purpose === 'step_up' ? whose.sessionId : null;
}

/** The authentication application challenges and verifies on behalf of the session's person. */
export const AUTHENTICATION_APPLICATION: Actor = {
  type: 'system',
  id: 'authentication_application',
};

/** Who did what a scene is about. */
export function actorIn({ whose: { purpose, identityId }, actor }: Scene): Actor {
  if (actor !== undefined) return actor;
  return purpose === 'step_up' ? AUTHENTICATION_APPLICATION : { type: 'identity', id: identityId };
}
