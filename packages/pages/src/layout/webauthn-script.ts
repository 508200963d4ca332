/**
 * The script of the form that asks a browser for a passkey or security key: at most 3 KB. It shows the form where the
 * browser knows WebAuthn, hands it the options (as JSON, in the form's `data-options`), and sends what it gives, as JSON, in
 * the field `response`. The form has the texts for what can happen. Browsers without the JSON functions of W3C Web
 * Authentication Level 3 (section 5.1.8 and 5.1.9) get the same conversion here.
 */
export const WEBAUTHN_SCRIPT = `'use strict';
{
const form = document.querySelector('form[data-webauthn]');
const { webauthn: kind, options: json, again } = form.dataset;
const isCreation = kind === 'create';
const ask = document.getElementById('ask'), prompt = document.getElementById('prompt');
const say = (name) => {
  prompt.textContent = form.dataset[name] || '';
  prompt.className = name ? 'note bad' : '';
};
const decode = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0));
const encode = (bytes) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const parse = (options) => {
  const native = PublicKeyCredential[isCreation ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'];
  if (native) return native.call(PublicKeyCredential, options);
  const named = (one) => ({ ...one, id: decode(one.id) });
  const parsed = { ...options, challenge: decode(options.challenge) };
  if (options.user) parsed.user = named(options.user);
  for (const list of ['excludeCredentials', 'allowCredentials']) {
    if (options[list]) parsed[list] = options[list].map(named);
  }
  return parsed;
};
const format = (credential) => {
  if (credential.toJSON) return credential.toJSON();
  const { id, type, response } = credential;
  const parts = { transports: response.getTransports ? response.getTransports() : [] };
  for (const part of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
    if (response[part]) parts[part] = encode(response[part]);
  }
  return { id, rawId: id, type, response: parts };
};
const reasons = { NotAllowedError: 'cancelled', AbortError: 'cancelled', InvalidStateError: isCreation ? 'known' : 'failed' };
const start = async (options) => {
  ask.disabled = true;
  say();
  try {
    const credential = await navigator.credentials[isCreation ? 'create' : 'get']({ publicKey: parse(options) });
    form.elements.response.value = JSON.stringify(format(credential));
    form.submit();
  } catch (error) {
    say(reasons[error.name] || 'failed');
    ask.disabled = false;
  }
};
const begin = () => {
  const options = JSON.parse(json);
  ask.addEventListener('click', () => {
    if (performance.now() < options.timeout) return start(options);
    form.elements.do.value = again;
    form.submit();
  });
  if (!isCreation) start(options);
};
if (window.PublicKeyCredential) {
  form.hidden = false;
  if (json) begin();
} else say('unsupported');
}
`;
