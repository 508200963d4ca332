import {
  checkOptions,
  hasMethods,
  isBoolean,
  isText,
  optional,
  required,
} from '../shared/check-options.js';
import { isKeyRing } from '../shared/key-ring.js';
import type { WebhookOptions } from './subscriber-service.js';

/** @throws TypeError that names the option of `webhooks` that is missing, wrong or unknown. */
export function checkWebhookOptions(options: WebhookOptions): void {
  checkOptions<WebhookOptions>(
    'createStepward',
    options,
    {
      keys: required('a key ring, from createKeyRing({ active: { id, secret } })', isKeyRing),
      targets: required('the rules for targets, from createWebhookTargets()', hasMethods('check')),
      source: optional('a string of printable ASCII characters', isText),
      standardWebhooks: optional('true or false', isBoolean),
    },
    'webhooks.',
  );
}
