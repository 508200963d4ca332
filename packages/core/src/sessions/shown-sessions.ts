import { isObject } from '../shared/checks/check-options.js';
import { printable } from '../shared/printable.js';

/** A session as a person sees it. */
export interface ShownSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** At most 64 characters. */
  readonly clientAddress: string | null;
  /** At most 512 characters. */
  readonly userAgent: string | null;
  /** Whether it is the session that asks. */
  readonly current: boolean;
}

/** The most sessions that are shown. */
const MOST_SHOWN = 100;

const isSessionId = printable(1, 255);
/** Who signs in writes the `User-Agent`: it must not hide its session, nor turn the text around it. */
const HIDDEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Returns the sessions to show: the current one, then the others, those used last first, at most 100. The list comes from
 * the host, so one without a valid id or time is left out, and texts lose what is invisible or too long.
 *
 * @throws TypeError where it is no list
 */
export function shownSessions(listed: unknown, currentId: string | null): readonly ShownSession[] {
  if (!Array.isArray(listed)) throw new TypeError('sessions.list must return a list');
  return listed
    .flatMap((session: unknown) => readSession(session, currentId))
    .toSorted((one, other) => rank(other) - rank(one))
    .slice(0, MOST_SHOWN);
}

function readSession(session: unknown, currentId: string | null): ShownSession[] {
  if (!isObject(session)) return [];
  const { id, createdAt, lastUsedAt, clientAddress, userAgent } = session as Record<
    string,
    unknown
  >;
  if (!isSessionId(id) || !isTime(createdAt)) return [];
  return [
    {
      id,
      createdAt,
      lastUsedAt: isTime(lastUsedAt) ? lastUsedAt : null,
      clientAddress: shownText(clientAddress, 64),
      userAgent: shownText(userAgent, 512),
      current: id === currentId,
    },
  ];
}

function isTime(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function shownText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.slice(0, most).replaceAll(HIDDEN, '');
  return text === '' ? null : text;
}

function rank({ current, lastUsedAt, createdAt }: ShownSession): number {
  return current ? Infinity : (lastUsedAt ?? createdAt).getTime();
}
