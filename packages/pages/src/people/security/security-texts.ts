import { united } from '../factors/factors.js';
import { sectionEnglish, sectionGerman, type SectionTexts } from '../factors/section-texts.js';
import { SECTIONS, type SectionsTexts } from './security-sections.js';

/**
 * The texts of the security page in one language. `{phone}` is a masked number, `{count}` a number, `{time}` a wait as
 * `1:30`; each may be left out of a text.
 */
export interface SecurityTexts extends SectionTexts, SectionsTexts, OverviewTexts {}

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

const sections = united<SectionsTexts>(SECTIONS);

export const securityEnglish: SecurityTexts = {
  ...{ ...sectionEnglish, ...sections.en, ...english },
};

export const securityGerman: SecurityTexts = {
  ...{ ...sectionGerman, ...sections.de, ...german },
};
