export { createCodePage, type CodePage } from './code-page/create-code-page.js';
export type { CodePageOptions, LinkOwner } from './code-page/code-page-options.js';
export type { VerifyLinkRequest } from './code-page/verify-link.js';
export type { Brand } from './layout/brand.js';
export type { BrandOption } from './layout/create-renderer.js';
export type { ReturnToRefused } from './links/return-address.js';
export {
  createPolicyPage,
  type PolicyPageOptions,
  type PolicySession,
} from './policy/create-policy-page.js';
export { policyChange } from './policy/policy-change.js';
export type { PolicyTexts } from './policy/policy-texts.js';
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
export type { PortalLinkOptions, PortalPage } from './portal/create-portal-page.js';
export type { PortalPageOptions } from './portal/portal-options.js';
export type { PortalOwner, PortalSession } from './portal/portal-session.js';
export type { FrameTexts, PortalTexts } from './portal/portal-texts.js';
export type { TextChanges } from './texts/choose-texts.js';
export type { Language } from './texts/language.js';
export type { Texts } from './texts/texts.js';
export { createSecurityPage, type SecurityPageOptions } from './security/create-security-page.js';
export type { SecuritySession } from './security/security-session.js';
export type { SecurityTexts } from './security/security-texts.js';
export {
  securityView,
  type Obstacle,
  type SecurityFacts,
  type SecurityFactor,
  type SecurityView,
} from './security/security-view.js';
export { createWebhooksPage, type WebhooksPageOptions } from './webhooks/create-webhooks-page.js';
export {
  deliveryDetailView,
  deliveryView,
  type AttemptView,
  type DeliveryDetailView,
  type DeliveryView,
} from './webhooks/delivery-view.js';
export {
  eventPickerView,
  type EventGroup,
  type EventOption,
  type EventPickerView,
  type PickedEvent,
} from './webhooks/event-picker-view.js';
export {
  subscriberView,
  type SubscriberHealth,
  type SubscriberView,
} from './webhooks/subscriber-view.js';
export type { WebhooksTexts } from './webhooks/webhooks-texts.js';
export type { WebhooksServices, WebhooksSession } from './webhooks/webhooks-visit.js';
