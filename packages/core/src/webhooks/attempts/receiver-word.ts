/** What a receiver may ask for beyond its status, by the header `webhook-delivery` of its answer. */
export const RECEIVER_WORDS = ['disable', 'abort'] as const;

/**
 * `disable`: nothing more may be sent to the subscriber, as with 410. `abort`: this delivery is not tried again.
 */
export type ReceiverWord = (typeof RECEIVER_WORDS)[number];

/**
 * The word of a `webhook-delivery` header; null for none. Case and white space do not matter. Of several words, also of a header
 * that is repeated, `disable` counts before `abort`; others are ignored.
 *
 * @param header its values joined by commas; null for no header
 */
export function receiverWord(header: string | null): ReceiverWord | null {
  if (header === null) return null;
  const words = header.split(',').map((word) => word.trim().toLowerCase());
  return RECEIVER_WORDS.find((word) => words.includes(word)) ?? null;
}
