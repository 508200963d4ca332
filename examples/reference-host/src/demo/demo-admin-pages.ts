import type { RateLimitOptions } from '@stepward/http';
import {
  createPolicyPage,
  createWebhooksPage,
  type PolicySession,
  type PortalPage,
  type WebhooksSession,
} from '@stepward/pages/admin';
import type { DemoCodePageOptions } from './demo-code-page.js';

/** The pages for administrators. */
export interface DemoAdminPages {
  readonly policy: PortalPage<PolicySession>;
  readonly webhooks: PortalPage<WebhooksSession>;
}

export interface DemoAdminPagesOptions extends DemoCodePageOptions {
  readonly rateLimits: RateLimitOptions;
}

/** The pages for administrators. The demo has no sign-in for them: they come by portal links. */
export function createDemoAdminPages({
  stepward,
  keys,
  clock,
  logger,
  baseUrl,
  rateLimits,
}: DemoAdminPagesOptions): DemoAdminPages {
  const page = { publicUrl: baseUrl, brand: { name: 'Demo' } };
  const shared = { keys, clock, logger, rateLimits, ...page };
  const signedIn = (): null => null;
  return {
    policy: createPolicyPage({ ...shared, stepward, signedIn }),
    webhooks: createWebhooksPage({ ...shared, stepward, signedIn }),
  };
}
