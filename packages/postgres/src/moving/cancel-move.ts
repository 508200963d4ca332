import { TENANT_TABLES } from '../maintenance/tenant-tables.js';
import { thaw } from './freeze.js';
import { claim, keepClaim, release, runThatLeft, type Move } from './marks.js';
import { MoveRefused } from './move-refused.js';
import { deleteRows, type MovedRows } from './tenant-rows.js';

/**
 * Gives a tenant back to its old database, and deletes what was copied. Returns the rows that were deleted. It may be interrupted, and
 * called again.
 *
 * @throws MoveRefused where the tenant lives in the new database already, or another move of it is in progress
 */
export async function cancelMove(move: Move): Promise<MovedRows> {
  if ((await runThatLeft(move)) !== null) throw new MoveRefused(tooLate(move));
  // A process that still moves the tenant fails from here on.
  await claim(move, TENANT_TABLES, 'cancel');
  await thaw(move.from, null);
  if ((await runThatLeft(move)) !== null) throw new MoveRefused(tooLate(move));
  const deleted = await deleteRows(move.to, (query) => keepClaim(query, move, 'cancelled'));
  await release(move);
  return deleted;
}

function tooLate({ names: { from, to } }: Move): string {
  return (
    `the tenant lives in ${to} already, so its move cannot be cancelled. Move it again without cancel: that completes the move. ` +
    `Then it can be moved back to ${from}`
  );
}
