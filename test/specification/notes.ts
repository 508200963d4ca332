/**
 * What `docs/conformance.md` says of a line beside its tests: which part of it is the host's, or another product's, and what was
 * decided where the line can be read in two ways.
 */
export const NOTES: Readonly<Record<string, string>> = {
  'document/scope': 'About the document: it says nothing of the service.',
  'mfa-status/backup-codes':
    "The number is the one of the host's directory; it is 0 where the directory keeps no backup codes, which is the case that the line describes.",
  'policy/preferred-factor':
    'It is `null` where a tenant and an organisation leave no factor at all.',
  'step-up/verified':
    "The host's: the authentication application owns the sessions. It marks the session, and resumes the consent.",
  'step-up/challenge':
    'Decided: the policy has a say. `never`, `disabled` and a low risk under `adaptive` ask for no challenge, unless the client demands aal2. The host sends the person to the page, which `@stepward/pages` has.',
  'states/accounts-and-tenants':
    "The host's: its directory and provisioning move people and tenants between these states.",
  'account/delete':
    'Decided: `enabled` is false and `methods` is empty where SMS was the only factor. Where others remain, the answer lists them.',
  'internal/verify':
    'Decided: the body has `session_id` beside `code`, for a code of one session is no good in another.',
  'customer/other-endpoints':
    "API keys, webhooks and logs are here. The host's: the other endpoints, which belong to the platform around the service.",
  'auth/tls':
    "The host's: the version of TLS, which its server or proxy speaks. Stepward refuses a credential that arrives over plain http, and delivers webhooks over TLS 1.2 or higher.",
  'catalogue/organisation.updated':
    'Stepward emits it where a security policy is changed or reset.',
  'catalogue/user.updated':
    "Stepward emits it where a phone number changes in its own directory. The host's: to emit it for its other causes, and where the directory is its own.",
};

/** Events that Stepward never emits itself. */
const HOSTS_EVENT =
  "The host's: to emit the event when this happens. Shown is that it is checked, stored, delivered and understood.";

/** Events that Stepward emits itself, at least for one of the causes in the table. */
const EMITTED = /^catalogue\/(?:api_key\.\w+|organisation\.updated|user\.updated)$/;

/** The note on a line, or null. */
export function noteOn(id: string): string | null {
  const isHosts = /^catalogue\/.*\./.test(id) && !EMITTED.test(id);
  return NOTES[id] ?? (isHosts ? HOSTS_EVENT : null);
}
