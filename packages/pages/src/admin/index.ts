/** The pages for administrators. Hosts of the code page alone do not load them. */
export { createPeoplePage, type PeoplePageOptions } from './people/create-people-page.js';
export type { PeopleTexts } from './people/people-english.js';
export type { FoundPerson, KnownPerson, PeoplePort } from './people/people-port.js';
export type { PeopleSession } from './people/people-visit.js';
export {
  personView,
  type PersonFacts,
  type PersonFactor,
  type PersonView,
} from './people/person-view.js';
export {
  createPolicyPage,
  type PolicyPageOptions,
  type PolicySession,
} from './policy/create-policy-page.js';
export { policyChange } from './policy/policy-change.js';
export type { PolicyTexts } from './policy/policy-english.js';
export {
  policyView,
  type PolicyControl,
  type PolicyFacts,
  type PolicyFieldView,
  type PolicyGroup,
  type PolicySource,
  type PolicyValue,
  type PolicyView,
  type PolicyWord,
  type RefusedPolicy,
} from './policy/policy-view.js';
export { createWebhooksPage, type WebhooksPageOptions } from './webhooks/create-webhooks-page.js';
export {
  deliveryDetailView,
  deliveryView,
  type AttemptView,
  type DeliveryDetailView,
  type DeliveryView,
} from './webhooks/deliveries/delivery-view.js';
export {
  eventPickerView,
  type EventGroup,
  type EventOption,
  type EventPickerView,
  type PickedEvent,
} from './webhooks/subscribers/event-picker-view.js';
export {
  subscriberView,
  type SubscriberHealth,
  type SubscriberView,
} from './webhooks/subscribers/subscriber-view.js';
export type { WebhooksTexts } from './webhooks/webhooks-english.js';
export type { WebhooksServices, WebhooksSession } from './webhooks/webhooks-visit.js';
export type { PortalLinkOptions, PortalPage } from '../portal/create-portal-page.js';
