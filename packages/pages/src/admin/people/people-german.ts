import { frameGerman } from '../../portal/portal-texts.js';
import type { PeopleTexts } from './people-english.js';

export const peopleGerman: PeopleTexts = {
  ...frameGerman,
  heading: 'Personen',
  intro: 'Suchen Sie eine Person, die einen zweiten Faktor verloren hat.',
  searchById: 'Kennung der Person',
  searchByName: 'Name oder Kennung der Person',
  search: 'Suchen',
  noneFound: 'Es wurde keine Person gefunden.',
  namesUnavailable: 'Namen sind zurzeit nicht verfügbar. Suchen Sie nach der Kennung.',
  name: 'Name',
  identityId: 'Kennung',
  toSearch: 'Alle Personen',
  toPerson: 'Zurück zur Person',

  personHeading: 'Zweite Faktoren einer Person',
  factors: 'Zweite Faktoren',
  noFactors: 'Keine',
  recoveryCodes: 'Übrige Wiederherstellungscodes',
  guesses: 'Übrige falsche Antworten',
  guessesBack: 'Alle sind um {time} wieder da.',
  deadline: 'Frist',
  deadlineAt: 'Darf sich bis {time} ohne zweiten Faktor anmelden.',
  deadlineOver: 'Muss seit {time} einen zweiten Faktor einrichten, um sich anzumelden.',
  livePass: 'Einmalpass',
  livePassUntil: 'Gilt einmal, bis {time}.',
  suspended: 'Gesperrt nach zu vielen falschen Antworten',
  addedAt: 'Hinzugefügt am {time}.',
  usedAt: 'Zuletzt benutzt am {time}.',
  neverUsed: 'Noch nicht benutzt.',
  factor_webauthn: 'Passkey oder Sicherheitsschlüssel',
  factor_totp: 'Authentifizierungs-App',
  factor_sms: 'SMS',
  factor_email: 'E-Mail',
  factor_recovery_code: 'Wiederherstellungscodes',

  verifyFirst:
    'Prüfen Sie zuerst, wer danach fragt. Wer Sie zu Unrecht überredet, kann das Konto übernehmen.',
  reasonLabel: 'Grund',
  reasonHint:
    'Zum Beispiel „Telefon verloren“. Er steht in den Protokollen. Höchstens 500 Zeichen.',

  reset: 'Zweite Faktoren zurücksetzen',
  resetHeading: 'Zweite Faktoren zurücksetzen?',
  resetText:
    'Zweite Faktoren von {person} werden entfernt. Gesendete Codes und ein Einmalpass verlieren ihre Gültigkeit. Die Person wird möglicherweise abgemeldet. Das lässt sich nicht rückgängig machen.',
  resetWhat: 'Was entfernt wird',
  resetAll: 'Alles, was {app} verwaltet, mit den Wiederherstellungscodes',
  resetSome: 'Nur, was ich auswähle',
  resetDone: 'Die zweiten Faktoren von {person} wurden zurückgesetzt.',

  pass: 'Einmalpass ausstellen',
  passHeading: 'Einmalpass ausstellen?',
  passText:
    'Mit dem Pass kann sich {person} einmal anmelden, um einen zweiten Faktor einzurichten. Er ersetzt einen früheren Pass.',
  minutesLabel: 'Gültig für, in Minuten',
  minutesHint: 'Von 5 bis 1440, das ist ein Tag.',
  passShownHeading: 'Kopieren Sie jetzt den Pass',
  passShownText:
    'Geben Sie ihn {person} auf einem Weg, dem Sie vertrauen. Er gilt einmal und bis {time}. Er wird nur jetzt gezeigt und lässt sich nicht noch einmal anzeigen.',
  passLabel: 'Einmalpass',
  passDone: 'Ich habe ihn kopiert',
  withdraw: 'Einmalpass zurückziehen',
  withdrawn: 'Der Einmalpass von {person} wurde zurückgezogen.',

  devices: 'Vertraute Browser',
  deviceUnknown: 'Unbekannter Browser',
  deviceSince: 'Vertraut seit {time}.',
  deviceUntil: 'Bis {time}.',
  endDevice: 'Beenden',
  deviceEnded: 'Einem Browser von {person} wird nicht mehr vertraut.',
  deviceGone: 'Diesem Browser wurde schon nicht mehr vertraut.',

  noRead: 'Sie dürfen Personen nicht ansehen.',
  noWrite: 'Sie dürfen das nicht ändern.',
  stepUpNeeded: 'Ihre Sitzung wurde nicht mit einem zweiten Faktor bestätigt.',
  stepUp: 'Bestätigen, dass ich es bin',
  needsAal2:
    'Ihre Sitzung wurde nicht mit einem zweiten Faktor bestätigt. Melden Sie sich mit einem neu an.',
  selfRefused:
    'Sie können Ihre eigenen zweiten Faktoren nicht zurücksetzen und sich selbst keinen Pass ausstellen. Bitten Sie jemanden, der das auch darf.',
  isSuspended: 'Die Person ist gesperrt und kann sich auch mit einem Pass nicht anmelden.',
  passNotFound:
    'Die Person hat keinen Einmalpass. Er wurde benutzt oder zurückgezogen oder ist abgelaufen.',
  sessionsLeft:
    'Das Zurücksetzen ist nicht vollständig, weil die Sitzungen der Person nicht beendet werden konnten. Setzen Sie gleich noch einmal zurück.',
  refused: 'Nichts wurde geändert. Korrigieren Sie die markierten Felder.',
  faultReason: 'Geben Sie einen Grund mit höchstens 500 Zeichen ein.',
  faultFactors: 'Wählen Sie mindestens einen aus.',
  faultMinutes: 'Geben Sie eine ganze Zahl von 5 bis 1440 ein.',
};
