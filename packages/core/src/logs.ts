/** Entries of the logs as lines for collectors, in the shape of the HTTP API or of OCSF. */
export {
  auditLine,
  authenticationLine,
  logLine,
  type AuditLine,
  type AuthenticationLine,
} from './audit/log-line.js';
export { OCSF_VERSION, toOcsf, type OcsfEvent } from './audit/to-ocsf.js';
