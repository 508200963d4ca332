/** The tenant that every good credential is of. */
export const TENANT = 'acme';

/** What opens the APIs. None of it may ever come back in an answer. */
export interface Credentials {
  readonly userToken: string;
  readonly serviceSecret: string;
  readonly managementKey: string;
}

/** Those that the test chooses; the management key is made by the service. */
export const CREDENTIALS: Omit<Credentials, 'managementKey'> = {
  userToken: 'the-access-token-of-ada-0123456789',
  serviceSecret: 'a-service-secret-for-the-fuzzed-requests-0123',
};

/** Never valid, and never to be repeated either. */
export const WRONG_CREDENTIAL = 'a-credential-that-nobody-gave-out-987';
