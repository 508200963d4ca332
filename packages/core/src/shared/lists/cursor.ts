import type { Key, KeyRing } from '../keys/key-ring.js';
import { hmacOf, isSameText } from '../keys/keyed-digest.js';

/** Positions in lists as callers see them: opaque, and valid only for the list they came from. */
export interface Cursors {
  /** `list` names the list with its tenant and filters. */
  sign(list: readonly string[], position: string): string;
  /**
   * Returns the position; null unless the cursor is exactly what `sign` returned for this list under a key of the ring.
   */
  verify(list: readonly string[], cursor: string): string | null;
}

/** Cursors signed with HMAC-SHA-256; they live as long as their key stays in the ring. */
export function createCursors(keys: KeyRing): Cursors {
  return {
    sign: (list, position) => cursorText(keys.active, list, position),
    verify(list, cursor) {
      const [encoded = ''] = cursor.split('.', 1);
      const position = Buffer.from(encoded, 'base64url').toString();
      const isOurs = [...keys.byId.values()].some((key) =>
        isSameText(cursor, cursorText(key, list, position)),
      );
      return isOurs ? position : null;
    },
  };
}

/** The only valid text for a position. Other texts decode to the same bytes, so compare texts. */
function cursorText(key: Key, list: readonly string[], position: string): string {
  const signature = hmacOf(key, ['stepward/cursor/v1', ...list, position]);
  return `${Buffer.from(position).toString('base64url')}.${signature.toString('base64url')}`;
}
