import { host, met, type Requirement } from '../standard.js';

/** V15 and V16: code, logs, errors. */
export const CODE_AND_LOGS: readonly Requirement[] = [
  met('15.1.1', 1, 'Times for updating vulnerable components are documented', {
    pages: ['SECURITY.md'],
  }),
  met('15.1.2', 2, 'Components are listed (SBOM) and come from trusted sources', {
    pages: ['SECURITY.md', '.github/workflows/release.yml'],
  }),
  met('15.1.3', 2, 'Expensive functions are documented, with what bounds them', {
    pages: ['docs/data-and-logs.md'],
  }),
  met('15.2.1', 1, 'Components are within these times', {
    pages: ['.github/workflows/nightly.yml', '.github/dependabot.yml'],
    note: 'The nightly run fails while a component that is shipped has a known vulnerability.',
  }),
  met('15.2.2', 2, 'Expensive functions cannot exhaust the service'),
  met('15.2.3', 2, 'No test code is shipped'),
  met('15.3.1', 1, 'Answers have the needed fields only'),
  met('15.3.2', 2, 'Redirects are not followed'),
  met('15.3.3', 2, 'Fields that an operation does not take cannot be set'),
  met('15.3.4', 2, 'The address of the client cannot be forged', {
    note: 'Where the framework trusts your proxies only.',
  }),
  met('15.3.5', 2, 'Types are checked, and compared strictly'),
  met('15.3.6', 2, 'Prototypes cannot be polluted'),
  met('15.3.7', 2, 'Repeated parameters are refused'),
  met('16.1.1', 2, 'Logs are listed, with their content, place and time', {
    pages: ['docs/data-and-logs.md'],
  }),
  met('16.2.1', 2, 'Entries say when, where, who and what', {
    note: 'By default the address of the client is kept as its network. Calls from your own code have a client where you pass one.',
  }),
  met('16.2.2', 2, 'Times are UTC', {
    note: 'A clock that differs from that of the database is logged.',
  }),
  met('16.2.3', 2, 'Logs go to the documented places only'),
  met('16.2.4', 2, 'Logs have a common format', {
    note: 'Both logs are streamed as events of OCSF 1.8.0 where you ask for that.',
    pages: ['docs/collecting-logs.md'],
  }),
  met('16.2.5', 2, 'No secrets in logs'),
  met('16.3.1', 2, 'Authentications are logged, with their factor', {
    note: "Those with a second factor. Sign-ins with a first one are the host's.",
  }),
  met('16.3.2', 2, 'Refused authorisations are logged', {
    note: 'Counted by the minute and the process. Those of credentials that are not genuine go to the logger.',
  }),
  met('16.3.3', 2, 'Attempts to get around controls are logged', {
    note: 'Wrong codes, locks, blocked messages, requests beyond a limit, and input that no working client sends. Other invalid input is not.',
  }),
  met('16.3.4', 2, 'Unexpected errors are logged'),
  met('16.4.1', 2, 'Input cannot forge log entries'),
  met('16.4.2', 2, 'Logs cannot be changed', {
    note: "The authentication log and the audit log. The lines of the logger are the host's.",
  }),
  host(
    '16.4.3',
    2,
    'Logs are sent to a separate system',
    'Read both logs regularly over the Customer API, send the lines of the logger there, and store the head of the audit log.',
  ),
  met('16.5.1', 2, 'Errors reveal nothing of the inside'),
  met('16.5.2', 2, 'The service stays secure while a dependency fails'),
  met('16.5.3', 2, 'Failures refuse rather than allow'),
];
