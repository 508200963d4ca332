import type { Stepward } from '@stepward/core';
import { checkOptions, isFunction, required } from '@stepward/core/adapter';
import type { HttpApi } from '@stepward/http';
import { serveScript } from '../../layout/assets.js';
import { WEBAUTHN_SCRIPT } from '../../layout/webauthn-script.js';
import { createPortalPage } from '../../portal/create-portal-page.js';
import type { PortalPageOptions } from '../../portal/portal-options.js';
import { securitySession, type SecuritySession } from '../security-session.js';
import type { SecurityServices, StepUpAddress } from './overview.js';
import { SECURITY_SERVICES, securityRoutes } from './security-routes.js';
import { securityEnglish, securityGerman, type SecurityTexts } from './security-texts.js';

export interface SecurityPageOptions extends Omit<
  PortalPageOptions<SecuritySession, SecurityTexts, SecurityServices>,
  'linkLifetimeMs' | 'portalSessionMs'
> {
  /**
   * Where a session is raised to aal2: an address from the code page's `createVerifyLink`, which returns to `/security`.
   * `factor` is one that the person has; null where only the host's own are left. Called for each page that is shown to
   * a session at aal1 of a person who has a factor.
   */
  readonly stepUpAddress: StepUpAddress;
}

/**
 * Builds the page `/security`, where a person sets up and removes passkeys, security keys, text messages, authenticator
 * apps, recovery codes and a phone number, and ends sessions and trusted browsers. It calls the services of the Account API, so it can do what that API would do for the session, and no
 * more. It has no portal links: a person's factors need the host's sign-in.
 *
 * @example
 * const securityPage = createSecurityPage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'links-1', secret: process.env.LINK_KEY ?? '' } }),
 *   publicUrl: 'https://app.example.com',
 *   brand: { name: 'Example' },
 *   signedIn: (request) => sessionOf(request),
 *   stepUpAddress: async (session, factor) => linkToCodePage(session, factor ?? 'sms'),
 * });
 * app.use(stepwardExpress(securityPage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createSecurityPage(options: SecurityPageOptions): HttpApi {
  const { stepUpAddress, ...portal } = options;
  checkOptions(
    'createSecurityPage',
    { stepUpAddress },
    { stepUpAddress: required('a function', isFunction) },
  );
  const page = createPortalPage(
    {
      factory: 'createSecurityPage',
      limitedAs: 'account',
      path: '/security',
      services: SECURITY_SERVICES,
      session: securitySession,
      admits,
      shipped: { en: securityEnglish, de: securityGerman },
      routes: securityRoutes(stepUpAddress),
    },
    portal,
  );
  return {
    paths: [...page.paths, SCRIPT_PATH],
    async handle(request) {
      if (request.path !== SCRIPT_PATH) return page.handle(request);
      const answer = serveScript(request.query, WEBAUTHN_SCRIPT);
      return request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },
  };
}

/** The script that asks the browser for a new passkey or security key. */
const SCRIPT_PATH = '/security/webauthn.js';

/** A person who exists and is active. The policy is not asked for: the page itself reads it. */
async function admits(
  { identities }: Pick<Stepward, 'identities'>,
  { tenantId, identityId }: SecuritySession,
): Promise<boolean> {
  return (await identities.find(tenantId, identityId))?.state === 'active';
}
