import { demoTenants } from './demo-fixture.js';
import type { Demo } from './demo.js';
import type { DemoAnswer, DemoRoute } from './demo-route.js';

/** Who changes what, in the audit log. */
const ACTOR = { type: 'identity', id: 'demo_administrator' } as const;

/** Who helps people, as after a sign-in with a second factor. */
const HELPER = {
  actor: ACTOR,
  scopes: ['identities:read', 'identities:write'],
  assurance: 'aal2',
} as const;

/** What a host's own administration has: a button that sends a customer to a page by a portal link. */
export function portalRoutes({ adminPages }: Demo): readonly DemoRoute[] {
  return [
    {
      method: 'POST',
      path: '/demo/portal-link',
      answer: async ({ body }): Promise<DemoAnswer> => {
        const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
        const tenant = demoTenants.find(({ tenantId }) => tenantId === fields['tenant_id']);
        if (tenant === undefined) return refused(404, 'no such tenant');
        const { tenantId, organisations } = tenant;
        const { organisation_id: wanted = organisations[0] } = fields;
        const organisationId = organisations.find((one) => one === wanted);
        if (organisationId === undefined) return refused(404, 'no such organisation');
        switch (fields['page']) {
          case 'policy':
            return made(
              await adminPages.policy.createPortalLink({ tenantId, organisationId, actor: ACTOR }),
            );
          case 'webhooks':
            return made(await adminPages.webhooks.createPortalLink({ tenantId, actor: ACTOR }));
          case 'people':
            return made(await adminPages.people.createPortalLink({ tenantId, ...HELPER }));
          default:
            return refused(400, 'page must be policy, webhooks or people');
        }
      },
    },
  ];
}

function made(url: string): DemoAnswer {
  return { status: 201, body: { url } };
}

function refused(status: number, error: string): DemoAnswer {
  return { status, body: { error } };
}
