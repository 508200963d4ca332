/** Who is signed in at a page: what the host's `signedIn` returns, or what a portal link was made for. */
export interface PortalSession {
  readonly tenantId: string;
  /** The host's id of the session. The forms of a page work in this session only. */
  readonly sessionId: string;
}

/** The session that a portal link opens. It gets an id of its own when the link is used. */
export type PortalOwner<Session extends PortalSession> = Omit<Session, 'sessionId'>;
