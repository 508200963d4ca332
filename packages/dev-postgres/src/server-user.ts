/** The numeric user and group a server runs as, or null for those of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | null;

/** `nobody` on every Linux distribution; needs no user to be created. */
const NOBODY = 65_534;

/** Postgres refuses to run as root, so servers of root run as `nobody`, and those of other users as themselves. */
export function serverUser(): ServerUser {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
}
