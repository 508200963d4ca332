import assert from 'node:assert/strict';
import { MANAGEMENT_SCOPES, systemCaller, type ManagementScope } from '@stepward/core';
import { assertWellFormed, type Answer } from '../../harness/answer.js';
import type { Server } from '../../harness/every-host.js';
import type { World } from '../../harness/world.js';

export const PASSWORD = '/settings/password-policy';
export const MFA = '/settings/mfa-policy';
export const SMS = '/settings/sms';
export const KEYS = '/api-keys';
export const LOGS = '/logs';
export const EVENTS = '/events';
export const WEBHOOKS = '/webhooks';

/** One request of an administrator. */
export interface Call {
  readonly method: string;
  /** Below `/v1/customer`, with its query: `/settings/sms`. */
  readonly path: string;
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A management key as the answer that made it shows it. */
export interface ShownKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly ManagementScope[];
}

/** A subscriber as the answer that made it shows it. */
export interface SubscriberWithSecret {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/** A delivery as the API lists it. */
export interface ListedDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly idempotency_key: string;
  readonly status: string;
  readonly attempt_count: number;
  readonly created_at: string;
  readonly replay_of: string | null;
}

/** A page of a list. */
export interface PageOf<Item> {
  readonly data: readonly Item[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** An entry of the audit log as the API lists it. */
export interface LogEntry {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly at: string;
  readonly actor: { readonly type: string; readonly id: string };
  readonly target: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** A tenant as one credential sees it. Every answer is checked for its form. */
export interface Tenant {
  readonly tenantId: string;
  /** What goes behind `Bearer`: at first a management key with every scope. */
  readonly credential: string;
  call(call: Call): Promise<Answer>;
  get(path: string): Promise<Answer>;
  put(path: string, body: unknown): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
  remove(path: string): Promise<Answer>;
  /** A page of a list, which must be there. */
  page<Item>(path: string): Promise<PageOf<Item>>;
  /** Changes records that must be accepted. */
  configure(change: { readonly mfa?: object; readonly password?: object }): Promise<void>;
  /** A new organisation, with values in an older store where they are given. */
  organisation(legacy?: Readonly<Record<string, unknown>>): Promise<Organisation>;
  /** A new subscriber, made over HTTP. */
  newSubscriber(fields?: object): Promise<SubscriberWithSecret>;
  /** A new management key, made over HTTP. */
  newKey(scopes?: readonly ManagementScope[], name?: string): Promise<ShownKey>;
  /** The newest entries of the log, newest first. */
  logs(query?: string): Promise<readonly LogEntry[]>;
  /** The same tenant with another credential. */
  as(credential: string): Tenant;
  /** The same tenant at another mount. */
  via(mount: string): Tenant;
}

/** An organisation of a tenant, and the three operations on its security policy. */
export interface Organisation {
  readonly orgId: string;
  /** Below `/v1/customer`. */
  readonly path: string;
  readonly tenant: Tenant;
  get(): Promise<Answer>;
  put(body: unknown): Promise<Answer>;
  reset(): Promise<Answer>;
  /** The policy, which must be there. */
  policy(): Promise<Policy>;
}

/** An effective policy as the API answers it. */
export type Policy = Readonly<Record<string, unknown>> & {
  readonly _inherited: Readonly<Record<string, boolean>>;
};

/** Where a tenant's requests go, and where the secrets that come back are noted. */
export interface TenantHost {
  readonly world: World;
  readonly server: Server;
  readonly secrets: string[];
}

/** The body of a success. */
export function bodyOf(answer: Answer): Readonly<Record<string, unknown>> {
  assert.ok(answer.status < 400, `${String(answer.status)} ${answer.text}`);
  return JSON.parse(answer.text) as Record<string, unknown>;
}

/** The path of an organisation's security policy, below `/v1/customer`. */
export const policyPath = (orgId: string): string => `/organisations/${orgId}/security-policy`;

/** A tenant and its first management key, which the host itself has to make. */
export async function openTenant(host: TenantHost, tenantId: string): Promise<Tenant> {
  const made = await host.world.stepward.apiKeys.create(systemCaller(tenantId), {
    name: 'first',
    scopes: MANAGEMENT_SCOPES,
  });
  const credential = made._unsafeUnwrap().secret.reveal();
  host.secrets.push(credential);
  const tenant = tenantWith(host, tenantId, credential, '');
  // The first use is recorded: no later request changes anything in passing.
  assert.equal((await tenant.get(PASSWORD)).status, 200);
  return tenant;
}

function tenantWith(host: TenantHost, tenantId: string, credential: string, mount: string): Tenant {
  const { world, server, secrets } = host;

  async function call({ method, path, body, headers = {} }: Call): Promise<Answer> {
    const response = await fetch(`${server.origin}${mount}/v1/customer${path}`, {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { status, headers: answered } = response;
    const answer = { status, headers: answered, text: await response.text() };
    assertWellFormed(answer);
    if (status < 300) secrets.push(...secretsIn(bodyOf(answer)));
    return answer;
  }

  const tenant: Tenant = {
    tenantId,
    credential,
    call,
    get: (path) => call({ method: 'GET', path }),
    put: (path, body) => call({ method: 'PUT', path, body }),
    post: (path, body) => call({ method: 'POST', path, body }),
    patch: (path, body) => call({ method: 'PATCH', path, body }),
    remove: (path) => call({ method: 'DELETE', path }),
    page: async <Item>(path: string) => bodyOf(await tenant.get(path)) as unknown as PageOf<Item>,
    async configure({ mfa, password }) {
      if (mfa !== undefined) bodyOf(await tenant.put(MFA, mfa));
      if (password !== undefined) bodyOf(await tenant.put(PASSWORD, password));
    },
    organisation: (legacy) => openOrganisation(world, tenant, legacy),
    async newKey(scopes = MANAGEMENT_SCOPES, name = 'robot') {
      return bodyOf(await tenant.post(KEYS, { name, scopes })) as unknown as ShownKey;
    },
    async newSubscriber(fields = {}) {
      const made = await tenant.post(WEBHOOKS, { url: TARGET, ...fields });
      return bodyOf(made) as unknown as SubscriberWithSecret;
    },
    async logs(query = 'limit=100') {
      return bodyOf(await tenant.get(`${LOGS}?${query}`))['data'] as readonly LogEntry[];
    },
    as: (other) => tenantWith(host, tenantId, other, mount),
    via: (path) => tenantWith(host, tenantId, credential, path),
  };
  return tenant;
}

/** A URL that the world's targets allow. What follows the host name is often a secret, and so is this. */
export const TARGET = 'https://hooks.test/in/cGF0aC1zZWNyZXQ';

/** A secret that an answer shows only once: a key's or a subscriber's. */
function secretsIn({ key, secret }: Readonly<Record<string, unknown>>): readonly string[] {
  return [key, secret].filter((shown) => typeof shown === 'string');
}

let organisations = 0;

async function openOrganisation(
  { stepward, legacy: legacyStore }: World,
  tenant: Tenant,
  legacy?: Readonly<Record<string, unknown>>,
): Promise<Organisation> {
  organisations += 1;
  const orgId = `org-${String(organisations)}`;
  await stepward.organisations.put(tenant.tenantId, orgId);
  if (legacy !== undefined) legacyStore.set(orgId, legacy);
  return organisationOf(tenant, orgId);
}

/** The organisation of that id as a tenant sees it, whether there is one or not. */
export function organisationOf(tenant: Tenant, orgId: string): Organisation {
  const path = policyPath(orgId);
  return {
    orgId,
    path,
    tenant,
    get: () => tenant.get(path),
    put: (body) => tenant.put(path, body),
    reset: () => tenant.remove(path),
    policy: async () => bodyOf(await tenant.get(path)) as Policy,
  };
}
