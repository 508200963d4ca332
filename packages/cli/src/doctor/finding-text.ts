import type { Finding } from '@stepward/postgres';

/** Where the pages are read. */
const PAGES = 'https://github.com/stepward/stepward/blob/main/';

/** The check and what it found; where something has to be done, what, and the page on it. */
export function lineOf({ check, status, found, advice, page }: Finding): string {
  const line = `${status.padEnd(7)}  ${check}: ${found}`;
  return advice === null ? line : `${line}; ${advice}; see ${PAGES}${page}`;
}

export function valueOf({ check, status, found, advice, page }: Finding) {
  return { name: check, status, found, advice, page: `${PAGES}${page}` };
}
