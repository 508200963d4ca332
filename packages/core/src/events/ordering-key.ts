import { uuidv8 } from '../shared/uuid.js';
import { keyAt } from './catalogue/data-path.js';

/** Where the ordering key of an event comes from. */
export interface OrderingKeySource {
  /** What was emitted with it; it comes before the path. */
  readonly own: string | undefined;
  /** The path into the data, as its definition has it. */
  readonly path: string | undefined;
}

/**
 * Returns the key by which subscribers may have an event ordered: a UUID that is made of it, so a long key takes no more room
 * than a short one. Null for an event without a key: see {@link keyAt}.
 *
 * @param data the event's data, fresh from JSON
 */
export function orderingKeyOf(
  tenantId: string,
  { own, path }: OrderingKeySource,
  data: unknown,
): string | null {
  const key = own ?? (path === undefined ? null : keyAt(path, data));
  return key === null ? null : uuidv8(JSON.stringify(['stepward/order/v1', tenantId, key]));
}
