/**
 * The actor of an operation, for the audit log. `identity`: an end user or an administrator with an access token.
 * `api_key`: automation with a management key. `system`: the host's own code, in process.
 */
export interface Actor {
  readonly type: 'identity' | 'api_key' | 'system';
  /** The identity's or the key's id; for the system a name that the host gives, for example a job's. */
  readonly id: string;
}
