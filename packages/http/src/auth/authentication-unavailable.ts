/**
 * Thrown by an authenticator, or by a host's lookup, where it cannot find out whether a token is valid
 * because something else is away: a key server, a session store. Answered with 503
 * `authentication_unavailable` and logged with its message and causes, which hold no credential.
 */
export class AuthenticationUnavailable extends Error {
  override readonly name = 'AuthenticationUnavailable';
}
