import { createPortalPage, type PortalPage } from '../../portal/create-portal-page.js';
import type { PortalPageOptions } from '../../portal/portal-options.js';
import { DELIVERY_ROUTES } from './deliveries/delivery-routes.js';
import { SUBSCRIBER_ROUTES } from './subscribers/subscriber-routes.js';
import { webhooksEnglish, type WebhooksTexts } from './webhooks-english.js';
import { webhooksGerman } from './webhooks-german.js';
import {
  PATH,
  webhooksSession,
  type WebhooksServices,
  type WebhooksSession,
} from './webhooks-visit.js';

/** The options of `createWebhooksPage`. */
export type WebhooksPageOptions = PortalPageOptions<
  WebhooksSession,
  WebhooksTexts,
  WebhooksServices
>;

/**
 * Builds the page `/webhooks`: a tenant's subscribers with their events, secrets and deliveries. It calls
 * `stepward.subscribers` and `stepward.deliveries`, with their checks and audit entries. A secret is shown when it is
 * made, and never again.
 *
 * @example
 * const webhooksPage = createWebhooksPage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'pages-1', secret: process.env.PAGE_KEY ?? '' } }),
 *   publicUrl: 'https://app.example.com',
 *   brand: { name: 'Example' },
 *   signedIn: (request) => administratorOf(request),
 * });
 * app.use(stepwardExpress(webhooksPage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createWebhooksPage(options: WebhooksPageOptions): PortalPage<WebhooksSession> {
  return createPortalPage(
    {
      factory: 'createWebhooksPage',
      path: PATH,
      session: webhooksSession,
      limitedAs: 'customer',
      services: ['subscribers', 'deliveries', 'eventRegistry', 'cursors'],
      shipped: { en: webhooksEnglish, de: webhooksGerman },
      routes: [...SUBSCRIBER_ROUTES, ...DELIVERY_ROUTES],
    },
    options,
  );
}
