import type { PersonContext } from '@stepward/core';

/** A person that the host found. */
export interface FoundPerson {
  readonly identityId: string;
  readonly name: string;
}

/**
 * What the host knows of a person. `organisationId` and `memberSince` are what the deadline for a second factor is
 * computed by; without `memberSince` there is none.
 */
export interface KnownPerson extends PersonContext {
  /** Null, the default, for a person without a name. */
  readonly name?: string | null;
}

/**
 * The host's own records of people, by which administrators find them. Both methods concern one tenant: compare it in every
 * statement. A method that throws, or takes longer than 5 seconds, is one warning in the log, and the page shows ids.
 */
export interface PeoplePort {
  /**
   * Returns the people who match a text, the best match first; 20 are shown.
   *
   * @param text what an administrator typed, such as a part of a name: 1 to 255 characters, no control characters
   */
  search(tenantId: string, text: string): Promise<readonly FoundPerson[]>;
  /** Returns what is known of a person; null for nothing. */
  find(tenantId: string, identityId: string): Promise<KnownPerson | null>;
}
