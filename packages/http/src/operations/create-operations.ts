import { apiKeyOperations } from './customer/api-keys.js';
import { authenticatorOperations } from './account/authenticators.js';
import { deliveryOperations } from './customer/deliveries.js';
import { eventOperations } from './customer/events.js';
import { logOperations } from './customer/logs.js';
import { mfaOperations } from './account/mfa.js';
import type { AnyOperation } from './operation.js';
import { peopleOperations } from './customer/people.js';
import { phoneOperations } from './account/phone.js';
import { securityPolicyOperations } from './customer/security-policy.js';
import { sessionOperations } from './account/sessions.js';
import { settingsOperations } from './customer/settings.js';
import { stepUpOperations } from './internal/step-up.js';
import { trustedDeviceOperations } from './account/trusted-devices.js';
import { trustedDevicesOfPeople } from './customer/trusted-devices.js';
import { trustedDevicesOfSessions } from './internal/trusted-devices.js';
import { webAuthnOperations } from './account/webauthn.js';
import { webhookOperations } from './customer/webhooks.js';
import type { EventRegistry, Stepward } from '@stepward/core';
import { builtInEvents } from '@stepward/core/events';

const RESOURCES = [
  mfaOperations,
  webAuthnOperations,
  authenticatorOperations,
  phoneOperations,
  sessionOperations,
  trustedDeviceOperations,
  securityPolicyOperations,
  settingsOperations,
  apiKeyOperations,
  peopleOperations,
  trustedDevicesOfPeople,
  logOperations,
  eventOperations,
  webhookOperations,
  deliveryOperations,
  stepUpOperations,
  trustedDevicesOfSessions,
];

/** The services behind the operations. */
export type OperationServices = Pick<
  Stepward,
  | 'apiKeys'
  | 'audit'
  | 'authenticationLog'
  | 'authenticators'
  | 'cursors'
  | 'deliveries'
  | 'enrolments'
  | 'eventRegistry'
  | 'events'
  | 'logs'
  | 'people'
  | 'phones'
  | 'policies'
  | 'recoveryCodes'
  | 'sessions'
  | 'stepUp'
  | 'subscribers'
  | 'tenants'
  | 'totp'
  | 'trustedDevices'
  | 'webauthn'
>;

/** Every operation that the API answers: the Account, the Customer and the Internal API. */
export function createOperations(stepward: OperationServices): readonly AnyOperation[] {
  return RESOURCES.flatMap((operationsOf) => operationsOf(stepward));
}

/** The operations without services behind them, for descriptions, which call none. */
export function describeOperations(
  eventRegistry: EventRegistry = builtInEvents,
): readonly AnyOperation[] {
  return createOperations({ eventRegistry } as unknown as OperationServices);
}
