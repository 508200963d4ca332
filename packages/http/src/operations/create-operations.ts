import { apiKeyOperations } from './api-keys.js';
import { authenticatorOperations } from './account/authenticators.js';
import { deliveryOperations } from './deliveries.js';
import { eventOperations } from './events.js';
import { logOperations } from './logs.js';
import { mfaOperations } from './account/mfa.js';
import type { AnyOperation } from './operation.js';
import { peopleOperations } from './people.js';
import { phoneOperations } from './account/phone.js';
import { securityPolicyOperations } from './security-policy.js';
import { settingsOperations } from './settings.js';
import { stepUpOperations } from './step-up.js';
import { webhookOperations } from './webhooks.js';
import type { EventRegistry } from '@stepward/core';
import { builtInEvents } from '@stepward/core/events';

/** The services behind the operations. */
export type OperationServices = Parameters<typeof mfaOperations>[0] &
  Parameters<typeof authenticatorOperations>[0] &
  Parameters<typeof phoneOperations>[0] &
  Parameters<typeof securityPolicyOperations>[0] &
  Parameters<typeof settingsOperations>[0] &
  Parameters<typeof apiKeyOperations>[0] &
  Parameters<typeof peopleOperations>[0] &
  Parameters<typeof logOperations>[0] &
  Parameters<typeof eventOperations>[0] &
  Parameters<typeof webhookOperations>[0] &
  Parameters<typeof deliveryOperations>[0] &
  Parameters<typeof stepUpOperations>[0];

/** Every operation that the API answers: the Account, the Customer and the Internal API. */
export function createOperations(stepward: OperationServices): readonly AnyOperation[] {
  return [
    ...mfaOperations(stepward),
    ...authenticatorOperations(stepward),
    ...phoneOperations(stepward),
    ...securityPolicyOperations(stepward),
    ...settingsOperations(stepward),
    ...apiKeyOperations(stepward),
    ...peopleOperations(stepward),
    ...logOperations(stepward),
    ...eventOperations(stepward),
    ...webhookOperations(stepward),
    ...deliveryOperations(stepward),
    ...stepUpOperations(stepward),
  ];
}

/** The operations without services behind them, for descriptions, which call none. */
export function describeOperations(
  eventRegistry: EventRegistry = builtInEvents,
): readonly AnyOperation[] {
  return createOperations({ eventRegistry } as unknown as OperationServices);
}
