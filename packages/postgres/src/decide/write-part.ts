import type { Decided } from '@stepward/core/adapter';
import type { ParameterList } from '../connection/parameters.js';
import { sessionOf } from '../stores/code-row.js';
import type { DecisionChange } from './change.js';

/**
 * One part of the statement that stores a decision: common table expressions that change one table where `guard` has
 * a row, which it has where the decision may be stored. A part without a change stores nothing.
 */
export interface WritePart<Name extends string = string> {
  readonly isIn: (change: DecisionChange) => boolean;
  readonly parameters: Readonly<Record<Name, ParameterList<DecisionChange>[string]>>;
  readonly sql: (schema: string, own: Readonly<Record<Name, string>>, shared: SharedSql) => PartSql;
}

export interface PartSql {
  /** The common table expressions. */
  readonly tables: string;
  /** What must hold of `decision` before anything is stored. */
  readonly condition?: string;
  /** What must hold afterwards; otherwise the statement fails, and its error has that text. It is what runs the part. */
  readonly check: { readonly holds: string; readonly otherwise: string };
}

/** The parameters that all parts may use. */
export const SHARED = {
  tenantId: ['text', ({ owner }) => owner.tenantId],
  identityId: ['text', ({ owner }) => owner.identityId],
  factor: ['text', ({ owner }) => owner.factor],
  purpose: ['text', ({ owner }) => owner.purpose],
  sessionId: ['text', ({ owner }) => sessionOf(owner)],
  /** The version of the identity's ledger that was read; null in a unit of work, where none is compared. */
  version: ['bigint', ({ guard }) => guard?.versions.identity],
} satisfies ParameterList<DecisionChange>;

export interface SharedSql extends Readonly<Record<keyof typeof SHARED, string>> {
  /** Announces an event of the outbox, by its `shard`. */
  readonly eventAnnouncement: string;
}

/** Infers the names of the parameters. */
export function writePart<Name extends string>(part: WritePart<Name>): WritePart {
  return part;
}

/** In the text of an error: a concurrent transaction has changed the decision's input. The decision is made again. */
export const DECISION_LOST = 'stepward: decision lost';
/** In the text of an error: the day's count of sends would be above its bound. */
export const BEYOND_BOUND = 'stepward: beyond the bound';

/** In the text of an error: a new authenticator has the id of another identity's. */
const TAKEN = 'authenticator_has_one_owner';

/** Whether an error has that text. */
export function says(error: unknown, text: string): boolean {
  return error instanceof Error && error.message.includes(text);
}

/** The refusals that a decision names for what the statement finds; none for other errors. */
export function refusalsOf<E>(
  error: unknown,
  { dailySend, ifTaken }: Pick<Decided<unknown, E>, 'dailySend' | 'ifTaken'>,
): readonly E[] {
  const { bound = null } = dailySend ?? {};
  if (bound !== null && says(error, BEYOND_BOUND)) return [bound.otherwise];
  return ifTaken !== undefined && says(error, TAKEN) ? [ifTaken] : [];
}

/** A check that always holds, of a part that need not store anything. */
export function ran(table: string): PartSql['check'] {
  return { holds: `exists (select from ${table}) is not null`, otherwise: DECISION_LOST };
}
