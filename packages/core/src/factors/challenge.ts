import type { StepUpFactor } from '../records/factor-name.js';
import { settle, type CodeState } from './codes/code-state.js';

/**
 * The stored step-up challenge of a session: its identity and the state of its code. A session has
 * at most one (specification, "Step-up session assurance").
 */
export interface Challenge {
  readonly identityId: string;
  readonly factor: StepUpFactor;
  readonly state: CodeState;
}

/** The session has a live challenge of another identity. A session has one person. */
export interface SessionTaken {
  readonly code: 'session_taken';
}

/** Returns whether a session has a live challenge of another identity. */
export function isTaken(challenge: Challenge | null, identityId: string, now: Date): boolean {
  return (
    challenge !== null &&
    challenge.identityId !== identityId &&
    settle(challenge.state, now).status === 'pending'
  );
}
