/**
 * Who calls: an application of the host's (Internal API), a person (Account API, Customer API), or automation (Customer
 * API). For a person, `accessToken` is sent as a bearer token, and `cookies` sends those of the browser, to the page's own
 * origin or to others as well (`credentials` of the Fetch API).
 */
export type Credential =
  | { readonly serviceSecret: string }
  | { readonly accessToken: string }
  | { readonly managementKey: string }
  | { readonly cookies: 'same-origin' | 'include' };

/** Completes "must be …". */
export const CREDENTIAL_FORM =
  'an object with one of serviceSecret, accessToken, managementKey, cookies';

const SECRET = { form: '32 to 512 visible ASCII characters', pattern: /^[\x21-\x7e]{32,512}$/ };
/** RFC 6750 section 2.1. */
const TOKEN = {
  form: 'a bearer token of at most 16384 characters, without "Bearer"',
  pattern: /^(?=.{1,16384}$)[\w.~+/-]+=*$/,
};

const CREDENTIALS: Readonly<Record<string, typeof SECRET>> = {
  serviceSecret: SECRET,
  accessToken: TOKEN,
  managementKey: TOKEN,
  cookies: { form: 'same-origin or include', pattern: /^(?:same-origin|include)$/ },
};

/** @throws TypeError that names the wrong part; the credential is not in its message. */
export function checkCredential(credential: Credential): void {
  const [[name, value] = ['', null], ...more] = Object.entries(credential) as [string, unknown][];
  const rule = Object.hasOwn(CREDENTIALS, name) ? CREDENTIALS[name] : undefined;
  if (rule === undefined || more.length > 0) {
    throw new TypeError(`createClient: credential must be ${CREDENTIAL_FORM}`);
  }
  if (typeof value !== 'string' || !rule.pattern.test(value)) {
    throw new TypeError(`createClient: credential.${name} must be ${rule.form}`);
  }
}

export function credentialHeaders(credential: Credential): Readonly<Record<string, string>> {
  if ('serviceSecret' in credential) {
    return { 'x-internal-service-secret': credential.serviceSecret };
  }
  const token = secretOf(credential);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** What an answer must not repeat; null for cookies, which this client does not see. */
export function secretOf(credential: Credential): string | null {
  if ('serviceSecret' in credential) return credential.serviceSecret;
  if ('accessToken' in credential) return credential.accessToken;
  return 'managementKey' in credential ? credential.managementKey : null;
}
