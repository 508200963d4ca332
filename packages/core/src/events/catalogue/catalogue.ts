import type { InputOf, OutputOf } from './data-schema.js';
import { flag, id, moment, oneOf, optional, personName, text, texts } from './event-field.js';
import { event } from './event-fields.js';

const AT = '2026-01-01T00:00:00.000Z';

const role = oneOf('owner', 'admin', 'member');
const connectionType = oneOf('oidc', 'saml', 'social', 'scim');

/**
 * Every event of the specification ("Event catalogue"). Types, checks, JSON Schema, names and documentation are read
 * from here: to add an event is to add an entry, and its line to `docs/specification.md` and
 * `test/event-catalogue-table.ts`, with which tests compare it. An event that the specification lacks is a host's own.
 *
 * `legacyName` is the name that older emitting paths use ("Legacy names"). `idAlias` is another name that `id` has in some
 * of them: it is accepted in its place, and `id` is added.
 */
export const catalogue = {
  'user.created': event(
    'self-service registration completes; admin creates a user; SCIM or bulk import provisions one',
    { id, email: text, name: optional(personName), org_id: optional(id), created_at: moment },
    {
      id: 'usr_7f3a',
      email: 'ada@example.com',
      name: { first: 'Ada', last: 'Lovelace' },
      org_id: 'org_1c9e',
      created_at: AT,
    },
    { idAlias: 'identity_id' },
  ),
  'user.updated': event(
    'profile fields, email or name traits, or account state (for example active to suspended) change',
    { id, email: optional(text), name: optional(text), state: optional(text), updated_at: moment },
    {
      id: 'usr_7f3a',
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      state: 'suspended',
      updated_at: AT,
    },
  ),
  'user.deleted': event(
    'admin deletes; SCIM deprovisions; erasure workflow completes',
    { id, deleted_at: moment },
    { id: 'usr_7f3a', deleted_at: AT },
  ),
  'session.created': event(
    'sign-in completes (password, social, SSO, passkey); refresh creates a session record if configured; machine-to-machine exchange issues a session',
    {
      id,
      identity_id: id,
      authenticated_at: moment,
      expires_at: moment,
      aal: oneOf('aal1', 'aal2'),
      org_id: optional(id),
    },
    {
      id: 'ses_52b0',
      identity_id: 'usr_7f3a',
      authenticated_at: AT,
      expires_at: '2026-01-01T08:00:00.000Z',
      aal: 'aal2',
      org_id: 'org_1c9e',
    },
  ),
  'session.revoked': event(
    'sign-out; admin revoke; security policy invalidation; password reset or suspension',
    {
      id,
      identity_id: id,
      revoked_at: moment,
      reason: optional(oneOf('user_logout', 'admin_revoke', 'policy')),
    },
    { id: 'ses_52b0', identity_id: 'usr_7f3a', revoked_at: AT, reason: 'user_logout' },
  ),
  'organisation.created': event(
    'admin creation; self-service signup; parent provisions child',
    { id, slug: text, display_name: text, parent_id: optional(id), created_at: moment },
    {
      id: 'org_1c9e',
      slug: 'acme-research',
      display_name: 'Acme Research',
      parent_id: 'org_0001',
      created_at: AT,
    },
    { legacyName: 'org.created' },
  ),
  'organisation.updated': event(
    'name, slug, settings, branding or metadata change',
    { id, slug: optional(text), display_name: optional(text), updated_at: moment },
    { id: 'org_1c9e', slug: 'acme-research', display_name: 'Acme Research', updated_at: AT },
    { legacyName: 'org.updated' },
  ),
  'organisation.deleted': event(
    'admin deletion; cleanup of an empty organisation',
    { id, deleted_at: moment },
    { id: 'org_1c9e', deleted_at: AT },
    { legacyName: 'org.deleted' },
  ),
  'organisation.member_added': event(
    'admin adds or invites (the invite operation POST /organisations/:id/invites sets invited true); SCIM group sync; self-service join',
    { org_id: id, identity_id: id, role, invited: optional(flag), added_at: moment },
    { org_id: 'org_1c9e', identity_id: 'usr_7f3a', role: 'member', invited: true, added_at: AT },
    { legacyName: 'org.member.added' },
  ),
  'organisation.member_removed': event(
    'admin removal; SCIM deprovisioning; user leaves',
    { org_id: id, identity_id: id, removed_at: moment },
    { org_id: 'org_1c9e', identity_id: 'usr_7f3a', removed_at: AT },
    { legacyName: 'org.member.removed' },
  ),
  'organisation.member_updated': event(
    'role change by admin; SCIM sync; default roles applied after creation',
    { org_id: id, identity_id: id, role, previous_role: optional(text), updated_at: moment },
    {
      org_id: 'org_1c9e',
      identity_id: 'usr_7f3a',
      role: 'admin',
      previous_role: 'member',
      updated_at: AT,
    },
    { legacyName: 'org.member.updated' },
  ),
  'organisation.member_default_roles_applied': event(
    'default-role policy runs after join or provisioning; SCIM; invite acceptance',
    { org_id: id, identity_id: id, roles: texts, applied_at: moment },
    { org_id: 'org_1c9e', identity_id: 'usr_7f3a', roles: ['member', 'billing'], applied_at: AT },
    { legacyName: 'org.member.default_roles_applied' },
  ),
  'connection.created': event(
    'OIDC or SAML connection configured; social provider enabled; SCIM endpoint registered',
    { id, type: connectionType, provider: text, created_at: moment },
    { id: 'con_88d1', type: 'saml', provider: 'okta', created_at: AT },
  ),
  'connection.activated': event(
    'connection toggled active; domain verification completes; health check passes after setup',
    { id, type: connectionType, provider: text, activated_at: moment },
    { id: 'con_88d1', type: 'saml', provider: 'okta', activated_at: AT },
  ),
  'connection.deactivated': event(
    'admin disables; health monitoring marks unhealthy; provider certificate expiry',
    { id, type: connectionType, provider: text, deactivated_at: moment, reason: optional(text) },
    {
      id: 'con_88d1',
      type: 'saml',
      provider: 'okta',
      deactivated_at: AT,
      reason: 'certificate expired',
    },
  ),
  'application.created': event(
    'admin, CLI auto-provisioning or infrastructure tooling registers an OAuth application',
    { id, client_id: id, client_name: text, created_at: moment },
    { id: 'app_3d20', client_id: 'client_9a1b', client_name: 'Dashboard', created_at: AT },
  ),
  'application.updated': event(
    'redirect URIs, grant types, scopes, name, metadata or token endpoint auth method change',
    { id, client_id: id, client_name: optional(text), updated_at: moment },
    { id: 'app_3d20', client_id: 'client_9a1b', client_name: 'Dashboard', updated_at: AT },
  ),
  'application.deleted': event(
    'admin or infrastructure tooling removes the application',
    { id, client_id: id, deleted_at: moment },
    { id: 'app_3d20', client_id: 'client_9a1b', deleted_at: AT },
  ),
  'api_key.created': event(
    'admin, infrastructure tooling or CLI creates a management key',
    {
      id,
      name: text,
      prefix: text,
      scopes: optional(texts),
      environment_id: optional(id),
      created_at: moment,
    },
    {
      id: 'key_61ee',
      name: 'Terraform',
      prefix: 'service_mgmt_AbCdEf',
      scopes: ['organisations:read'],
      environment_id: 'env_prod',
      created_at: AT,
    },
  ),
  'api_key.rotated': event(
    'admin rotation; scheduled rotation policy',
    { id, previous_id: id, name: text, prefix: text, rotated_at: moment },
    {
      id: 'key_61ef',
      previous_id: 'key_61ee',
      name: 'Terraform',
      prefix: 'service_mgmt_GhIjKl',
      rotated_at: AT,
    },
  ),
  'api_key.revoked': event(
    'admin revoke; rotation retires the old key; security policy disables a key',
    {
      id,
      name: optional(text),
      revoked_at: moment,
      reason: optional(oneOf('rotation', 'admin_revoke', 'policy')),
    },
    { id: 'key_61ee', name: 'Terraform', revoked_at: AT, reason: 'rotation' },
  ),
  'environment.created': event(
    'admin, infrastructure tooling or CLI creates an environment',
    { id, name: text, slug: text, created_at: moment },
    { id: 'env_prod', name: 'Production', slug: 'production', created_at: AT },
  ),
  'environment.updated': event(
    'name, slug or settings change',
    { id, name: optional(text), slug: optional(text), updated_at: moment },
    { id: 'env_prod', name: 'Production', slug: 'production', updated_at: AT },
  ),
  'environment.deleted': event(
    'admin deletion; cleanup of an unused environment',
    { id, deleted_at: moment },
    { id: 'env_prod', deleted_at: AT },
  ),
  'environment.promoted': event(
    'configuration promoted from one environment to another by admin or pipeline',
    {
      source_environment_id: id,
      target_environment_id: id,
      promoted_at: moment,
      resources: optional(texts),
    },
    {
      source_environment_id: 'env_staging',
      target_environment_id: 'env_prod',
      promoted_at: AT,
      resources: ['branding', 'connections'],
    },
  ),
  'feature_flag.created': event(
    'admin or config sync creates a flag',
    { id, key: text, name: text, enabled: flag, created_at: moment },
    { id: 'flg_0b7c', key: 'new-checkout', name: 'New checkout', enabled: false, created_at: AT },
  ),
  'feature_flag.updated': event(
    'default value, targeting rules or overrides change',
    { id, key: text, enabled: optional(flag), updated_at: moment },
    { id: 'flg_0b7c', key: 'new-checkout', enabled: true, updated_at: AT },
  ),
  'feature_flag.deleted': event(
    'admin deletion; config cleanup',
    { id, key: text, deleted_at: moment },
    { id: 'flg_0b7c', key: 'new-checkout', deleted_at: AT },
  ),
  'tenant.signup': event(
    'self-service signup completes; sales-assisted onboarding creates a pending tenant',
    { tenant_id: id, slug: text, email: text, signed_up_at: moment },
    { tenant_id: 'acme', slug: 'acme', email: 'founder@example.com', signed_up_at: AT },
  ),
  'tenant.provisioned': event(
    'provisioning and default seeding complete; tenant moves from pending to active',
    { tenant_id: id, slug: text, provisioned_at: moment },
    { tenant_id: 'acme', slug: 'acme', provisioned_at: AT },
  ),
  'product.registered': event(
    'admin registers a product; onboarding creates the initial product',
    { id, name: text, slug: text, registered_at: moment },
    { id: 'prd_42', name: 'Console', slug: 'console', registered_at: AT },
  ),
} as const;

