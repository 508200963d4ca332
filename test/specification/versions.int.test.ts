/** "All three APIs carry the version in the path prefix /v1": there is no other, and nothing to negotiate. */
import { expect, it } from 'vitest';
import { onEveryServer } from '../harness/every-host.js';

const KNOWN = [
  ['GET', '/account/mfa'],
  ['POST', '/account/mfa/sms'],
  ['PUT', '/account/phone'],
  ['GET', '/customer/organisations/org-1/security-policy'],
  ['GET', '/customer/settings/password-policy'],
] as const;

onEveryServer((world, server) => {
  // spec: versioning/path-prefix
  it('every path of the API begins with /v1 and the name of one of the three, but for its description', () => {
    for (const { api } of world.mounts) {
      expect(
        api.paths.filter(
          (path) => !/^\/v1\/((account|internal|customer)\/|openapi\.json$)/.test(path),
        ),
      ).toEqual([]);
    }
  });

  // spec: service/account-api, versioning/path-prefix
  it.each(KNOWN)('%s %s is there under /v1', async (method, path) => {
    expect((await fetch(`${server.origin}/v1${path}`, { method })).status).toBe(401);
  });

  // spec: versioning/left-open
  it.each(['', '/v0', '/v2', '/v1.0', '/V1', '/latest'])(
    'under "%s" there is nothing, so the host answers 404',
    async (version) => {
      for (const [method, path] of KNOWN) {
        const response = await fetch(`${server.origin}${version}${path}`, { method });
        expect([path, response.status]).toEqual([path, 404]);
        expect(response.headers.get('content-type')).not.toBe('application/problem+json');
      }
    },
  );

  // spec: versioning/left-open
  it('a header asks for no other version', async () => {
    const url = `${server.origin}/v1/account/mfa`;
    const plain = await fetch(url);
    const headers = { accept: 'application/vnd.v2+json', 'x-api-version': '2' };
    const asked = await fetch(url, { headers });
    expect([plain.status, asked.status]).toEqual([401, 401]);
    expect(asked.headers.get('content-type')).toBe(plain.headers.get('content-type'));
  });
});
