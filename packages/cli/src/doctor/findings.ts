import type { Finding } from '@stepward/postgres';

/** What a check can find: nothing to do, or something that may wait, or that may not. */
export interface Findings {
  readonly ok: (found: string) => Finding;
  readonly warned: (found: string, advice: string) => Finding;
  readonly failed: (found: string, advice: string) => Finding;
}

/** @param page the page on the check, from the root of the repository, with an anchor */
export function findingsOf(check: string, page: string): Findings {
  return {
    ok: (found) => ({ check, page, status: 'ok', found, advice: null }),
    warned: (found, advice) => ({ check, page, status: 'warning', found, advice }),
    failed: (found, advice) => ({ check, page, status: 'failed', found, advice }),
  };
}
