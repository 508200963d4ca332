import type { Clock, KeyRing, Logger, Stepward } from '@stepward/core';
import { createCodePage, type CodePage } from '@stepward/pages';
import type { DemoSessions } from './demo-sessions.js';

/** What the page is made of. */
export interface DemoCodePageOptions {
  readonly stepward: Stepward;
  readonly keys: KeyRing;
  readonly sessions: DemoSessions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly baseUrl: () => string;
}

/**
 * The code page over the demo's sessions. It lets every browser in, so that links can be tried from a shell: a real host
 * compares session and person with those of the request's cookie.
 */
export function createDemoCodePage(options: DemoCodePageOptions): CodePage {
  const { sessions, baseUrl, ...others } = options;
  return createCodePage({
    ...others,
    publicUrl: baseUrl,
    brand: { name: 'Demo' },
    isSessionActive: ({ sessionId }) => sessions.find(sessionId) !== null,
    onVerified: ({ sessionId, assurance, amr }) =>
      sessions.mark(sessionId, { assurance, amr: ['pwd', ...amr] }),
  });
}
