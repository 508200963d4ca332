import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const ADA = { email: 'ada@example.com', password: 'correct horse' };

const database = await testDatabase();
const lines: string[] = [];
let origin = '';

// CommonJS sources need a process of their own: `require` of this one knows no TypeScript.
const child = spawn(
  process.execPath,
  ['--conditions=@stepward/source', '--import', 'tsx', 'examples/fastify-commonjs/src/main.js'],
  {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      CODE_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);

beforeAll(async () => {
  const output = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the service ended before it was ready')));
    output.on('line', (line) => {
      lines.push(line);
      origin ||= /^(http:\S+): sign in/.exec(line)?.[1] ?? '';
      if (origin !== '') resolve();
    });
  });
});

afterAll(async () => {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
});

/** A browser on a page of the service: it keeps the cookie. */
function browser() {
  let cookie = '';
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        'sec-fetch-site': 'same-origin',
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return { status: response.status, body: await response.json() };
  };
}

/** The code of the newest message in the terminal. */
async function newestCode(after: number): Promise<string> {
  await expect.poll(() => codesPrinted().length).toBeGreaterThan(after);
  return codesPrinted().at(-1) ?? '';
}

function codesPrinted(): readonly string[] {
  return lines.flatMap((line) => /^SMS to .*: ([0-9]{6}) is/.exec(line)?.[1] ?? []);
}

describe('the service in CommonJS', () => {
  it('signs in by password, enrols, and asks for a code from then on', async () => {
    const first = browser();
    expect((await first('POST', '/sign-in', ADA)).body).toEqual({ next: 'signed_in' });
    expect((await first('POST', '/v1/account/mfa/sms')).status).toBe(201);
    const enrolled = await first('PUT', '/v1/account/mfa/sms', { code: await newestCode(0) });
    expect(enrolled.status).toBe(200);

    const second = browser();
    expect((await second('POST', '/sign-in', ADA)).body).toEqual({ next: 'enter_code' });
    expect((await second('GET', '/me')).status).toBe(401);
    expect((await second('DELETE', '/v1/account/mfa/sms')).status).toBe(401);
    expect((await second('POST', '/sign-in/code', { code: 'no code' })).body).toEqual({
      next: 'enter_code',
      reason: 'code_malformed',
    });
    const code = await newestCode(1);
    expect((await second('POST', '/sign-in/code', { code })).body).toEqual({ next: 'signed_in' });
    expect((await second('GET', '/me')).body).toEqual({ id: 'ada', assurance: 'aal2' });
    expect((await second('DELETE', '/v1/account/mfa/sms')).status).toBe(200);
  });

  it('publishes the key that its tokens are checked with', async () => {
    const { body } = await browser()('GET', '/.well-known/jwks.json');
    expect(body).toMatchObject({ keys: [{ kid: 'key-1', alg: 'ES256', kty: 'EC' }] });
    expect(JSON.stringify(body)).not.toContain('"d"');
  });

  it('refuses a wrong password, and what a page of another site sends', async () => {
    const wrong = await browser()('POST', '/sign-in', { ...ADA, password: 'wrong' });
    expect(wrong).toEqual({ status: 403, body: { next: 'denied' } });
    const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
    const forged = { method: 'POST', headers, body: JSON.stringify(ADA) };
    expect((await fetch(`${origin}/sign-in`, forged)).status).toBe(403);
  });
});
