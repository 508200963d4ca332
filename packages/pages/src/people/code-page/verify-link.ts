import type { OperationInput } from '@stepward/core';
import type { PageFactorName } from '../factors/security-facts.js';

/** The content of a link to the code page: the session, and what the page shows. */
export interface VerifyLink {
  readonly tenantId: string;
  readonly identityId: string;
  /** The host's id of the session that steps up. */
  readonly sessionId: string;
  /** The organisation that the session or its consent is for; null for none. */
  readonly organisationId: string | null;
  /** The factor that the page asks for. */
  readonly factor: PageFactorName;
  /** The operation that the person approves, which the page names; null for none. */
  readonly operation: OperationInput | null;
  /** Where the last code went, masked; null if none was sent by this link or before it. */
  readonly sentTo: string | null;
  /** When that was, in milliseconds since 1970; null for never. */
  readonly sentAt: number | null;
  /** Whether the page itself sent the last code. */
  readonly isSentAgain: boolean;
  /** A path, or an address of a listed origin. */
  readonly returnTo: string;
  /** See {@link VerifyLinkRequest}. */
  readonly redirectOrigins: readonly string[];
  /** BCP 47 tag; null for the browser's language. */
  readonly locale: string | null;
}

/** What `createVerifyLink` takes. */
export interface VerifyLinkRequest
  extends
    Pick<VerifyLink, 'tenantId' | 'identityId' | 'sessionId'>,
    Partial<
      Pick<
        VerifyLink,
        'organisationId' | 'factor' | 'operation' | 'sentTo' | 'redirectOrigins' | 'locale'
      >
    > {
  /** The path or address to send the browser to after success; `/`. */
  readonly returnTo?: string;
}
