import {
  checkOptions,
  hasMethods,
  isBoolean,
  optional,
  required,
} from '../shared/check-options.js';
import { isKeyRing } from '../shared/key-ring.js';
import { isRetrySchedule, RETRY_SCHEDULE_BOUNDS } from './retry-schedule.js';
import type { WebhookOptions } from './subscriber-service.js';

/** With anything else in a header no request could be sent, and every delivery would fail. */
const PRINTABLE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

/** @throws TypeError that names the option of `webhooks` that is missing, wrong or unknown. */
export function checkWebhookOptions(options: WebhookOptions): void {
  checkOptions<WebhookOptions>(
    'createStepward',
    options,
    {
      keys: required('a key ring, from createKeyRing({ active: { id, secret } })', isKeyRing),
      targets: required('the rules for targets, from createWebhookTargets()', hasMethods('check')),
      source: optional('printable ASCII without spaces at its ends', isHeaderValue),
      standardWebhooks: optional('true or false', isBoolean),
      retryDelaysMs: optional(RETRY_SCHEDULE_BOUNDS, isRetrySchedule),
    },
    'webhooks.',
  );
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === 'string' && PRINTABLE.test(value);
}
