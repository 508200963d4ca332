import type { CodeSubject, Decided } from '@stepward/core/adapter';
import type { Authenticator, FactorRecord } from '@stepward/core/factors';
import { codeStateRow, type CodeStateRow, destinationSubject } from '../stores/code-row.js';

/** Identifies a record over all tenants. */
export type RecordOwner = CodeSubject & {
  readonly tenantId: string;
  readonly identityId: string;
  /** Null if no destination's budget is used. */
  readonly destinationKey: string | null;
  /** The names of a grant to read; left out for none. */
  readonly grants?: readonly string[];
};

/** The changes beyond the record. */
export type AlsoChanged = Pick<
  Decided<unknown, unknown>,
  | 'trail'
  | 'counted'
  | 'sentMessage'
  | 'grant'
  | 'dailySend'
  | 'ended'
  | 'trustedDevices'
  | 'enrolmentsDue'
  | 'verifiedPhone'
>;

/** The conditions under which a decision is stored that was made without a lock. */
export interface DecisionGuard {
  /** The versions of the ledgers that were read; 0 for one that was not stored. */
  readonly versions: { readonly identity: number; readonly destination: number };
  /** The id of the code that the session's challenge had when it was read; null for none. */
  readonly challengeId: string | null;
  /** The keys of the advisory locks that must be free. */
  readonly lockKeys: readonly string[];
  /** How long to wait for row locks of other transactions, in milliseconds, at least 1. */
  readonly waitMs: number;
}

/** What a decision stores. */
export interface DecisionChange {
  readonly owner: RecordOwner;
  /** Null in a unit of work, which holds the locks. */
  readonly guard: DecisionGuard | null;
  /** The record after the decision. */
  readonly record: FactorRecord;
  /** Whether its budgets, of sends, guesses, refusals or starts, are others than before. */
  readonly areBudgetsUsed: boolean;
  /** The subject of the destination's ledger; null where it does not change. */
  readonly destination: string | null;
  /** The code to store; null for none. */
  readonly code: Partial<CodeStateRow> | null;
  readonly isCodeRemoved: boolean;
  readonly authenticators: readonly AuthenticatorChange[];
  readonly also: AlsoChanged;
}

/** One authenticator before and after; undefined where it is not bound. */
export interface AuthenticatorChange {
  readonly id: string;
  readonly before: Authenticator | undefined;
  readonly after: Authenticator | undefined;
}

/**
 * Returns what a decision stores: the parts of `after` that differ by reference from `before`, and the changes beyond
 * them. Null if nothing changes. The identity's own ledger is part of any change: its version guards every decision
 * about the identity.
 */
export function changeOf(
  owner: RecordOwner,
  before: FactorRecord,
  after: FactorRecord,
  also: AlsoChanged,
  guard: DecisionGuard | null,
): DecisionChange | null {
  const { destinationKey } = owner;
  const isSent = destinationKey !== null && after.destinationSends !== before.destinationSends;
  const isOther = after.state !== before.state;
  const change: DecisionChange = {
    owner,
    guard,
    record: after,
    areBudgetsUsed: OWN_BUDGETS.some((budget) => before[budget] !== after[budget]),
    destination: isSent ? destinationSubject(destinationKey) : null,
    code: isOther ? codeStateRow(after.state) : null,
    isCodeRemoved: isOther && after.state.status === 'none',
    authenticators: changedAuthenticators(before, after),
    also,
  };
  return isChanged(change) ? change : null;
}

const OWN_BUDGETS = ['sends', 'wrongGuesses', 'refusals', 'starts'] as const;

function isChanged(change: DecisionChange): boolean {
  const { areBudgetsUsed, destination, code, isCodeRemoved, authenticators, also } = change;
  const { trail, counted, sentMessage, grant, dailySend, ended, verifiedPhone } = also;
  const lists = also.trustedDevices ?? also.enrolmentsDue;
  return (
    areBudgetsUsed ||
    destination !== null ||
    code !== null ||
    isCodeRemoved ||
    Boolean(sentMessage ?? grant ?? dailySend ?? ended ?? lists) ||
    verifiedPhone !== undefined ||
    [
      authenticators,
      trail?.entries,
      trail?.events,
      trail?.audit,
      counted?.add,
      counted?.blocks,
    ].some((list) => isFilled(list))
  );
}

export function isFilled(list: readonly unknown[] | undefined): boolean {
  return list !== undefined && list.length > 0;
}

function changedAuthenticators(
  { authenticators: before }: FactorRecord,
  { authenticators: after }: FactorRecord,
): readonly AuthenticatorChange[] {
  if (before === after) return [];
  const ids = new Set([...before, ...after].map(({ id }) => id));
  return [...ids]
    .map((id) => ({
      id,
      before: before.find((one) => one.id === id),
      after: after.find((one) => one.id === id),
    }))
    .filter((change) => change.before !== change.after);
}
