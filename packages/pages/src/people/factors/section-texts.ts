import { frameEnglish, frameGerman } from '../../portal/portal-texts.js';
import { codeEnglish, codeGerman } from '../code-texts.js';

/** The texts that every section of `/security` may use. */
export const sectionEnglish = {
  ...frameEnglish,
  ...codeEnglish,
  heading: 'Your security',
  stepUpNeeded: 'You can view everything here. To make changes, verify your identity.',
  on: 'On',
  off: 'Off',
  setUp: 'Set up',
  confirm: 'Confirm',
  /** `{phone}` is a masked number. */
  codeSent: 'We sent a 6-digit code to {phone}.',
  codeEnterHint: 'Enter the 6-digit code from the message. It works for 15 minutes.',
  remove: 'Remove',
  removeHint:
    'You will no longer be asked for it. If it is your last factor, your recovery codes are removed as well.',

  notAllowed: 'Your organisation does not allow this.',
  unavailable: 'This is currently unavailable.',
  needsPhone: 'Verify a phone number first, below.',
  needsFactor: 'Set up text messages or an authenticator app first.',
  alreadyEnrolled: 'This is already set up.',
  notEnrolled: 'This is not set up.',
  lastFactor:
    'Your organisation requires a second factor, and this is your only one. Set up another one first.',
};

export type SectionTexts = Readonly<typeof sectionEnglish>;

export const sectionGerman: SectionTexts = {
  ...frameGerman,
  ...codeGerman,
  heading: 'Ihre Sicherheit',
  stepUpNeeded:
    'Sie können hier alles ansehen. Um etwas zu ändern, bestätigen Sie, dass Sie es sind.',
  on: 'An',
  off: 'Aus',
  setUp: 'Einrichten',
  confirm: 'Bestätigen',
  codeSent: 'Wir haben einen sechsstelligen Code an {phone} gesendet.',
  codeEnterHint: 'Geben Sie den sechsstelligen Code aus der Nachricht ein. Er gilt 15 Minuten.',
  remove: 'Entfernen',
  removeHint:
    'Sie werden nicht mehr danach gefragt. Ist es Ihr letzter Faktor, verfallen auch Ihre Wiederherstellungscodes.',

  notAllowed: 'Ihre Organisation erlaubt das nicht.',
  unavailable: 'Das ist hier zurzeit nicht verfügbar.',
  needsPhone: 'Bestätigen Sie zuerst eine Telefonnummer, weiter unten.',
  needsFactor: 'Richten Sie zuerst SMS oder eine App ein.',
  alreadyEnrolled: 'Das ist schon eingerichtet.',
  notEnrolled: 'Das ist nicht eingerichtet.',
  lastFactor:
    'Ihre Organisation verlangt einen zweiten Faktor, und dies ist Ihr einziger. Richten Sie zuerst einen anderen ein.',
};
