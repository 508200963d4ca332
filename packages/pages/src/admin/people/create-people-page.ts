import { stderrLogger, systemClock } from '@stepward/core';
import { checkOptions, hasMethods, isFunction, optional } from '@stepward/core/adapter';
import { createPortalPage, type PortalPage } from '../../portal/create-portal-page.js';
import type { PortalPageOptions } from '../../portal/portal-options.js';
import { peopleEnglish, type PeopleTexts } from './people-english.js';
import { peopleGerman } from './people-german.js';
import { createPeopleNames } from './people-names.js';
import type { PeoplePort } from './people-port.js';
import { peopleRoutes } from './people-routes.js';
import type { StepUpAddress } from './people-refused.js';
import { PATH, peopleSession, type PeopleServices, type PeopleSession } from './people-visit.js';

/** The options of `createPeoplePage`. */
export interface PeoplePageOptions extends PortalPageOptions<
  PeopleSession,
  PeopleTexts,
  PeopleServices
> {
  /** Your records of people, so that they can be found by name. Without them, by identity id alone. */
  readonly people?: PeoplePort;
  /**
   * Where a session is raised to aal2: an address from the code page's `createVerifyLink`, which returns to `/people`. Called
   * for each page that is refused to a session at aal1. Without it, and in the session of a portal link, the page only says
   * why it is refused.
   */
  readonly stepUpAddress?: StepUpAddress;
}

/**
 * Builds the page `/people`, where an administrator finds a person who has lost a second factor, sees what the person has,
 * resets it, and gives a temporary pass. It calls `stepward.people`, with its checks, log entries and events, and itself asks
 * for the scopes `identities:read` and `identities:write` of the session. A pass is shown when it is made, and never again.
 *
 * @example
 * const peoplePage = createPeoplePage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'pages-1', secret: process.env.PAGE_KEY ?? '' } }),
 *   publicUrl: 'https://app.example.com',
 *   brand: { name: 'Example' },
 *   signedIn: (request) => administratorOf(request),
 *   stepUpAddress: (session) => linkToCodePage(session),
 *   people: {
 *     search: (tenantId, text) => users.search(tenantId, text),
 *     find: (tenantId, identityId) => users.find(tenantId, identityId),
 *   },
 * });
 * app.use(stepwardExpress(peoplePage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createPeoplePage(options: PeoplePageOptions): PortalPage<PeopleSession> {
  const { people, stepUpAddress, ...portal } = options;
  checkOptions(
    'createPeoplePage',
    { people, stepUpAddress },
    {
      people: optional('an object with search and find', hasMethods('search', 'find')),
      stepUpAddress: optional('a function', isFunction),
    },
  );
  const { clock = systemClock, logger = stderrLogger } = options;
  const names = createPeopleNames({ port: people ?? null, clock, logger });
  return createPortalPage(
    {
      factory: 'createPeoplePage',
      path: PATH,
      session: peopleSession,
      limitedAs: 'customer',
      services: ['people'],
      shipped: { en: peopleEnglish, de: peopleGerman },
      routes: peopleRoutes({ names, stepUpAddress: stepUpAddress ?? null }),
    },
    portal,
  );
}
