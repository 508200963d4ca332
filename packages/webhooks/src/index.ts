/**
 * `delivery-worker.ts` delivers what is due: `worker/` are its parts, `waiting/` what they wait with. `sender/` makes one
 * attempt, to a target that `targets/` allows.
 */
export {
  createWebhookSender,
  type HttpWebhookSender,
  type WebhookSenderOptions,
} from './sender/webhook-sender.js';
export type { ClientCertificate, ClientCertificates } from './sender/client-certificates.js';
export { systemResolver, type Resolver } from './targets/resolvers.js';
export type { TargetOptions } from './targets/target-rules.js';
export { createWebhookTargets, type WebhookTargetsOptions } from './targets/webhook-targets.js';
export type { Destination, DestinationRequest } from './destinations/destination.js';
export { createDeliveryWorker, type DeliveryWorker } from './delivery-worker.js';
export type { DeliveryWorkerOptions } from './delivery-worker-options.js';
export type { Sink } from './sinks/sink.js';
export {
  noMetrics,
  type AttemptMeasurement,
  type PublishMeasurement,
  type WebhookMetrics,
} from './webhook-metrics.js';
