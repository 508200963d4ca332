import { readFile } from 'node:fs/promises';
import { demoTenants } from './demo-fixture.js';
import type { Demo } from './demo.js';
import type { DemoRoute } from './demo-route.js';

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** The tenant that the page shows. */
const TENANT = 'acme';

/** The page at `/`: what a person opens first. Its files are in `public/`. */
export function frontPageRoutes(demo: Demo): readonly DemoRoute[] {
  return [
    file('/', 'front-page.html', 'text/html; charset=utf-8'),
    file('/demo/front-page.css', 'front-page.css', 'text/css; charset=utf-8'),
    file('/demo/front-page.js', 'front-page.js', 'text/javascript; charset=utf-8'),
    {
      method: 'GET',
      path: '/demo/front-page.json',
      answer: async () => {
        const { managementKey } = await demo.keysOf(TENANT);
        const users = demoTenants.find(({ tenantId }) => tenantId === TENANT)?.users ?? [];
        const people = users.flatMap(({ name, phone }) =>
          phone?.verified === true ? [{ name, phone: phone.number }] : [],
        );
        const body = { tenant_id: TENANT, management_key: managementKey, people };
        return { status: 200, headers: HEADERS, body };
      },
    },
    {
      method: 'GET',
      path: '/demo/front-page-notices.json',
      answer: async () => ({
        status: 200,
        headers: HEADERS,
        body: demo.notices.ofTenant(TENANT).slice(0, 20),
      }),
    },
  ];
}

function file(path: string, name: string, contentType: string): DemoRoute {
  return {
    method: 'GET',
    path,
    answer: async () => ({
      status: 200,
      headers: { ...HEADERS, 'content-type': contentType },
      body: await readFile(new URL(`../../public/${name}`, import.meta.url)),
    }),
  };
}
