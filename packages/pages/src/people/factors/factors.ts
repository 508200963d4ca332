import type { PageFactor } from './factor.js';
import {
  recoveryCode,
  type RecoveryCodePageTexts,
  type RecoveryCodeTexts,
} from './recovery-code.js';
import type { PageFactorName } from './security-facts.js';
import { sms, type SmsCodePageTexts, type SmsTexts } from './sms.js';
import { totp, type TotpCodePageTexts, type TotpTexts } from './totp.js';
import { webauthn } from './webauthn.js';
import type { WebAuthnCodePageTexts, WebAuthnTexts } from './webauthn-texts.js';

/**
 * What each factor of the pages brings to them. Another one is a row here, with its texts below, and a file
 * beside this one.
 */
export const FACTORS: Readonly<
  Record<PageFactorName, PageFactor<FactorCodePageTexts, FactorTexts, FactorServices>>
> = { webauthn, sms, totp, recovery_code: recoveryCode };

/** The texts of the factors on the code page. */
export interface FactorCodePageTexts
  extends SmsCodePageTexts, TotpCodePageTexts, RecoveryCodePageTexts, WebAuthnCodePageTexts {}

/** The texts of the factors on `/security`. */
export interface FactorTexts extends SmsTexts, TotpTexts, RecoveryCodeTexts, WebAuthnTexts {}

/** The services that the sections of the factors call. */
export type FactorServices = 'enrolments' | 'totp' | 'webauthn' | 'recoveryCodes' | 'policies';

/** The texts of all parts of a page, of which each has its own. */
export function united<Texts>(
  parts: readonly { readonly texts: Record<'en' | 'de', Partial<Texts>> }[],
) {
  const unite = (language: 'en' | 'de'): Texts =>
    Object.assign({}, ...parts.map(({ texts }) => texts[language])) as Texts;
  return { en: unite('en'), de: unite('de') };
}
