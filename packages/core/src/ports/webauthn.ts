import type { Identity } from '../records/identity.js';
import type {
  CreationVerdict,
  KnownCredential,
  RequestVerdict,
  WebAuthnCredential,
  WebAuthnOptions,
} from '../records/webauthn.js';

/** A question to a browser. */
export interface WebAuthnQuestion {
  /** In base64url: 32 bytes. */
  readonly challenge: string;
  /** How long the browser waits for the person, in milliseconds. */
  readonly timeoutMs: number;
  /** The person's credentials: those that may answer, or whose authenticators are not offered again. */
  readonly existing: readonly KnownCredential[];
}

/** A question for a new credential. */
export interface CreationQuestion extends WebAuthnQuestion {
  readonly identity: Identity;
  /** Stands for the person on authenticators, in base64url: 32 bytes that say nothing about the person. */
  readonly userHandle: string;
}

/** A response of a browser. */
export interface WebAuthnAnswer {
  /** Unchecked input. */
  readonly response: unknown;
  /** Whether a challenge, in base64url, is the one that was asked. */
  readonly isAsked: (challenge: string) => boolean;
}

/** A response by a credential. */
export interface RequestAnswer extends WebAuthnAnswer {
  /** The person's credentials. A response that names a user handle must name that of its credential. */
  readonly credentials: readonly WebAuthnCredential[];
}

/**
 * The relying party of WebAuthn (W3C Web Authentication Level 3, section 7): it makes questions for browsers and verifies
 * their responses, user presence included. It stores nothing and compares no counters. `createWebAuthn` of
 * `@stepward/webauthn` makes one. No method rejects because of a response.
 */
export interface WebAuthn {
  creationOptions(question: CreationQuestion): Promise<WebAuthnOptions>;
  verifyCreation(answer: WebAuthnAnswer): Promise<CreationVerdict>;
  requestOptions(question: WebAuthnQuestion): Promise<WebAuthnOptions>;
  verifyRequest(answer: RequestAnswer): Promise<RequestVerdict>;
}
