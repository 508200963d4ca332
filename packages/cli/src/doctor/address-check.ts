import type { Finding } from '@stepward/postgres';
import { askService } from './ask-service.js';
import { findingsOf } from './findings.js';

const { ok, failed } = findingsOf('address', 'docs/mounting.md#behind-a-proxy');

/** Asks the public address of the HTTP API for its description, as a client would reach it. */
export async function checkAddress(address: URL, request: typeof fetch): Promise<Finding> {
  if (address.protocol !== 'https:') {
    return failed('it is no https address', 'end TLS before the service, or in it');
  }
  const url = `${address.href.replace(/\/$/, '')}/v1/openapi.json`;
  const answer = await askService(url, request);
  if (typeof answer === 'string') {
    const found = `${address.host} cannot be reached: ${answer}`;
    return failed(found, 'check name, certificate and firewall');
  }
  const { status, headers } = answer;
  if (headers.get('location')?.startsWith('http:')) {
    return failed(
      `${address.host} redirects to http: the service does not know that TLS ends before it`,
      'tell the framework to trust the proxy',
    );
  }
  if (status === 200 && (await isDescription(answer))) {
    return ok(`the API answers at ${address.href}`);
  }
  const found = `${url} answers ${String(status)}, and is no description of the API`;
  return failed(found, 'pass the address at which the API is mounted');
}

async function isDescription(answer: Response): Promise<boolean> {
  try {
    const body: unknown = await answer.json();
    return typeof body === 'object' && body !== null && 'openapi' in body;
  } catch {
    return false;
  }
}
