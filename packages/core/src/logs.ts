/** Entries of the logs as lines for collectors. */
export {
  auditLine,
  authenticationLine,
  logLine,
  type AuditLine,
  type AuthenticationLine,
} from './audit/log-line.js';
