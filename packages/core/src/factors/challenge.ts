import type { KeptFactor } from './factor-name.js';
import { settle, type CodeState } from './codes/code-state.js';

/**
 * The step-up challenge of a session, as stored: whose it is, and where its code stands. A session has
 * at most one (specification, "Step-up session assurance").
 */
export interface Challenge {
  readonly identityId: string;
  readonly factor: KeptFactor;
  readonly state: CodeState;
}

/** A live challenge of that session is another identity's: a session has one person. */
export interface SessionTaken {
  readonly code: 'session_taken';
}

/** Whether a session waits for the code of somebody else. */
export function isTaken(challenge: Challenge | null, identityId: string, now: Date): boolean {
  return (
    challenge !== null &&
    challenge.identityId !== identityId &&
    settle(challenge.state, now).status === 'pending'
  );
}
