/** Whose sessions are asked for, and the deadline of the call. */
export interface SessionScope {
  readonly tenantId: string;
  readonly identityId: string;
  /** Aborts after 5 seconds; from then on, the call has failed, whatever it returns. */
  readonly signal: AbortSignal;
}

/** A session of a person, as the host keeps it. */
export interface HostSession {
  /**
   * The id that access tokens name: 1 to 255 characters, no control characters. It is shown to the
   * person, so it must not be the secret in the cookie.
   */
  readonly id: string;
  readonly createdAt: Date;
  /** Null where the host does not record it. */
  readonly lastUsedAt: Date | null;
  /** Where the person signed in from; null where the host does not record it. */
  readonly clientAddress: string | null;
  /** The `User-Agent` header of the sign-in; null where the host does not record it. */
  readonly userAgent: string | null;
}

/**
 * The sessions of people, which the host keeps. Each method concerns the person of the scope alone: a session of
 * another person is neither listed nor ended. A method that throws or misses the deadline is `sessions_unavailable`
 * to the person who asked, and nothing else fails. The calls are outside every transaction.
 */
export interface Sessions {
  /** The live sessions. The 100 used last are shown. */
  list(scope: SessionScope): Promise<readonly HostSession[]>;
  /** Ends a session at once; false where the person has no live session with that id. */
  end(scope: SessionScope, sessionId: string): Promise<boolean>;
  /** Ends all sessions but one, at once; all of them where `keptSessionId` is null. */
  endOthers(scope: SessionScope, keptSessionId: string | null): Promise<void>;
}
