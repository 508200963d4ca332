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
  change: 'Change',
  remove: 'Remove',
  removeHint:
    'You will no longer be asked for it. If it is your last factor, your recovery codes are removed as well.',

  /** `{time}` is a date and time. */
  addedAt: 'Added on {time}.',
  usedAt: 'Last used on {time}.',
  neverUsed: 'Not used yet.',
  suspended: 'Locked',
  suspendedHint:
    'Too many wrong answers were given in a row, so it is no longer accepted. Remove it, then set it up again.',
  addAnother: 'Add another',
  nameLabel: 'Name',
  nameHint: 'For example “Work phone”. At most 64 characters.',
  nameMalformed: 'Enter a name of 1 to 64 visible characters.',

  notAllowed: 'Your organisation does not allow this.',
  unavailable: 'This is currently unavailable.',
  needsPhone: 'Verify a phone number first, below.',
  needsFactor: 'Set up one of the methods above first.',
  /** `{time}` is a wait as `1:30`. */
  startLater: 'You have started the setup too often. Try again in {time}.',
  tooManyAuthenticators: 'You have set up as many as you can. Remove one first.',
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
  change: 'Ändern',
  remove: 'Entfernen',
  removeHint:
    'Sie werden nicht mehr danach gefragt. Ist es Ihr letzter Faktor, verfallen auch Ihre Wiederherstellungscodes.',

  addedAt: 'Hinzugefügt am {time}.',
  usedAt: 'Zuletzt benutzt am {time}.',
  neverUsed: 'Noch nicht benutzt.',
  suspended: 'Gesperrt',
  suspendedHint:
    'Es gab zu viele falsche Antworten nacheinander, deshalb wird es nicht mehr angenommen. Entfernen Sie es und richten Sie es neu ein.',
  addAnother: 'Weitere hinzufügen',
  nameLabel: 'Name',
  nameHint: 'Zum Beispiel „Diensthandy“. Höchstens 64 Zeichen.',
  nameMalformed: 'Geben Sie einen Namen aus 1 bis 64 sichtbaren Zeichen ein.',

  notAllowed: 'Ihre Organisation erlaubt das nicht.',
  unavailable: 'Das ist hier zurzeit nicht verfügbar.',
  needsPhone: 'Bestätigen Sie zuerst eine Telefonnummer, weiter unten.',
  needsFactor: 'Richten Sie zuerst einen der Wege oben ein.',
  startLater: 'Die Einrichtung wurde zu oft begonnen. Sie können sie in {time} wieder beginnen.',
  tooManyAuthenticators:
    'Sie haben so viele eingerichtet, wie möglich sind. Entfernen Sie zuerst eine davon.',
  alreadyEnrolled: 'Das ist schon eingerichtet.',
  notEnrolled: 'Das ist nicht eingerichtet.',
  lastFactor:
    'Ihre Organisation verlangt einen zweiten Faktor, und dies ist Ihr einziger. Richten Sie zuerst einen anderen ein.',
};
