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
