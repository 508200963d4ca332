/** The texts about the browsers that a person trusts. `{time}` is a date and time. */
export const devicesEnglish = {
  devicesHeading: 'Browsers you trust',
  devicesAbout:
    'Signing in from them does not ask for a second factor. End one that you do not use any more.',
  deviceUnknown: 'Unknown browser',
  deviceSince: 'Trusted on {time}.',
  deviceUntil: 'Until {time}.',
  deviceUsed: 'Last used on {time}.',
  deviceEnd: 'End',
  deviceEnded: 'The browser is not trusted any more.',
  deviceGone: 'This browser was not trusted any more.',
};

export type DevicesTexts = Readonly<typeof devicesEnglish>;

export const devicesGerman: DevicesTexts = {
  devicesHeading: 'Browser, denen Sie vertrauen',
  devicesAbout:
    'Die Anmeldung dort fragt nicht nach einem zweiten Faktor. Beenden Sie das Vertrauen in einen Browser, den Sie nicht mehr benutzen.',
  deviceUnknown: 'Unbekannter Browser',
  deviceSince: 'Vertraut seit {time}.',
  deviceUntil: 'Bis {time}.',
  deviceUsed: 'Zuletzt benutzt am {time}.',
  deviceEnd: 'Beenden',
  deviceEnded: 'Dem Browser wird nicht mehr vertraut.',
  deviceGone: 'Diesem Browser wurde schon nicht mehr vertraut.',
};
