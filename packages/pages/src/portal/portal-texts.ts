import { LEFT_TO_RIGHT } from '../texts/language.js';

/** The texts of one page for people who are signed in. */
export interface PortalTexts extends FrameTexts {
  /** What the page is about. */
  readonly heading: string;
}

/** The texts that every page for people who are signed in shares. */
export const frameEnglish = {
  ...LEFT_TO_RIGHT,
  /** Before the page's title if the last form was refused. */
  errorTitle: 'Error',
  /** Above the button of a portal link; `{person}` and `{account}`. */
  inviteFor: 'The link is for {person} in {account}.',
  invite: 'This link works once. If you continue, you can use this page for a limited time.',
  enter: 'Continue',
  leave: 'Close this session',
  /** On every page of the session of a portal link; `{person}` and `{account}`. */
  portalSession:
    'You opened this page with a link for {person} in {account}. If that is not you, close this session.',

  linkInvalidHeading: 'This link does not work',
  linkInvalid: 'It may be incomplete. Ask the sender for a new one.',
  linkExpiredHeading: 'This link has expired',
  linkExpired: 'For your security, it works for a few minutes only. Ask the sender for a new one.',
  linkUsedHeading: 'This link was already used',
  linkUsed: 'Each link works once. Ask the sender for a new one.',
  sessionEndedHeading: 'You are signed out',
  sessionEnded: 'Your session has ended. Sign in again, or ask for a new link.',
  leftHeading: 'You have closed the session',
  left: 'To come back, ask for a new link.',
  notFoundHeading: 'There is nothing here',
  notFound: 'What you are looking for does not exist, or no longer exists.',
  requestRefusedHeading: 'The form could not be accepted',
  requestRefused: 'Nothing was changed. Open the page again and repeat your changes.',
  formUsedHeading: 'This form was already sent',
  formUsed: 'It was accepted the first time and was not processed again.',
  formBusyHeading: 'This form is still being processed',
  formBusy: 'You sent it twice. Open the page again in a moment to see the result.',
  tooManyHeading: 'There were too many requests',
  tooMany: 'Wait a minute, then open the page again.',
  failedHeading: 'Something went wrong',
  failed: 'This is not your fault. Open the page again in a moment.',
  reload: 'Open the page again',
};

export type FrameTexts = Readonly<typeof frameEnglish>;

export const frameGerman: FrameTexts = {
  ...LEFT_TO_RIGHT,
  errorTitle: 'Fehler',
  inviteFor: 'Der Link ist für {person} in {account}.',
  invite:
    'Dieser Link funktioniert einmal. Fahren Sie fort, dann bleibt diese Seite für begrenzte Zeit für Sie offen.',
  enter: 'Weiter',
  leave: 'Diese Sitzung schließen',
  portalSession:
    'Sie haben diese Seite mit einem Link für {person} in {account} geöffnet. Wenn das nicht Sie sind, schließen Sie diese Sitzung.',

  linkInvalidHeading: 'Dieser Link funktioniert nicht',
  linkInvalid:
    'Vielleicht ist er unvollständig. Fordern Sie dort, wo Sie ihn bekommen haben, einen neuen an.',
  linkExpiredHeading: 'Dieser Link ist abgelaufen',
  linkExpired:
    'Zu Ihrer Sicherheit gilt er nur wenige Minuten. Fordern Sie dort, wo Sie ihn bekommen haben, einen neuen an.',
  linkUsedHeading: 'Dieser Link wurde schon benutzt',
  linkUsed:
    'Jeder Link funktioniert einmal. Fordern Sie dort, wo Sie ihn bekommen haben, einen neuen an.',
  sessionEndedHeading: 'Sie sind abgemeldet',
  sessionEnded:
    'Ihre Sitzung ist beendet. Melden Sie sich wieder an oder fordern Sie einen neuen Link an.',
  leftHeading: 'Sie haben die Sitzung geschlossen',
  left: 'Um zurückzukommen, fordern Sie dort, wo Sie den letzten Link bekommen haben, einen neuen an.',
  notFoundHeading: 'Hier ist nichts',
  notFound: 'Was Sie suchen, gibt es nicht oder nicht mehr.',
  requestRefusedHeading: 'Das Formular konnte nicht angenommen werden',
  requestRefused:
    'Nichts wurde geändert. Öffnen Sie die Seite neu und wiederholen Sie Ihre Eingabe.',
  formUsedHeading: 'Dieses Formular wurde schon gesendet',
  formUsed: 'Es wurde beim ersten Mal angenommen und nicht noch einmal ausgeführt.',
  formBusyHeading: 'Dieses Formular wird noch ausgeführt',
  formBusy:
    'Sie haben es zweimal gesendet. Öffnen Sie die Seite gleich neu, um das Ergebnis zu sehen.',
  tooManyHeading: 'Das waren zu viele Anfragen',
  tooMany: 'Warten Sie eine Minute und öffnen Sie die Seite dann neu.',
  failedHeading: 'Etwas ist schiefgegangen',
  failed: 'Es liegt nicht an Ihnen. Öffnen Sie die Seite in einem Moment neu.',
  reload: 'Seite neu öffnen',
};
