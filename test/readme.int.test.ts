import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testDatabase } from '@stepward/dev-postgres';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { programOf, readPage, root } from './docs/pages.js';
import { freePort } from './harness/free-port.js';

const readme = readPage('README.md');

describe("the README's example", async () => {
  const database = await testDatabase();
  const issuer = await startIssuer();
  const port = await freePort();
  const folder = join(root, 'node_modules/.cache/stepward');
  const file = join(folder, `readme-${randomBytes(4).toString('hex')}.mts`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, programOf(readme));
  const example = spawn(
    process.execPath,
    ['--conditions=@stepward/source', '--import', 'tsx', file],
    {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        CODE_KEY: randomBytes(32).toString('base64'),
        ISSUER: issuer.url,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(example, 'exit');
  const output = createInterface(example.stdout);
  const printed: string[] = [];
  output.on('line', (line) => printed.push(line));
  const origin = `http://127.0.0.1:${port}`;
  const url = `${origin}/v1/account/mfa/sms`;

  /** The first line that begins so, once the example has printed it. */
  async function untilPrinted(beginning: string): Promise<string> {
    const find = () => printed.find((line) => line.startsWith(beginning));
    await expect.poll(find).toBeDefined();
    return find() ?? '';
  }

  afterAll(async () => {
    example.kill('SIGKILL');
    await ended;
    issuer.stop();
    rmSync(file);
  });

  it('answers 401 without a token', async () => {
    const response = await untilItListens(() => fetch(url, { method: 'POST' }));
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'unauthorized', reason: 'token_missing' });
  });

  it('stores a policy, and prints what follows from it for a sign-in and a password', async () => {
    await untilPrinted('password_rejected');
    expect(printed).toEqual(["{ type: 'challenge', factor: 'sms' }", 'password_rejected']);

    const token = await issuer.issue({ tenantId: 'acme', identityId: 'ada' }, 'organisations:read');
    const response = await fetch(`${origin}/v1/customer/organisations/org_main/security-policy`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      mfaPolicy: 'always',
      passwordMinLength: 12,
      _inherited: { mfaPolicy: false, passwordMinLength: false, mfaEnforcement: true },
    });
  });

  it('enrols the person it stored, with the code that it printed', async () => {
    const authorization = `Bearer ${await issuer.issue({ tenantId: 'acme', identityId: 'ada' })}`;
    const started = await fetch(url, { method: 'POST', headers: { authorization } });
    expect(started.status).toBe(201);
    const line = await untilPrinted('SMS ');
    expect(line).toMatch(/^SMS to \+14\*{5}0101: [0-9]{6} is your Acme code\./);

    const verified = await fetch(url, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ code: /: ([0-9]{6})/.exec(line)?.[1] }),
    });
    expect(verified.status).toBe(200);
    expect(await verified.json()).toEqual({
      data: { enabled: true, methods: ['sms'], backup_codes_remaining: 0 },
    });
  });
});

/** A host's authorisation server, as far as the example asks it: a key set, and tokens. */
async function startIssuer() {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' }] };
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/.well-known/jwks.json' ? 200 : 404;
    response.end(JSON.stringify(keys));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    issue: (whose: { tenantId: string; identityId: string }, scope = '') =>
      new SignJWT({ tenant_id: whose.tenantId, scope })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(url)
        .setAudience('account-api')
        .setSubject(whose.identityId)
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    stop: () => server.close().closeAllConnections(),
  };
}

/** The first answer, once something is there to give it. */
async function untilItListens(ask: () => Promise<Response>): Promise<Response> {
  let answer: Response | undefined;
  await expect.poll(async () => (answer = await ask().catch(() => undefined))).toBeDefined();
  return answer!;
}
