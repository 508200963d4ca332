import { english as codeEnglish } from '../code-page/code-page-english.js';
import { german as codeGerman } from '../code-page/code-page-german.js';
import type { CodePageTexts } from '../code-page/code-page-texts.js';
import { frameEnglish, frameGerman, type PortalTexts } from '../../portal/portal-texts.js';

/** The texts about codes, which the code page has as well. */
type CodeTexts = Pick<
  CodePageTexts,
  | 'codeLabel'
  | 'sendAgain'
  | 'codeWrong'
  | 'codeMalformed'
  | 'codeExpired'
  | 'codeWithdrawn'
  | 'attemptsSpent'
  | 'nothingPending'
  | 'sendLater'
  | 'notSent'
>;

/**
 * The texts of the security page in one language. `{phone}` is a masked number, `{count}` a number, `{time}` a wait as
 * `1:30`; each may be left out of a text.
 */
export interface SecurityTexts extends PortalTexts, CodeTexts {
  readonly stepUpNeeded: string;
  readonly stepUp: string;
  readonly factorMissing: string;
  readonly on: string;
  readonly off: string;
  readonly setUp: string;
  readonly remove: string;
  readonly notAllowed: string;
  readonly unavailable: string;

  readonly smsHeading: string;
  readonly smsAbout: string;
  readonly smsNeedsPhone: string;
  readonly smsSent: string;
  readonly smsEnterHint: string;
  readonly confirm: string;
  readonly smsEnrolled: string;
  readonly smsRemoved: string;
  readonly smsRemoveHeading: string;

  readonly totpHeading: string;
  readonly totpAbout: string;
  readonly totpScan: string;
  readonly totpPicture: string;
  readonly totpSecret: string;
  readonly totpEnter: string;
  readonly totpStartAgain: string;
  readonly totpStartLater: string;
  readonly totpEnrolled: string;
  readonly totpRemoved: string;
  readonly totpRemoveHeading: string;

  readonly removeHint: string;

  readonly recoveryHeading: string;
  readonly recoveryAbout: string;
  readonly recoveryLeft: string;
  readonly recoveryNone: string;
  readonly recoveryNeedsFactor: string;
  readonly recoveryMake: string;
  readonly recoveryReplace: string;
  readonly recoveryMadeHeading: string;
  readonly recoveryKeep: string;
  readonly recoveryDone: string;

  readonly phoneHeading: string;
  readonly phoneAbout: string;
  readonly phoneNone: string;
  readonly phoneVerified: string;
  readonly phoneUnverified: string;
  readonly phoneAdd: string;
  readonly phoneChange: string;
  readonly phoneLabel: string;
  readonly phoneHint: string;
  readonly phoneSend: string;
  readonly phoneStored: string;
  readonly phoneRemoved: string;
  readonly phoneRemoveHeading: string;
  readonly phoneRemoveHint: string;

  readonly otherHeading: string;
  readonly otherAbout: string;
  readonly webauthn: string;
  readonly email: string;

  readonly alreadyEnrolled: string;
  readonly notEnrolled: string;
  readonly lastFactor: string;
  readonly phoneInvalid: string;
  readonly phoneInUse: string;
  readonly phoneMissing: string;
}

/** The name of a text. */
export type SecurityTextName = Exclude<keyof SecurityTexts, 'direction'>;

function codeTexts(texts: CodePageTexts): CodeTexts {
  const { codeLabel, sendAgain, codeWrong, codeMalformed, codeExpired, codeWithdrawn } = texts;
  const { attemptsSpent, nothingPending, sendLater, notSent } = texts;
  return {
    ...{ codeLabel, sendAgain, codeWrong, codeMalformed, codeExpired, codeWithdrawn },
    ...{ attemptsSpent, nothingPending, sendLater, notSent },
  };
}

