import { createClient } from '@stepward/client';
import type { ReadyReport } from '../demo/index.js';

/** Talks to a running demo as one of its users, with a tenant's keys, and as the person at the demo's controls. */
export function createDemoClient(report: ReadyReport) {
  const { base_url: baseUrl, service_secret: serviceSecret, tenants } = report;
  const users = new Map(tenants.flatMap((tenant) => Object.entries(tenant.users)));

  async function call(method: string, path: string, body?: object, token?: string) {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }

  return {
    /** Calls `/v1/account/…` with the user's token. */
    account: (user: string, method: string, path: string, body?: object) =>
      call(method, `/v1/account${path}`, body, users.get(user)?.access_token),

    /** Calls `/v1/account/…` with another token. */
    accountWith: (token: string, method: string, path: string, body?: object) =>
      call(method, `/v1/account${path}`, body, token),

    /** Calls `/v1/customer/…` with a credential. */
    customer: (credential: string, method: string, path: string, body?: object) =>
      call(method, `/v1/customer${path}`, body, credential),

    /** The typed client as the authentication application uses it, for a tenant. */
    application: (tenantId: string) =>
      createClient({ baseUrl, credential: { serviceSecret }, tenantId }),

    /** Calls a route of the demo, without a token. */
    demo: (method: string, path: string, body?: object) => call(method, path, body),

    /** The code in the newest message to a number. */
    async codeSentTo(phone: string): Promise<string> {
      const { body } = await call('GET', `/demo/sms?to=${encodeURIComponent(phone)}`);
      return /^[0-9]{6}/.exec(body[0].body)?.[0] ?? '';
    },
  };
}
