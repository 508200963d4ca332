/** The pages for people, and what a host's own pages are made of. Those for administrators are `@stepward/pages/admin`. */
export { html } from 'hono/html';
export type { Brand } from './layout/brand.js';
export type { BrandOption } from './layout/create-renderer.js';
export type { Form } from './links/read-form.js';
export type { ReturnToRefused } from './links/return-address.js';
export type { CodePageOptions, LinkOwner } from './people/code-page/code-page-options.js';
export type { CodePageTexts } from './people/code-page/code-page-texts.js';
export { createCodePage, type CodePage } from './people/code-page/create-code-page.js';
export type { VerifyLinkRequest } from './people/code-page/verify-link.js';
export type {
  Obstacle,
  SecurityFactor,
  SecurityFacts,
  SecurityView,
} from './people/factors/security-facts.js';
export type { SecuritySession } from './people/security-session.js';
export {
  createSecurityPage,
  type SecurityPageOptions,
} from './people/security/create-security-page.js';
export type { SecurityTexts } from './people/security/security-texts.js';
export { securityView } from './people/security/security-view.js';
export {
  createPortalPage,
  type PortalLinkOptions,
  type PortalPage,
} from './portal/create-portal-page.js';
export type { PortalPageOptions } from './portal/portal-options.js';
export type {
  PortalAction,
  PortalContent,
  PortalNotice,
  PortalOutcome,
  PortalRefusal,
  PortalRoute,
  PortalVisit,
} from './portal/portal-route.js';
export type { PortalPageDefinition } from './portal/portal-server.js';
export {
  portalSessionRules,
  type PortalOwner,
  type PortalSession,
  type PortalSessionShape,
} from './portal/portal-session.js';
export {
  frameEnglish,
  frameGerman,
  type FrameTexts,
  type PortalTexts,
} from './portal/portal-texts.js';
export type { ShippedTexts, TextChanges } from './texts/choose-texts.js';
export type { Language } from './texts/language.js';
