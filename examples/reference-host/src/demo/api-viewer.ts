import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { DemoRoute } from './demo-route.js';

const { resolve } = createRequire(import.meta.url);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Stepward: HTTP API</title>
    <link rel="icon" href="/demo/api/icon.png" />
    <link rel="stylesheet" href="/demo/api/viewer.css" />
  </head>
  <body>
    <main id="api"></main>
    <script src="/demo/api/viewer.js"></script>
    <script src="/demo/api/start.js"></script>
  </body>
</html>
`;

/** Without `validatorUrl: null`, the viewer would send the document's address to a validator on the internet. */
const START = `
SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#api',
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayOperationId: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** What the viewer needs, and nothing of another origin. It draws its icons as `data:` images. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Swagger UI at `/demo/api`, for the OpenAPI document that the SDK serves. */
export const apiViewerRoutes: readonly DemoRoute[] = [
  route('/demo/api', 'text/html; charset=utf-8', () => Promise.resolve(Buffer.from(PAGE))),
  route('/demo/api/start.js', 'text/javascript', () => Promise.resolve(Buffer.from(START))),
  route('/demo/api/viewer.js', 'text/javascript', () => asset('swagger-ui-bundle.js')),
  route('/demo/api/viewer.css', 'text/css', () => asset('swagger-ui.css')),
  route('/demo/api/icon.png', 'image/png', () => asset('favicon-32x32.png')),
];

function route(path: string, contentType: string, read: () => Promise<Buffer>): DemoRoute {
  const headers = {
    'content-type': contentType,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return {
    method: 'GET',
    path,
    answer: async () => ({ status: 200, headers, body: await read() }),
  };
}

function asset(name: string): Promise<Buffer> {
  return readFile(resolve(`swagger-ui-dist/${name}`));
}
