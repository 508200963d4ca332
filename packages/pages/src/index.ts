export { createCodePage, type CodePage } from './code-page/create-code-page.js';
export type { CodePageOptions, LinkOwner } from './code-page/code-page-options.js';
export type { VerifyLinkRequest } from './code-page/verify-link.js';
export type { Brand } from './layout/brand.js';
export type { ReturnToRefused } from './links/return-address.js';
export type { TextChanges } from './texts/choose-texts.js';
export type { Texts } from './texts/texts.js';
export {
  createSecurityPage,
  type SecurityPageOptions,
} from './security-page/create-security-page.js';
export type { SecuritySession } from './security-page/security-session.js';
export type { SecurityTexts } from './security-page/security-texts.js';
export {
  securityView,
  type Obstacle,
  type SecurityFacts,
  type SecurityFactor,
  type SecurityView,
} from './security-page/security-view.js';
