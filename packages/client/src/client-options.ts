import { checkCredential, CREDENTIAL_FORM, type Credential } from './credential.js';

export interface ClientOptions {
  /**
   * Where the API is mounted, for example `https://acme.example.com`. Plain http only to this machine,
   * or with `allowHttp`: credentials travel over TLS 1.2 or higher (specification, "Authentication").
   */
  readonly baseUrl: string;
  /** One credential. Tokens that expire need a new client, which costs nothing: it holds no connection. */
  readonly credential: Credential;
  /** Sent as `X-Tenant-ID`; without it, the tenant is that of the credential or of `baseUrl`'s host name. */
  readonly tenantId?: string;
  /** The global `fetch` by default. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Milliseconds for a whole call, 1 to 600 000; 10 000 by default. */
  readonly timeoutMs?: number;
  /** For networks that encrypt by themselves; false. */
  readonly allowHttp?: boolean;
}

/** @throws TypeError that names the wrong option; no value is in its message. */
export function checkClientOptions(options: ClientOptions): void {
  if (!isRecord(options)) throw new TypeError('createClient: the options must be an object');
  const given = options as unknown as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(RULES, name)) {
      const known = Object.keys(RULES).join(', ');
      throw new TypeError(`createClient: there is no option ${name}; the options are ${known}`);
    }
  }
  for (const [name, { form, isValid }] of Object.entries(RULES)) {
    if (!isValid(given[name])) throw new TypeError(`createClient: ${name} must be ${form}`);
  }
  checkCredential(options.credential);
  checkBaseUrl(options);
}

interface OptionRule {
  /** Completes "must be …". */
  readonly form: string;
  readonly isValid: (value: unknown) => boolean;
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const isOptional = (type: string) => (value: unknown) =>
  value === undefined || typeof value === type;

const TENANT_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9])?$/;

function isTenantId(value: unknown): boolean {
  return typeof value === 'string' && TENANT_ID.test(value);
}

const RULES: Readonly<Record<keyof ClientOptions, OptionRule>> = {
  baseUrl: { form: 'an http or https URL', isValid: (value) => typeof value === 'string' },
  credential: { form: CREDENTIAL_FORM, isValid: isRecord },
  tenantId: {
    form: 'a tenant id',
    isValid: (value) => value === undefined || isTenantId(value),
  },
  fetch: { form: 'a function', isValid: isOptional('function') },
  timeoutMs: { form: 'an integer from 1 to 600000', isValid: isTimeout },
  allowHttp: { form: 'a boolean', isValid: isOptional('boolean') },
};

function isTimeout(value: unknown): boolean {
  return (
    value === undefined ||
    (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 600_000)
  );
}

const THIS_MACHINE = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** A part of the address that does not belong there may be a credential, and is not repeated. */
function checkBaseUrl({ baseUrl, allowHttp = false }: ClientOptions): void {
  const url = parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('createClient: baseUrl must be an http or https URL');
  }
  if (url.username + url.password + url.search + url.hash !== '') {
    throw new TypeError(
      'createClient: baseUrl must have neither credentials nor query nor fragment',
    );
  }
  if (url.protocol === 'http:' && !allowHttp && !THIS_MACHINE.test(url.hostname)) {
    throw new TypeError('createClient: baseUrl must be an https URL, or set allowHttp');
  }
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
