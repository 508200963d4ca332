import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { createPrivateKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { http, listen, startLoopback } from '../../test/loopback.js';
import { openSender } from '../../test/open-sender.js';
import { failureOf } from './outcome.js';
import type { ClientCertificate, ClientCertificates } from './client-certificates.js';

const pem = (file: string) =>
  readFileSync(new URL(`../../test/certificates/${file}`, import.meta.url), 'utf8');

const valid = { cert: pem('valid.pem'), key: pem('valid.key') };
const selfSigned = { cert: pem('self-signed.pem'), key: pem('self-signed.key') };
const authority = pem('authority.pem');

/** A receiver that demands a client certificate of the authority, and the fingerprint on each connection that it got. */
async function startReceiver(maxVersion: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.3') {
  const presented: string[] = [];
  const server = createServer({ ...valid, ca: [authority], requestCert: true, maxVersion });
  server.on('tlsClientError', () => undefined);
  server.on('secureConnection', (socket: TLSSocket) => {
    socket.on('error', () => undefined);
    presented.push(socket.getPeerCertificate().fingerprint256);
    socket.on('data', () => socket.write(http(200, 'ok')));
  });
  const { port } = await listen(server);
  return { url: `https://hooks.example.com:${port}/`, presented };
}

/** A sender with these certificates, and the names that it was asked for. */
function senderWith(find: ClientCertificates['find']) {
  const asked: string[] = [];
  const sender = openSender({
    certificateAuthorities: [authority],
    clientCertificates: {
      find(tenantId, name) {
        asked.push(`${tenantId} ${name}`);
        return find(tenantId, name);
      },
    },
  });
  return { ...sender, asked };
}

const always = (found: ClientCertificate | null) => senderWith(() => Promise.resolve(found));

describe('a client certificate', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is presented over %s', async (version) => {
    const { url, presented } = await startReceiver(version);
    const { post, asked } = always(valid);
    const outcome = await post(url, { clientCertificate: 'ours' });
    expect(outcome).toMatchObject({ type: 'answered', status: 200 });
    expect([presented.length, asked]).toEqual([1, ['acme ours']]);
  });

  it('may have a key that is encrypted', async () => {
    const { url } = await startReceiver();
    const passphrase = 'correct horse';
    const key = createPrivateKey(valid.key).export({
      ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase },
    });
    const { post } = always({ cert: valid.cert, key: key.toString(), passphrase });
    expect(await post(url, { clientCertificate: 'ours' })).toMatchObject({ type: 'answered' });
  });

  it('is looked up once for the connections of a minute, then again', async () => {
    const { url } = await startReceiver();
    const { post, asked, clock } = always(valid);
    await post(url, { clientCertificate: 'ours' });
    await post(url, { clientCertificate: 'ours' });
    expect(asked).toHaveLength(1);
    clock.advance(60_000);
    await post(url, { clientCertificate: 'ours' });
    expect(asked).toHaveLength(2);
  });

  it('is never presented for a request that names another one or none, or is of another tenant', async () => {
    const { url, presented } = await startReceiver();
    const { post, asked } = always(valid);
    await post(url, { clientCertificate: 'ours' });
    const none = await post(url);
    expect(none.type).toBe('failed');
    await post(url, { clientCertificate: 'other' });
    await post(url, { clientCertificate: 'ours', tenantId: 'globex' });
    expect(presented).toHaveLength(3);
    expect(asked).toEqual(['acme ours', 'acme other', 'globex ours']);
  });

  it.each([
    ['TLSv1.2', 'tls_failed'],
    ['TLSv1.3', 'connection_lost'],
  ] as const)(
    'that the receiver refuses over %s is looked up again for the next attempt',
    async (version, reason) => {
      const { url } = await startReceiver(version);
      let found = selfSigned;
      const { post } = senderWith(() => Promise.resolve(found));
      const refused = await post(url, { clientCertificate: 'ours' });
      expect(refused).toMatchObject({ type: 'failed', reason });
      found = valid;
      expect(await post(url, { clientCertificate: 'ours' })).toMatchObject({ type: 'answered' });
    },
  );

  it('that the receiver refuses by an alert after the handshake is a failure of TLS', () => {
    const code = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';
    expect(failureOf(Object.assign(new Error('alert'), { code }))).toBe('tls_failed');
  });

  const encrypted = createPrivateKey(valid.key).export({
    ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'other' },
  });
  it.each<[string, ClientCertificate | null]>([
    ['certificate_not_found', null],
    ['certificate_expired', { cert: pem('expired.pem'), key: valid.key }],
    ['certificate_key_mismatch', { cert: valid.cert, key: selfSigned.key }],
    ['certificate_unreadable', { cert: 'no certificate', key: valid.key }],
    ['certificate_unreadable', { cert: valid.cert, key: 'no key' }],
    ['certificate_unreadable', { cert: valid.cert, key: encrypted.toString(), passphrase: 'no' }],
  ])('fails the attempt before it connects: %s', async (why, found) => {
    const { url, presented } = await startReceiver();
    const outcome = await always(found).post(url, { clientCertificate: 'ours' });
    expect(outcome).toEqual({ type: 'failed', reason: 'client_certificate_failed', why });
    expect(presented).toEqual([]);
  });

  it('fails the attempt where it cannot be looked up', async () => {
    const { url } = await startReceiver();
    const { post } = senderWith(() => Promise.reject(new Error('secret of the vault')));
    expect(await post(url, { clientCertificate: 'ours' })).toEqual({
      ...{ type: 'failed', reason: 'client_certificate_failed' },
      why: 'certificate_lookup_failed',
    });
  });

  it('fails the attempt where the sender has none, and over plain http', async () => {
    const { url } = await startReceiver();
    const { post } = openSender({ certificateAuthorities: [authority] });
    expect(await post(url, { clientCertificate: 'ours' })).toMatchObject({
      why: 'certificates_not_configured',
    });
    const { port, sockets } = await startLoopback((socket) => socket.end(http(200)));
    const plain = `http://hooks.example.com:${port}/`;
    expect(await always(valid).post(plain, { clientCertificate: 'ours' })).toMatchObject({
      why: 'certificate_needs_https',
    });
    expect(sockets).toEqual([]);
  });

  it('may take no longer than the attempt to be looked up', async () => {
    const { port } = await listen(createPlainServer());
    const { post, clock } = senderWith(() => new Promise(() => undefined));
    const outcome = post(`https://hooks.example.com:${port}/`, { clientCertificate: 'ours' });
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(15_000);
    expect(await outcome).toMatchObject({ type: 'failed', reason: 'timed_out' });
  });
});
