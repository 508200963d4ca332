/** A dictionary of WebAuthn as JSON, for `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` of browsers. */
export type WebAuthnOptions = Readonly<Record<string, unknown>>;

/** A credential as a browser finds it again. */
export interface KnownCredential {
  /** In base64url: at most 1,023 bytes. */
  readonly id: string;
  /** How the browser reaches the authenticator, such as `usb` or `internal`; empty where it did not say. */
  readonly transports: readonly string[];
}

/** A credential that was just made. */
export interface NewCredential extends KnownCredential {
  /** The COSE key, in base64url. */
  readonly publicKey: string;
}

/** A credential that responses are verified with. */
export interface WebAuthnCredential extends NewCredential {
  /** What stood for the person when it was made, in base64url. */
  readonly userHandle: string;
}

/** What an authenticator says with each response. */
export interface AuthenticatorData {
  /** The signature counter; 0 for an authenticator that counts nothing. */
  readonly signCount: number;
  /** Whether it verified the person, for example by a fingerprint. */
  readonly userVerified: boolean;
  /** Whether the credential cannot leave the device; false for one that may be backed up, such as a synced passkey. It never changes. */
  readonly deviceBound: boolean;
}

/** The response does not have the form of one, so it cannot be an answer. */
export interface MalformedResponse {
  readonly type: 'malformed';
}

/** A response with a new credential. `wrong`: to another challenge, origin or relying party, or without the person. */
export type CreationVerdict =
  | MalformedResponse
  | { readonly type: 'wrong' }
  | {
      readonly type: 'verified';
      readonly credential: NewCredential;
      readonly data: AuthenticatorData;
    };

/** A response by a credential. `wrong`: as for a new one, or by none of the credentials, or with a wrong signature. */
export type RequestVerdict =
  | MalformedResponse
  | {
      readonly type: 'wrong';
      /** The credential that it names, in base64url. */
      readonly credentialId: string;
    }
  | {
      readonly type: 'verified';
      readonly credentialId: string;
      readonly data: AuthenticatorData;
    };
