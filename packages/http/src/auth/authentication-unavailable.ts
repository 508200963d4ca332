/**
 * Thrown by an authenticator, or by a host's lookup, if it cannot determine whether a token is valid because a
 * dependency, such as a key server or a session store, is unavailable. Answered with 503 `authentication_unavailable`
 * and logged with its message and causes, which hold no credential.
 */
export class AuthenticationUnavailable extends Error {
  override readonly name = 'AuthenticationUnavailable';
}
