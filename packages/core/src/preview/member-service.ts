import { err, ok, type Result } from 'neverthrow';
import type {
  ListMembers,
  MemberPage,
  MemberSession,
  OrganisationMember,
} from '../ports/members.js';
import type { Clock, Logger } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import { isFactorName } from '../records/factor-name.js';
import { isBoolean, isObject } from '../shared/checks/check-options.js';
import { hasMoment, seconds } from '../shared/duration.js';
import { inTime, nameOf } from '../shared/host-calls.js';
import { NOTHING_DUE } from '../factors/sign-in/enrolment-due.js';
import type { MemberFacts } from './policy-impact.js';

/** The host's `members` failed, missed its deadline, or returned what is no page. */
export interface MembersUnavailable {
  readonly code: 'members_unavailable';
}

/** The members that are looked at. */
const MOST_MEMBERS = 10_000;

/** The people that storage is asked for at a time. */
const PEOPLE_AT_A_TIME = 1_000;

/** How long the host may take, over all pages, in milliseconds. */
const DEADLINE_MS = seconds(10);

export interface MemberWiring {
  readonly storage: Pick<Storage, 'lookUp'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether storage keeps the directory. */
  readonly ownsDirectory: boolean;
}

interface OrganisationRef {
  readonly tenantId: string;
  readonly organisationId: string;
}

/**
 * Passes the first 10,000 members of an organisation to `take`, at most 1,000 at a time and each person once. Returns whether
 * these were all.
 */
export async function eachMember(
  wiring: MemberWiring,
  list: ListMembers,
  organisation: OrganisationRef,
  take: (members: readonly MemberFacts[]) => void,
): Promise<Result<boolean, MembersUnavailable>> {
  const nextPage = pagesOf(wiring, list, organisation);
  const taken = new Set<string>();
  let cursor: string | null = null;
  for (let left = MOST_MEMBERS; left > 0;) {
    const page: Result<MemberPage, MembersUnavailable> = await nextPage(cursor);
    if (page.isErr()) return err(page.error);
    const { members, next } = page.value;
    const fresh = members.slice(0, left).filter(({ identityId }) => isNew(taken, identityId));
    for (let from = 0; from < fresh.length; from += PEOPLE_AT_A_TIME) {
      const some = fresh.slice(from, from + PEOPLE_AT_A_TIME);
      take(await factsOf(wiring.storage, organisation, some));
    }
    if (next === null) return ok(members.length <= left);
    // An empty page counts as well: a host may never come to the end of its pages.
    left -= Math.max(1, members.length);
    cursor = next;
  }
  return ok(false);
}

function isNew(taken: Set<string>, identityId: string): boolean {
  return taken.size < taken.add(identityId).size;
}

/** Reads the pages of one listing, which has one deadline. */
function pagesOf(
  { clock, logger, ownsDirectory }: MemberWiring,
  list: ListMembers,
  { tenantId, organisationId }: OrganisationRef,
): (cursor: string | null) => Promise<Result<MemberPage, MembersUnavailable>> {
  const signal = clock.timeout(DEADLINE_MS);
  const cursors = new Set<string | null>();
  return async (cursor) => {
    try {
      if (cursors.has(cursor)) throw new PageInvalid('a cursor is repeated');
      cursors.add(cursor);
      const page = await inTime(list(tenantId, organisationId, cursor, signal), signal);
      return ok(readPage(page, ownsDirectory));
    } catch (error) {
      const reason = error instanceof PageInvalid ? error.message : nameOf(error);
      const told = { tenantId, organisationId, reason: signal.aborted ? 'timeout' : reason };
      logger.warn(told, "the host's members failed");
      return err({ code: 'members_unavailable' });
    }
  };
}

/** The page breaks a promise of the port. Its message is for the log, and holds nothing of the host's. */
class PageInvalid extends TypeError {}

/**
 * Reads what the host returned. One malformed member spoils the page: a preview that leaves people out would look harmless.
 *
 * @throws PageInvalid that names what is wrong
 */
function readPage(page: unknown, ownsDirectory: boolean): MemberPage {
  const { members, next = null } = (isObject(page) ? page : {}) as Partial<MemberPage>;
  if (!Array.isArray(members)) throw new PageInvalid('members is no list');
  if (next !== null && typeof next !== 'string') throw new PageInvalid('next is no text');
  const read = members as readonly OrganisationMember[];
  if (!read.every(isMember)) throw new PageInvalid('a member is malformed');
  if (ownsDirectory || read.every(hasDirectoryFacts)) return { members: read, next };
  throw new PageInvalid('a member lacks phoneVerified or otherFactors');
}

function isMember(member: unknown): boolean {
  if (!isObject(member)) return false;
  const given = member as Partial<Record<keyof OrganisationMember, unknown>>;
  const { identityId, memberSince, requiredSince, sessions, phoneVerified, otherFactors } = given;
  return (
    typeof identityId === 'string' &&
    hasMoment(memberSince) &&
    (isMissing(requiredSince) || hasMoment(requiredSince)) &&
    (isMissing(sessions) || (Array.isArray(sessions) && sessions.every(isSession))) &&
    (isMissing(phoneVerified) || isBoolean(phoneVerified)) &&
    (isMissing(otherFactors) || (Array.isArray(otherFactors) && otherFactors.every(isFactorName)))
  );
}

function isSession(session: unknown): boolean {
  if (!isObject(session)) return false;
  const { createdAt, lastSeenAt } = session as Partial<MemberSession>;
  return hasMoment(createdAt) && hasMoment(lastSeenAt);
}

function hasDirectoryFacts({ phoneVerified, otherFactors }: OrganisationMember): boolean {
  return !isMissing(phoneVerified) && !isMissing(otherFactors);
}

function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** What the host and storage know of members. */
async function factsOf(
  storage: MemberWiring['storage'],
  { tenantId, organisationId }: OrganisationRef,
  members: readonly OrganisationMember[],
): Promise<readonly MemberFacts[]> {
  const identityIds = members.map(({ identityId }) => identityId);
  const stored = await storage.lookUp('people', { tenantId, identityIds });
  const people = new Map(stored?.map((person) => [person.identityId, person]));
  return members.map(({ identityId, memberSince, ...member }) => {
    const person = people.get(identityId);
    const others = member.otherFactors ?? person?.otherFactors ?? [];
    const kept = person?.keptFactors ?? [];
    return {
      ...{ identityId, organisationId, memberSince },
      enrolmentsDue: person?.enrolmentsDue ?? NOTHING_DUE,
      requiredSince: member.requiredSince ?? null,
      sessions: member.sessions ?? null,
      phoneVerified: member.phoneVerified ?? person?.phoneVerified ?? false,
      enrolled: [
        ...others.filter((name) => name !== 'sms'),
        ...kept.flatMap((name) => (isFactorName(name) ? [name] : [])),
      ],
    };
  });
}
