import { systemClock, type Clock } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isObject,
  optional,
  type OptionRules,
  type WebhookTargets,
} from '@stepward/core/adapter';
import { checkUrl } from './check-url.js';
import { RESOLVE_MS, resolveTarget } from './resolve-target.js';
import { defaultResolver, type Resolver } from './resolvers.js';
import { createTargetRules, type TargetOptions } from './target-rules.js';

export interface WebhookTargetsOptions {
  /** The same as the sender's, so every URL that can be registered can be sent to. */
  readonly targets?: TargetOptions;
  /** The same as the sender's: by default the machine's name servers. */
  readonly resolve?: Resolver;
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<WebhookTargetsOptions> = {
  targets: optional('an object, for example { allow: ["10.20.0.0/16"] }', isObject),
  resolve: optional('a function from a host name to its addresses', isFunction),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
};

/**
 * Checks URLs at registration. An https URL is allowed if its name has no address, or none within 3 seconds: the
 * sender resolves it again at each attempt. An http one is refused, because http is allowed by address.
 *
 * @throws TypeError that names the option that is wrong or unknown
 * @example
 * const webhooks = { keys, targets: createWebhookTargets({ targets: { allow: ['10.20.0.0/16'] } }) };
 */
export function createWebhookTargets(options: WebhookTargetsOptions = {}): WebhookTargets {
  checkOptions('createWebhookTargets', options, OPTIONS);
  const { clock = systemClock } = options;
  const rules = createTargetRules('createWebhookTargets', options.targets);
  const { resolve = defaultResolver(rules) } = options;

  return {
    async check(url) {
      const checked = checkUrl(url, rules);
      if (checked.type === 'refused') return 'refused';
      const target = await resolveTarget(checked, rules, resolve, clock.timeout(RESOLVE_MS));
      switch (target.type) {
        case 'vetted':
          return 'allowed';
        case 'unresolved':
          return checked.url.protocol === 'https:' ? 'allowed' : 'refused';
        case 'refused':
          return 'refused';
      }
    },
  };
}
