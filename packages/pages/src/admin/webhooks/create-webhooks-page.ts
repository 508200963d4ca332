import { checkOptions } from '@stepward/core/adapter';
import { publicUrlRule, readPublicUrl, type PublicUrl } from '../../layout/public-url.js';
import { createPortalPage, type PortalPage } from '../../portal/create-portal-page.js';
import type { PortalPageOptions } from '../../portal/portal-options.js';
import { DELIVERY_ROUTES } from './deliveries/delivery-routes.js';
import { subscriberRoute } from './subscribers/subscriber-route.js';
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
export interface WebhooksPageOptions extends PortalPageOptions<
  WebhooksSession,
  WebhooksTexts,
  WebhooksServices
> {
  /**
   * The address of `webhookKeys`, `https://app.example.com/.well-known/webhook-keys.json`, which the page shows beside the public keys
   * of a webhook; without it, the page shows the keys alone. A function if it is known only once the server listens.
   */
  readonly jwksUrl?: PublicUrl;
}

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
  const { jwksUrl, ...portal } = options;
  checkOptions(FACTORY, { jwksUrl }, { jwksUrl: { ...publicUrlRule, required: false } });
  const keySet = (): string | null =>
    jwksUrl === undefined ? null : readPublicUrl(FACTORY, jwksUrl, 'jwksUrl');
  return createPortalPage(
    {
      factory: FACTORY,
      path: PATH,
      session: webhooksSession,
      limitedAs: 'customer',
      services: ['subscribers', 'deliveries', 'eventRegistry', 'cursors'],
      shipped: { en: webhooksEnglish, de: webhooksGerman },
      routes: [...SUBSCRIBER_ROUTES, subscriberRoute(keySet), ...DELIVERY_ROUTES],
    },
    portal,
  );
}

const FACTORY = 'createWebhooksPage';
