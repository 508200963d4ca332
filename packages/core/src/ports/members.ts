import type { FactorName } from '../records/factor-name.js';

/** An open session, as the host keeps it. */
export interface MemberSession {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

/** A person who signs in under an organisation's policy. */
export interface OrganisationMember {
  readonly identityId: string;
  /** When the person became a member, for the last time. */
  readonly memberSince: Date;
  /** For a host that keeps it, and gives it to `decideSignIn`; left out where `signIns.decide` does. */
  readonly requiredSince?: Date | null;
  /** The person's open sessions; left out where they are not known. */
  readonly sessions?: readonly MemberSession[];
  /** Whether the person's phone is verified. Required of a host with a `directory`; otherwise storage knows it. */
  readonly phoneVerified?: boolean;
  /** The factors that the host keeps itself, as in `Identity`. Required of a host with a `directory` as well. */
  readonly otherFactors?: readonly FactorName[];
}

/** Some members of an organisation, and where the next page begins. */
export interface MemberPage {
  /** Of any length, also empty. A person who is listed twice counts once. */
  readonly members: readonly OrganisationMember[];
  /** The cursor of the next page, of a form that the host chooses; null after the last page. */
  readonly next: string | null;
}

/**
 * Lists the members of an organisation, page by page, for previews of its policy. The cursor is null at first, then `next` of
 * the page before. The signal aborts 10 seconds after the first call: from then on the preview has failed with `members_unavailable`,
 * as it has where this throws, repeats a cursor, or returns what is no page. The calls are outside every transaction.
 */
export type ListMembers = (
  tenantId: string,
  organisationId: string,
  cursor: string | null,
  signal: AbortSignal,
) => Promise<MemberPage>;
