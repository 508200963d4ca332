import type { EmbeddedVersion } from './locate-binaries.js';
import type { ServerUser } from './server-user.js';

/** A data directory that `initdb` has made, and what is needed to serve it. */
export interface Cluster {
  /** The server's own directory; `data` in it is the cluster's. */
  readonly directory: string;
  /** The folder that holds `native/bin`. */
  readonly binaries: string;
  readonly version: EmbeddedVersion;
  readonly user: ServerUser;
  readonly adminPassword: string;
}
