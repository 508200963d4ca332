import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.js';

/** Positions in lists as callers see them: opaque, and good only for the list they came from. */
export interface Cursors {
  /** `list` names the list with its tenant and filters. */
  seal(list: readonly string[], position: string): string;
  /** The position, or null where the cursor is not one of ours or belongs to another list. */
  open(list: readonly string[], cursor: string): string | null;
}

/** Cursors signed with HMAC-SHA-256; they live as long as their key stays in the ring. */
export function createCursors(keys: KeyRing): Cursors {
  const sign = (secret: KeyRing['active']['secret'], list: readonly string[], position: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['stepward/cursor/v1', ...list, position]))
      .digest();

  return {
    seal(list, position) {
      const signature = sign(keys.active.secret, list, position).toString('base64url');
      return `${Buffer.from(position).toString('base64url')}.${signature}`;
    },
    open(list, cursor) {
      const [encoded = '', signature = ''] = cursor.split('.');
      const position = Buffer.from(encoded, 'base64url').toString();
      const given = Buffer.from(signature, 'base64url');
      const isOurs = [...keys.byId.values()].some(({ secret }) => {
        const expected = sign(secret, list, position);
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
      return isOurs ? position : null;
    },
  };
}
