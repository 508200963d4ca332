import { CRITICAL_SUBJECT_MEMBERS } from '../events/subject.js';
import { POLL, PUSH } from '../streams/stream.js';

/** The endpoints, below an issuer. */
export const ENDPOINTS = {
  keys: '/jwks.json',
  configuration: '/streams',
  status: '/status',
  addSubject: '/subjects/add',
  removeSubject: '/subjects/remove',
  verification: '/verify',
  poll: '/streams/:streamId/poll',
} as const;

/** The URL that a stream is polled at. */
export function pollUrl(issuer: string, streamId: string): string {
  return issuer + ENDPOINTS.poll.replace(':streamId', streamId);
}

/** What receivers find out about a transmitter (SSF 1.0, "Transmitter Configuration Metadata"). */
export function transmitterConfiguration(issuer: string): object {
  return {
    spec_version: '1_0',
    issuer,
    jwks_uri: issuer + ENDPOINTS.keys,
    delivery_methods_supported: [PUSH, POLL],
    configuration_endpoint: issuer + ENDPOINTS.configuration,
    status_endpoint: issuer + ENDPOINTS.status,
    add_subject_endpoint: issuer + ENDPOINTS.addSubject,
    remove_subject_endpoint: issuer + ENDPOINTS.removeSubject,
    verification_endpoint: issuer + ENDPOINTS.verification,
    critical_subject_members: CRITICAL_SUBJECT_MEMBERS,
    default_subjects: 'ALL',
    // OAuth 2.0: access tokens of the host's authorisation server.
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
  };
}
