export { createCodePage, type CodePage } from './people/code-page/create-code-page.js';
export type { CodePageOptions, LinkOwner } from './people/code-page/code-page-options.js';
export type { VerifyLinkRequest } from './people/code-page/verify-link.js';
export type { Brand } from './layout/brand.js';
export type { BrandOption } from './layout/create-renderer.js';
export type { ReturnToRefused } from './links/return-address.js';
export {
  createPolicyPage,
  type PolicyPageOptions,
  type PolicySession,
} from './admin/policy/create-policy-page.js';
export { policyChange } from './admin/policy/policy-change.js';
export type { PolicyTexts } from './admin/policy/policy-texts.js';
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
} from './admin/policy/policy-view.js';
export type { PortalLinkOptions, PortalPage } from './portal/create-portal-page.js';
export type { PortalPageOptions } from './portal/portal-options.js';
export type { PortalOwner, PortalSession } from './portal/portal-session.js';
export type { FrameTexts, PortalTexts } from './portal/portal-texts.js';
export type { TextChanges } from './texts/choose-texts.js';
export type { Language } from './texts/language.js';
export type { CodePageTexts } from './people/code-page/code-page-texts.js';
export {
  createSecurityPage,
  type SecurityPageOptions,
} from './people/security/create-security-page.js';
export type { SecuritySession } from './people/security/security-session.js';
export type { SecurityTexts } from './people/security/security-texts.js';
export {
  securityView,
  type Obstacle,
  type SecurityFacts,
  type SecurityFactor,
  type SecurityView,
} from './people/security/security-view.js';
export {
  createWebhooksPage,
  type WebhooksPageOptions,
} from './admin/webhooks/create-webhooks-page.js';
export {
  deliveryDetailView,
  deliveryView,
  type AttemptView,
  type DeliveryDetailView,
  type DeliveryView,
} from './admin/webhooks/deliveries/delivery-view.js';
export {
  eventPickerView,
  type EventGroup,
  type EventOption,
  type EventPickerView,
  type PickedEvent,
} from './admin/webhooks/subscribers/event-picker-view.js';
export {
  subscriberView,
  type SubscriberHealth,
  type SubscriberView,
} from './admin/webhooks/subscribers/subscriber-view.js';
export type { WebhooksTexts } from './admin/webhooks/webhooks-texts.js';
export type { WebhooksServices, WebhooksSession } from './admin/webhooks/webhooks-visit.js';