export const securityEnglish: SecurityTexts = {
  ...frameEnglish,
  ...codeTexts(codeEnglish),
  heading: 'Your security',
  stepUpNeeded: 'You can see everything here. To change something, verify your identity.',
  stepUp: 'Verify your identity',
  factorMissing: 'You need a second factor here. Set up one of these.',
  on: 'On',
  off: 'Off',
  setUp: 'Set up',
  remove: 'Remove',
  notAllowed: 'Your organisation does not allow this.',
  unavailable: 'This is not available here at the moment.',

  smsHeading: 'Text messages',
  smsAbout: 'When you sign in, we send a 6-digit code to your phone.',
  smsNeedsPhone: 'Confirm a phone number first, below.',
  smsSent: 'We sent a 6-digit code to {phone}.',
  smsEnterHint: 'Enter the 6-digit code from the message. It works for 15 minutes.',
  confirm: 'Confirm',
  smsEnrolled: 'Text messages are set up.',
  smsRemoved: 'Text messages are removed.',
  smsRemoveHeading: 'Remove text messages?',

  totpHeading: 'Authenticator app',
  totpAbout: 'An app on your phone shows a new code every 30 seconds. It works without a network.',
  totpScan: 'Open your authenticator app and scan this picture.',
  totpPicture: 'QR code for your authenticator app',
  totpSecret: 'Or type this key into the app:',
  totpEnter: 'Then enter the 6-digit code that the app shows.',
  totpStartAgain: 'Start again with a new key',
  totpStartLater: 'The setup was started too often. You can start it again in {time}.',
  totpEnrolled: 'The authenticator app is set up.',
  totpRemoved: 'The authenticator app is removed.',
  totpRemoveHeading: 'Remove the authenticator app?',

  removeHint:
    'You will no longer be asked for it. If it is your last factor, your recovery codes go with it.',

  recoveryHeading: 'Recovery codes',
  recoveryAbout: 'For when you have lost your phone. Each code works once.',
  recoveryLeft: 'Codes left: {count}',
  recoveryNone: 'You have none.',
  recoveryNeedsFactor: 'Set up text messages or an app first.',
  recoveryMake: 'Make recovery codes',
  recoveryReplace: 'Replace them with new codes',
  recoveryMadeHeading: 'Your recovery codes',
  recoveryKeep:
    'Save these codes now: in a password manager, or on paper. They are not shown again. Earlier codes no longer work.',
  recoveryDone: 'I have saved them',

  phoneHeading: 'Phone number',
  phoneAbout: 'Messages with codes go to this number.',
  phoneNone: 'You have no phone number here.',
  phoneVerified: 'Confirmed',
  phoneUnverified: 'Not confirmed',
  phoneAdd: 'Add a phone number',
  phoneChange: 'Change',
  phoneLabel: 'Phone number',
  phoneHint: 'With its country code, for example +14155550101.',
  phoneSend: 'Send a code to it',
  phoneStored: 'The phone number is confirmed.',
  phoneRemoved: 'The phone number is removed.',
  phoneRemoveHeading: 'Remove the phone number?',
  phoneRemoveHint: 'You can add one again at any time.',

  otherHeading: 'Also set up',
  otherAbout: 'You can change these where you set them up.',
  webauthn: 'Passkey or security key',
  email: 'Codes by email',

  alreadyEnrolled: 'This is set up already.',
  notEnrolled: 'This is not set up.',
  lastFactor:
    'Your organisation requires a second factor, and this is your only one. Set up another one first.',
  phoneInvalid: 'Enter the number with a plus sign and its country code, and digits only.',
  phoneInUse: 'Text messages go to this number. Remove them first.',
  phoneMissing: 'You have no phone number here.',
};

