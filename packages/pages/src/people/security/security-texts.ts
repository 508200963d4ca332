import { authenticatorSection, type AuthenticatorTexts } from './authenticator.js';
import { FACTORS, united, type FactorTexts } from '../factors/factors.js';
import { sectionEnglish, sectionGerman, type SectionTexts } from '../factors/section-texts.js';
import { phoneSection, type PhoneTexts } from './phone.js';
import { sessionsSection } from './sessions.js';
import type { SessionsTexts } from './sessions-texts.js';

/**
 * The texts of the security page in one language. `{phone}` is a masked number, `{count}` a number, `{time}` a wait as
 * `1:30`; each may be left out of a text.
 */
export interface SecurityTexts extends SectionTexts, SectionsTexts, OverviewTexts {}

/** The texts of all sections. */
export interface SectionsTexts extends FactorTexts, AuthenticatorTexts, PhoneTexts, SessionsTexts {}

/** The texts of the first page. */
const english = {
  stepUp: 'Verify your identity',
  factorMissing: 'You need a second factor here. Set up one of these.',
  otherHeading: 'Also set up',
  otherAbout: 'You can change these where you set them up.',
  email: 'Codes by email',
};

type OverviewTexts = Readonly<typeof english>;

const german: OverviewTexts = {
  stepUp: 'Bestätigen, dass ich es bin',
  factorMissing: 'Hier brauchen Sie einen zweiten Faktor. Richten Sie einen davon ein.',
  otherHeading: 'Außerdem eingerichtet',
  otherAbout: 'Ändern können Sie das dort, wo Sie es eingerichtet haben.',
  email: 'Codes per E-Mail',
};

const sections = united<SectionsTexts>([
  ...Object.values(FACTORS).map(({ section }) => section),
  authenticatorSection,
  phoneSection,
  sessionsSection,
]);

export const securityEnglish: SecurityTexts = {
  ...{ ...sectionEnglish, ...sections.en, ...english },
};

export const securityGerman: SecurityTexts = {
  ...{ ...sectionGerman, ...sections.de, ...german },
};
