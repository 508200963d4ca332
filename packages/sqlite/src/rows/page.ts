import type { PageRequest } from '@stepward/core';
import type { Values } from '../connection/index.js';

/** The position of a page's end in a list by time and id. */
export function timePosition(at: Date, id: string): string {
  return `${at.getTime()}|${id}`;
}

/** The parameters of {@link afterTime}. */
export function timePage({ limit, position }: PageRequest): Values {
  if (position === null) return { rows: limit + 1, pageAt: null, pageId: null };
  const bar = position.indexOf('|');
  const [at, id] = [position.slice(0, bar), position.slice(bar + 1)];
  return { rows: limit + 1, pageAt: Number(at), pageId: id };
}

/** The end of a statement that lists by time and id, newest first, from the position of a page on. */
export function afterTime(at: string, id: string): string {
  return `(@pageAt is null or (${at}, ${id}) < (@pageAt, @pageId)) order by ${at} desc, ${id} desc limit @rows`;
}

/** The condition of a list that is bounded by time: from `@since` on, before `@until`; null does not bound. */
export function within(at: string): string {
  return `(@since is null or ${at} >= @since) and (@until is null or ${at} < @until)`;
}
