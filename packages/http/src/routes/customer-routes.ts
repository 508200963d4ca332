import type { Stepward } from '@stepward/core';
import type { AnyRoute } from '../route.js';
import { apiKeyRoutes } from './api-key-routes.js';
import { deliveryRoutes } from './delivery-routes.js';
import { eventRoutes } from './event-routes.js';
import { logRoutes } from './log-routes.js';
import { securityPolicyRoutes } from './security-policy-routes.js';
import { settingsRoutes } from './settings-routes.js';
import { webhookRoutes } from './webhook-routes.js';

export type CustomerServices = Pick<
  Stepward,
  | 'policies'
  | 'tenants'
  | 'apiKeys'
  | 'audit'
  | 'authenticationLog'
  | 'events'
  | 'subscribers'
  | 'deliveries'
  | 'cursors'
>;

/** The operations of administrators and automation on a tenant (specification, "Customer API"). */
export function customerRoutes(services: CustomerServices): readonly AnyRoute[] {
  return [
    ...securityPolicyRoutes(services),
    ...settingsRoutes(services),
    ...apiKeyRoutes(services),
    ...logRoutes(services),
    ...eventRoutes(services),
    ...webhookRoutes(services),
    ...deliveryRoutes(services),
  ];
}
