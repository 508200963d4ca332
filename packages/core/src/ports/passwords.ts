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

/** The passwords that an identity had. Only the host can compare with their hashes. */
export interface PasswordHistory {
  /** Whether the password is one of the identity's last `count`, the present one included. */
  includes(
    whose: { readonly tenantId: string; readonly identityId: string },
    password: string,
    count: number,
  ): Promise<boolean>;
}

/** For hosts without a history: nothing counts as reused. */
export const noPasswordHistory: PasswordHistory = { includes: () => Promise.resolve(false) };
