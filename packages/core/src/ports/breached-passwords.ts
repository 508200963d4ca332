/** Whether a password is known from a breach. `unavailable`: there was no answer within the time limit. */
export type BreachAnswer = 'breached' | 'clean' | 'unavailable';

/** Asks a corpus of breached passwords; `@stepward/hibp` asks Have I Been Pwned. */
export interface BreachedPasswords {
  /** Does not throw if the corpus cannot be reached, and never logs the password. */
  check(password: string): Promise<BreachAnswer>;
}

/** For hosts without a corpus: every check is `unavailable`. */
export const noBreachedPasswords: BreachedPasswords = {
  check: () => Promise.resolve('unavailable'),
};
