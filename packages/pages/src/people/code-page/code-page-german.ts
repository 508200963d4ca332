import type { CodePageTexts } from './code-page-texts.js';

export const german: CodePageTexts = {
  direction: 'ltr',
  heading: 'Bestätigen Sie, dass Sie es sind',
  errorTitle: 'Fehler',

  smsSent: 'Wir haben einen sechsstelligen Code per SMS an {phone} gesendet. Geben Sie ihn ein.',
  smsSentAgain:
    'Wir haben einen neuen Code an {phone} gesendet. Geben Sie den neuesten ein; frühere gelten nicht mehr.',
  smsNotSent: 'Wir können einen sechsstelligen Code per SMS an Ihr Telefon senden.',
  totpHint:
    'Öffnen Sie Ihre Authenticator-App und geben Sie den sechsstelligen Code ein, den sie für {app} zeigt.',
  recoveryCodeHint:
    'Geben Sie einen der Wiederherstellungscodes ein, die Sie bei der Einrichtung von {app} gespeichert haben. Jeder gilt einmal.',
  codeLabel: 'Sechsstelliger Code',
  recoveryCodeLabel: 'Wiederherstellungscode',
  submit: 'Weiter',

  notReceived: 'Keine Nachricht erhalten?',
  send: 'Code senden',
  sendAgain: 'Neuen Code senden',
  wait: 'Einen neuen Code können Sie in {time} anfordern.',
  waitOver: 'Sie können jetzt einen neuen Code anfordern.',

  otherWays: 'Anderer Weg',
  useSms: 'Ein Code per SMS',
  useTotp: 'Ihre Authenticator-App',
  useRecoveryCode: 'Ein Wiederherstellungscode',

  codeWrong: 'Dieser Code ist nicht richtig. Prüfen Sie ihn und geben Sie ihn noch einmal ein.',
  codeMalformed: 'Geben Sie die sechs Ziffern des Codes ein.',
  recoveryCodeMalformed: 'Geben Sie die zehn Zeichen des Wiederherstellungscodes ein.',
  codeExpired: 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
  codeWithdrawn: 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
  attemptsSpent:
    'Es gab zu viele falsche Codes. Fordern Sie einen neuen an. Hilft das nicht, warten Sie eine Stunde.',
  factorSuspended:
    'Es gab zu viele falsche Codes nacheinander, deshalb ist dieser Weg gesperrt. Nutzen Sie einen anderen und richten Sie diesen dann neu ein.',
  nothingPending: 'Es liegt kein Code für Sie vor. Fordern Sie einen neuen an.',
  sendLater: 'Es wurden zu viele Codes angefordert. Einen neuen gibt es in {time}.',
  notSent:
    'Die Nachricht konnte nicht gesendet werden. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
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
