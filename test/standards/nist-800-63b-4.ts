import { AUTHENTICATORS } from './nist-800-63b-4/authenticators.js';
import { LIFECYCLE } from './nist-800-63b-4/lifecycle.js';
import type { Standard } from './standard.js';

/** NIST SP 800-63B-4, "Authentication and Authenticator Management", final of 2025. */
export const NIST: Standard = { name: 'nist', requirements: [...AUTHENTICATORS, ...LIFECYCLE] };
