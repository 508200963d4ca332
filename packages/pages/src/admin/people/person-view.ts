import type { FactorName, PersonRecord } from '@stepward/core';
import { isFactorName, KEPT_FACTORS, type KeptFactor } from '@stepward/core/factors';
import type { PeopleSession } from './people-visit.js';
import { shownName } from '../parts/shown-name.js';

/** One authenticator, as the pages show it. */
export type PersonAuthenticator = Pick<
  PersonRecord['authenticators'][number],
  'name' | 'createdAt' | 'lastUsedAt' | 'suspended'
>;

/** A factor that a person has. */
export interface PersonFactor {
  readonly factor: FactorName;
  /** Oldest first; empty for a factor that the host keeps itself. */
  readonly authenticators: readonly PersonAuthenticator[];
}

/** What the pages show of a person. */
export interface PersonView {
  readonly identityId: string;
  /** Null where the host has none, or could not be asked. */
  readonly name: string | null;
  /** Strongest first. */
  readonly factors: readonly PersonFactor[];
  readonly recoveryCodes: { readonly left: number; readonly isSuspended: boolean };
  readonly guesses: PersonRecord['guesses'];
  /** Until when the person may sign in without a factor; null where there is no such time. */
  readonly deadline: { readonly at: Date; readonly isOver: boolean } | null;
  /** When the temporary pass ends; null where none can be used. */
  readonly passUntil: Date | null;
  /** What a reset can remove. */
  readonly removable: readonly KeptFactor[];
  /** Whether the administrator may help the person: not without the scope, and not themselves. */
  readonly help: 'allowed' | 'read_only' | 'self';
}

/** What the view is made of: `stepward.people.see` has the record. */
export interface PersonFacts {
  readonly record: PersonRecord;
  /** The host's name of the person, as it is; null for none. */
  readonly name: string | null;
  /** Who looks at the person. */
  readonly session: Pick<PeopleSession, 'actor' | 'scopes'>;
}

/** Decides what the pages show of a person. The services decide again for each form. */
export function personView({ record, name, session }: PersonFacts, now: Date): PersonView {
  const { identityId, methods, authenticators, suspended, deadline } = record;
  const left = record.backupCodesRemaining;
  return {
    identityId,
    name: shownName(name),
    factors: methods.map((factor) => ({
      factor,
      authenticators: authenticators
        .filter((one) => one.factor === factor)
        .map((one) => ({ ...one, name: shownName(one.name) })),
    })),
    recoveryCodes: { left, isSuspended: suspended.includes('recovery_code') },
    guesses: record.guesses,
    deadline: deadline && { at: deadline, isOver: deadline <= now },
    passUntil: record.temporaryPass?.expiresAt ?? null,
    removable: KEPT_FACTORS.filter((factor) =>
      isFactorName(factor) ? authenticators.some((one) => one.factor === factor) : left > 0,
    ),
    help: helpOf(identityId, session),
  };
}

function helpOf(identityId: string, { actor, scopes }: PersonFacts['session']): PersonView['help'] {
  if (!scopes.includes('identities:write')) return 'read_only';
  return actor.type === 'identity' && actor.id === identityId ? 'self' : 'allowed';
}
