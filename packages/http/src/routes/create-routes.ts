import type { AnyRoute } from '../route.js';
import { accountRoutes, type AccountServices } from './account-routes.js';
import { customerRoutes, type CustomerServices } from './customer-routes.js';
import { internalRoutes, type InternalServices } from './internal-routes.js';
import { recoveryCodeRoutes, type RecoveryCodeServices } from './recovery-code-routes.js';
import { totpRoutes, type TotpServices } from './totp-routes.js';

/** The services behind the routes. */
export type RouteServices = AccountServices &
  TotpServices &
  RecoveryCodeServices &
  CustomerServices &
  InternalServices;

/** Every operation that the API answers. */
export function createRoutes(services: RouteServices): readonly AnyRoute[] {
  return [
    ...accountRoutes(services),
    ...totpRoutes(services),
    ...recoveryCodeRoutes(services),
    ...customerRoutes(services),
    ...internalRoutes(services),
  ];
}
