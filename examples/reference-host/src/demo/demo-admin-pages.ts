import type { RateLimitOptions } from '@stepward/http';
import {
  createPeoplePage,
  createPolicyPage,
  createWebhooksPage,
  type PeoplePort,
  type PeopleSession,
  type PolicySession,
  type PortalPage,
  type WebhooksSession,
} from '@stepward/pages/admin';
import type { DemoCodePageOptions } from './demo-code-page.js';
import { demoTenants, identityIdOf } from './demo-fixture.js';

/** The pages for administrators. */
export interface DemoAdminPages {
  readonly policy: PortalPage<PolicySession>;
  readonly webhooks: PortalPage<WebhooksSession>;
  readonly people: PortalPage<PeopleSession>;
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
    policy: createPolicyPage({ ...shared, stepward, signedIn, people }),
    webhooks: createWebhooksPage({
      ...{ ...shared, stepward, signedIn },
      jwksUrl: () => `${baseUrl()}/.well-known/webhook-keys.json`,
    }),
    people: createPeoplePage({ ...shared, stepward, signedIn, people }),
  };
}

/** The users of the fixture: what a host has in a table. */
const people: PeoplePort = {
  search: async (tenantId, text) => namedOf(tenantId).filter(({ name }) => name.includes(text)),
  find: async (tenantId, wanted) =>
    namedOf(tenantId).find(({ identityId }) => identityId === wanted) ?? null,
};

function namedOf(tenantId: string) {
  const users = demoTenants.find((tenant) => tenant.tenantId === tenantId)?.users ?? [];
  return users.map((user) => ({ identityId: identityIdOf(user), name: user.name }));
}