export const securityGerman: SecurityTexts = {
  ...frameGerman,
  ...codeTexts(codeGerman),
  heading: 'Ihre Sicherheit',
  stepUpNeeded:
    'Sie können hier alles ansehen. Um etwas zu ändern, bestätigen Sie, dass Sie es sind.',
  stepUp: 'Bestätigen, dass ich es bin',
  factorMissing: 'Hier brauchen Sie einen zweiten Faktor. Richten Sie einen davon ein.',
  on: 'An',
  off: 'Aus',
  setUp: 'Einrichten',
  remove: 'Entfernen',
  notAllowed: 'Ihre Organisation erlaubt das nicht.',
  unavailable: 'Das ist hier zurzeit nicht verfügbar.',

  smsHeading: 'SMS',
  smsAbout: 'Bei der Anmeldung senden wir einen sechsstelligen Code an Ihr Telefon.',
  smsNeedsPhone: 'Bestätigen Sie zuerst eine Telefonnummer, weiter unten.',
  smsSent: 'Wir haben einen sechsstelligen Code an {phone} gesendet.',
  smsEnterHint: 'Geben Sie den sechsstelligen Code aus der Nachricht ein. Er gilt 15 Minuten.',
  confirm: 'Bestätigen',
  smsEnrolled: 'SMS ist eingerichtet.',
  smsRemoved: 'SMS ist entfernt.',
  smsRemoveHeading: 'SMS entfernen?',

  totpHeading: 'Authenticator-App',
  totpAbout: 'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen neuen Code, auch ohne Netz.',
  totpScan: 'Öffnen Sie Ihre Authenticator-App und scannen Sie dieses Bild.',
  totpPicture: 'QR-Code für Ihre Authenticator-App',
  totpSecret: 'Oder geben Sie diesen Schlüssel in die App ein:',
  totpEnter: 'Geben Sie dann den sechsstelligen Code ein, den die App zeigt.',
  totpStartAgain: 'Mit einem neuen Schlüssel von vorn beginnen',
  totpStartLater:
    'Die Einrichtung wurde zu oft begonnen. Sie können sie in {time} wieder beginnen.',
  totpEnrolled: 'Die Authenticator-App ist eingerichtet.',
  totpRemoved: 'Die Authenticator-App ist entfernt.',
  totpRemoveHeading: 'Authenticator-App entfernen?',

  removeHint:
    'Sie werden nicht mehr danach gefragt. Ist es Ihr letzter Faktor, verfallen auch Ihre Wiederherstellungscodes.',

  recoveryHeading: 'Wiederherstellungscodes',
  recoveryAbout: 'Für den Tag, an dem Sie Ihr Telefon verloren haben. Jeder Code gilt einmal.',
  recoveryLeft: 'Übrige Codes: {count}',
  recoveryNone: 'Sie haben keine.',
  recoveryNeedsFactor: 'Richten Sie zuerst SMS oder eine App ein.',
  recoveryMake: 'Wiederherstellungscodes erstellen',
  recoveryReplace: 'Durch neue Codes ersetzen',
  recoveryMadeHeading: 'Ihre Wiederherstellungscodes',
  recoveryKeep:
    'Bewahren Sie diese Codes jetzt auf: in einem Passwortmanager oder auf Papier. Sie werden nicht noch einmal gezeigt. Frühere Codes gelten nicht mehr.',
  recoveryDone: 'Ich habe sie aufbewahrt',

  phoneHeading: 'Telefonnummer',
  phoneAbout: 'Nachrichten mit Codes gehen an diese Nummer.',
  phoneNone: 'Sie haben hier keine Telefonnummer.',
  phoneVerified: 'Bestätigt',
  phoneUnverified: 'Nicht bestätigt',
  phoneAdd: 'Telefonnummer hinzufügen',
  phoneChange: 'Ändern',
  phoneLabel: 'Telefonnummer',
  phoneHint: 'Mit der Ländervorwahl, zum Beispiel +4915112345678.',
  phoneSend: 'Code dorthin senden',
  phoneStored: 'Die Telefonnummer ist bestätigt.',
  phoneRemoved: 'Die Telefonnummer ist entfernt.',
  phoneRemoveHeading: 'Telefonnummer entfernen?',
  phoneRemoveHint: 'Sie können jederzeit wieder eine hinzufügen.',

  otherHeading: 'Außerdem eingerichtet',
  otherAbout: 'Ändern können Sie das dort, wo Sie es eingerichtet haben.',
  webauthn: 'Passkey oder Sicherheitsschlüssel',
  email: 'Codes per E-Mail',

  alreadyEnrolled: 'Das ist schon eingerichtet.',
  notEnrolled: 'Das ist nicht eingerichtet.',
  lastFactor:
    'Ihre Organisation verlangt einen zweiten Faktor, und dies ist Ihr einziger. Richten Sie zuerst einen anderen ein.',
  phoneInvalid: 'Geben Sie die Nummer mit Pluszeichen und Ländervorwahl ein, nur mit Ziffern.',
  phoneInUse: 'SMS gehen an diese Nummer. Entfernen Sie sie zuerst.',
  phoneMissing: 'Sie haben hier keine Telefonnummer.',
};
