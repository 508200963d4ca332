import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of a `Prisma.TransactionClient` (Prisma 5 or later) that {@link fromPrisma} uses. */
export interface PrismaTransaction {
  $queryRawUnsafe(query: string, ...values: unknown[]): PromiseLike<unknown>;
  /** Never there: the client outside a transaction connects and disconnects. */
  readonly $connect?: never;
}

/**
 * Lets an event join an interactive transaction of Prisma.
 *
 * @example
 * await prisma.$transaction(async (tx) => {
 *   await tx.user.delete({ where: { id: userId } });
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromPrisma(tx) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param tx what `prisma.$transaction(…)` passes to its callback
 * @throws TypeError for the `prisma` outside it.
 */
export function fromPrisma(tx: PrismaTransaction): HostTransaction {
  requireTransaction(
    typeof (tx as { readonly $connect?: unknown }).$connect !== 'function',
    'fromPrisma',
    'what `prisma.$transaction(…)` passes to its callback',
  );
  return {
    query: async (text, values = []) => ({
      rows: (await tx.$queryRawUnsafe(text, ...values)) as readonly unknown[],
    }),
  };
}
