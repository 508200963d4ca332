/** The texts about the sessions of a person. `{time}` is a date and time, `{address}` an IP address. */
export const sessionsEnglish = {
  sessionsHeading: 'Where you are signed in',
  sessionsAbout: 'End a session that you do not recognise.',
  sessionsUnavailable: 'Your sessions cannot be reached at the moment. Try again later.',
  sessionHere: 'This session',
  sessionUnknown: 'Unknown device',
  sessionSince: 'Signed in on {time}.',
  sessionUsed: 'Last used on {time}.',
  sessionFrom: 'From {address}.',
  sessionEnd: 'End',
  sessionEndOthers: 'Sign out everywhere else',
  sessionIsEnded: 'The session has ended.',
  sessionsAreEnded: 'You are signed out everywhere else.',
  sessionGone: 'This session had already ended.',
  sessionsOffer:
    'Your other sessions are still signed in. If another person may have had access, sign out everywhere else now.',
};

export type SessionsTexts = Readonly<typeof sessionsEnglish>;

export const sessionsGerman: SessionsTexts = {
  sessionsHeading: 'Wo Sie angemeldet sind',
  sessionsAbout: 'Beenden Sie eine Sitzung, die Sie nicht kennen.',
  sessionsUnavailable:
    'Ihre Sitzungen sind gerade nicht erreichbar. Versuchen Sie es später noch einmal.',
  sessionHere: 'Diese Sitzung',
  sessionUnknown: 'Unbekanntes Gerät',
  sessionSince: 'Angemeldet am {time}.',
  sessionUsed: 'Zuletzt benutzt am {time}.',
  sessionFrom: 'Von {address}.',
  sessionEnd: 'Beenden',
  sessionEndOthers: 'Überall sonst abmelden',
  sessionIsEnded: 'Die Sitzung ist beendet.',
  sessionsAreEnded: 'Sie sind überall sonst abgemeldet.',
  sessionGone: 'Diese Sitzung war schon beendet.',
  sessionsOffer:
    'Ihre anderen Sitzungen sind weiter angemeldet. Wenn jemand anders Zugriff gehabt haben könnte, melden Sie sich jetzt überall sonst ab.',
};
