/** Factors, codes and budgets: what decisions read and store, and the identities that they are about. */
export { readChallenge } from './codes.js';
export { decisionParts, type SqliteUnit } from './decision-parts.js';
export { readReviews } from './enrolments-due.js';
export { identityStore } from './identity-store.js';
export { readPeople } from './read-people.js';
export { findMessageTenant, smsMessageStore } from './sms-messages.js';