type Catalogue = typeof catalogue;

/** The canonical name of an event of the catalogue. */
export type EventType = keyof Catalogue;

/** All canonical names, in the order of the specification. */
export const EVENT_TYPES = Object.keys(catalogue) as readonly EventType[];

/** The data of an event as it is stored and delivered. */
export type EventData<Type extends EventType> = OutputOf<Catalogue[Type]['data']>;

type LegacyNameIn<Entry> = Entry extends { readonly legacyName: infer Name } ? Name : never;

/** The older name of an event; `never` where it has none. */
export type LegacyName<Type extends EventType = EventType> = {
  [Each in Type]: LegacyNameIn<Catalogue[Each]>;
}[Type];

type IdAliasOf<Entry> = Entry extends { readonly idAlias: infer Alias extends string }
  ? Alias
  : never;

/** The data of an event as it may be emitted: where `id` goes by another name in some paths, under either. */
export type EmittedData<Type extends EventType> = Type extends EventType
  ?
      | InputOf<Catalogue[Type]['data']>
      | (IdAliasOf<Catalogue[Type]> extends never
          ? never
          : Omit<InputOf<Catalogue[Type]['data']>, 'id'> & {
              readonly [Name in IdAliasOf<Catalogue[Type]>]: string;
            })
  : never;
