import { z } from 'zod';

/**
 * Bodies below `/v1/customer/webhooks`. What a field holds is judged by the services. Unknown keys are
 * refused: a caller that sends `event_type` would believe that the subscriber filters.
 */

/** POST of a subscriber, and PATCH of one. */
export const subscriberBody = z.strictObject({
  url: z.unknown().optional(),
  description: z.unknown().optional(),
  event_types: z.unknown().optional(),
  naming: z.unknown().optional(),
  enabled: z.unknown().optional(),
});

/** `POST …/rotate-secret`, which needs no body: `overlap_ms` is how long the old secret lives on. */
export const rotateSecretBody = z.strictObject({ overlap_ms: z.unknown().optional() }).default({});

/** `POST …/replay`: which deliveries to send again. */
export const replayBody = z.strictObject({
  since: z.unknown().optional(),
  until: z.unknown().optional(),
  status: z.unknown().optional(),
});

export type SubscriberBody = z.output<typeof subscriberBody>;
export type RotateSecretBody = z.output<typeof rotateSecretBody>;
export type ReplayBody = z.output<typeof replayBody>;
