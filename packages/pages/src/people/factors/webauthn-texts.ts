import { promptEnglish, promptGerman } from './prompt-texts.js';

/** On the code page. `{app}` is the name of the brand. */
export const codePageEnglish = {
  ...promptEnglish,
  webauthnHint: 'Use a passkey or security key that you set up for {app}.',
  webauthnAsk: 'Continue with passkey or security key',
  webauthnAskAgain: 'Try again',
  useWebauthn: 'Use a passkey or security key',
};

export type WebAuthnCodePageTexts = Readonly<typeof codePageEnglish>;

export const codePageGerman: WebAuthnCodePageTexts = {
  ...promptGerman,
  webauthnHint:
    'Nehmen Sie einen Passkey oder Sicherheitsschlüssel, den Sie für {app} eingerichtet haben.',
  webauthnAsk: 'Weiter mit Passkey oder Sicherheitsschlüssel',
  webauthnAskAgain: 'Noch einmal versuchen',
  useWebauthn: 'Ein Passkey oder Sicherheitsschlüssel',
};

/** On `/security`. */
export const english = {
  ...promptEnglish,
  webauthnHeading: 'Passkey or security key',
  webauthnAbout:
    'Your device, or a key that you plug in, proves that it is you. It works on this website alone, so nobody can trick you into giving it away.',
  webauthnCreateHint:
    'Your browser asks where to keep the passkey, or for your security key. Follow its steps.',
  webauthnCreate: 'Create it',
  webauthnStart: 'Start again',
  webauthnEnrolled: 'The passkey or security key is set up.',
};

export type WebAuthnTexts = Readonly<typeof english>;

export const german: WebAuthnTexts = {
  ...promptGerman,
  webauthnHeading: 'Passkey oder Sicherheitsschlüssel',
  webauthnAbout:
    'Ihr Gerät oder ein Schlüssel, den Sie anstecken, beweist, dass Sie es sind. Das gilt nur auf dieser Website, deshalb kann es Ihnen niemand ablisten.',
  webauthnCreateHint:
    'Ihr Browser fragt, wo er den Passkey ablegen soll, oder nach Ihrem Sicherheitsschlüssel. Folgen Sie seinen Schritten.',
  webauthnCreate: 'Anlegen',
  webauthnStart: 'Von vorn beginnen',
  webauthnEnrolled: 'Der Passkey oder Sicherheitsschlüssel ist eingerichtet.',
};
