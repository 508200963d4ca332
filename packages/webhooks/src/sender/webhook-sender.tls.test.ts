import { readFileSync } from 'node:fs';
import { createServer, type TlsOptions } from 'node:tls';
import { ATTEMPT_TIMEOUT_MS, type WebhookOutcome } from '@stepward/core/adapter';
import { describe, expect, it, vi } from 'vitest';
import { http, listen, startLoopback } from '../../test/loopback.js';
import { openSender } from '../../test/open-sender.js';
import type { WebhookSenderOptions } from './webhook-sender.js';

const pem = (file: string) =>
  readFileSync(new URL(`../../test/certificates/${file}`, import.meta.url), 'utf8');

const valid = { cert: pem('valid.pem'), key: pem('valid.key') };
const expired = { cert: pem('expired.pem'), key: pem('valid.key') };
const selfSigned = { cert: pem('self-signed.pem'), key: pem('self-signed.key') };
const trusting = { certificateAuthorities: [pem('authority.pem')] };

const TLS_FAILED: WebhookOutcome = { type: 'failed', reason: 'tls_failed' };

/** The result of a POST to a TLS server, the names that it was asked for, and its number of requests. */
async function postOverTls(
  tls: TlsOptions,
  options: WebhookSenderOptions = trusting,
  name = 'hooks.example.com',
) {
  const asked: string[] = [];
  let requests = 0;
  const server = createServer({
    ...tls,
    SNICallback: (servername, done) => {
      asked.push(servername);
      done(null);
    },
  });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => ((requests += 1), socket.write(http(200, 'ok'))));
  });
  const { port } = await listen(server);
  const outcome = await openSender(options).post(`https://${name}:${port}/`);
  return { outcome, asked, requests: () => requests };
}

describe('TLS', () => {
  it('asks for the name and checks the certificate by it, while the address is pinned', async () => {
    const { outcome, asked } = await postOverTls(valid);
    expect([outcome, asked]).toEqual([
      { type: 'answered', status: 200, retryAfter: null, delivery: null, body: 'ok' },
      ['hooks.example.com'],
    ]);
  });

  // standard: asvs/12.3.2
  it.each<[string, TlsOptions, WebhookSenderOptions?, string?]>([
    ['for another name', valid, trusting, 'other.example.com'],
    ['for a name, met at an address', valid, trusting, '127.0.0.1'],
    ['that has expired', expired],
    ['that signed itself', selfSigned],
    ['of an unknown authority', valid, {}],
  ])('fails on a certificate %s, before the request is sent', async (_, tls, options, name) => {
    const { outcome, requests } = await postOverTls(tls, options, name);
    expect([outcome, requests()]).toMatchObject([TLS_FAILED, 0]);
  });

  it('cannot be loosened by the environment', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const { outcome } = await postOverTls(selfSigned).finally(() => vi.unstubAllEnvs());
    expect(outcome).toMatchObject(TLS_FAILED);
  });

  // spec: auth/tls
  it('of version 1.2 is spoken', async () => {
    const { outcome } = await postOverTls({ ...valid, maxVersion: 'TLSv1.2' });
    expect(outcome.type).toBe('answered');
  });

  // spec: auth/tls
  it('of version 1.1 is not', async () => {
    const { outcome } = await postOverTls({
      ...valid,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    expect(outcome).toMatchObject(TLS_FAILED);
  });

  it('never becomes HTTP/2, even with a receiver that would rather have it', async () => {
    const { outcome } = await postOverTls({ ...valid, ALPNProtocols: ['h2', 'http/1.1'] });
    expect(outcome.type).toBe('answered');
  });

  it.each<[string, string]>([
    ['answers in plain text', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['closes in the handshake', ''],
  ])('fails where the receiver %s', async (_, text) => {
    const receiver = await startLoopback(() => undefined);
    const { post } = openSender();
    const [, outcome] = await Promise.all([
      receiver.connection().then((socket) => socket.end(text)),
      post(`https://hooks.example.com:${receiver.port}/`),
    ]);
    expect(outcome).toMatchObject(TLS_FAILED);
  });

  it('that is never spoken ends with the deadline', async () => {
    const receiver = await startLoopback(() => undefined);
    const { clock, post } = openSender();
    const [, outcome] = await Promise.all([
      receiver.connection().then(() => clock.advance(ATTEMPT_TIMEOUT_MS)),
      post(`https://hooks.example.com:${receiver.port}/`),
    ]);
    expect(outcome).toEqual({ type: 'failed', reason: 'timed_out' });
  });
});
