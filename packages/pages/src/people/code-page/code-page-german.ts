import { LEFT_TO_RIGHT } from '../../texts/language.js';
import type { CodePageFrameTexts } from './code-page-english.js';

export const codePageGerman: CodePageFrameTexts = {
  ...LEFT_TO_RIGHT,
  heading: 'Bestätigen Sie, dass Sie es sind',
  errorTitle: 'Fehler',
  submit: 'Weiter',
  approving: 'Sie geben frei:',

  notReceived: 'Keine Nachricht erhalten?',
  send: 'Code senden',
  wait: 'Einen neuen Code können Sie in {time} anfordern.',
  waitOver: 'Sie können jetzt einen neuen Code anfordern.',
  otherWays: 'Anderer Weg',

  factorSuspended:
    'Es gab zu viele falsche Codes nacheinander, deshalb ist dieser Weg gesperrt. Nutzen Sie einen anderen und richten Sie diesen dann neu ein.',
  factorUnavailable:
    'Dieser Weg ist hier nicht möglich. Nutzen Sie einen anderen oder fragen Sie Ihre Verwaltung.',
  busy: 'Ihre letzte Anfrage läuft noch. Warten Sie kurz und versuchen Sie es noch einmal.',

  linkInvalidHeading: 'Dieser Link funktioniert nicht',
  linkInvalid:
    'Er ist vielleicht unvollständig. Gehen Sie zur Anwendung zurück und versuchen Sie es von dort.',
  linkExpiredHeading: 'Dieser Link ist abgelaufen',
  linkExpired:
    'Zu Ihrer Sicherheit gilt er nur wenige Minuten. Gehen Sie zurück und versuchen Sie es noch einmal.',
  linkUsedHeading: 'Dieser Link wurde schon benutzt',
  linkUsed: 'Wenn Sie den Code selbst eingegeben haben, können Sie in der Anwendung weitermachen.',
  sessionEndedHeading: 'Sie sind abgemeldet',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich noch einmal an.',
  requestRefusedHeading: 'Das Formular wurde nicht angenommen',
  requestRefused: 'Es wurde nichts geprüft und nichts gesendet. Öffnen Sie die Seite noch einmal.',
  failedHeading: 'Etwas ist schiefgegangen',
  failed: 'Es liegt nicht an Ihnen. Öffnen Sie die Seite gleich noch einmal.',
  reload: 'Seite noch einmal öffnen',
};
