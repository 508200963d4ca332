/** What opens the APIs to one tenant, and its records. No secret of it may ever come back in an answer. */
export interface Credentials {
  readonly tenantId: string;
  readonly userToken: string;
  readonly serviceSecret: string;
  readonly managementKey: string;
  /** The id of a record of each kind, by the name of its collection in paths: `webhooks`. */
  readonly ids: Readonly<Record<string, string>>;
}

export const SERVICE_SECRET = 'a-service-secret-for-the-fuzzed-requests-0123';

/** A person's access token, which the test chooses. */
export function userTokenOf(identityId: string): string {
  return `the-access-token-of-${identityId}-0123456789`;
}

/** Never valid, and never to be repeated either. */
export const WRONG_CREDENTIAL = 'a-credential-that-nobody-gave-out-987';
