/** What is to be erased. */
export interface Erasure {
  /** The person; null erases the whole tenant. */
  readonly identityId: string | null;
  /** Whether the authentication log stays whole. By default only what HIPAA mode keeps for six years stays. */
  readonly keepsAuthenticationLog: boolean;
  readonly now: Date;
  /** True: nothing is erased, and the answer is how many rows there are. */
  readonly isDryRun: boolean;
}

/** How many rows, by the name of their table in storage; tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>;
