export {
  createWebhookSender,
  type HttpWebhookSender,
  type WebhookSenderOptions,
} from './webhook-sender.js';
export { systemResolver, type Resolver } from './resolvers.js';
export type { TargetOptions } from './target-rules.js';
export { createWebhookTargets, type WebhookTargetsOptions } from './webhook-targets.js';
export {
  createDeliveryWorker,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
} from './delivery-worker.js';
export { noMetrics, type AttemptMeasurement, type WebhookMetrics } from './webhook-metrics.js';
