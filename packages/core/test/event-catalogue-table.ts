/**
 * The specification's table of events, written down once more, field by field: `*` is required, `?` is not.
 * What follows the colon is the kind; a field without one is an id, a timestamp or any string, by its name.
 */
export const SPECIFIED_EVENTS: Readonly<Record<string, string>> = {
  'user.created': 'id* email* name?:name org_id? created_at*',
  'user.updated': 'id* email? name? state? updated_at*',
  'user.deleted': 'id* deleted_at*',
  'session.created': 'id* identity_id* authenticated_at* expires_at* aal*:aal1|aal2 org_id?',
  'session.revoked': 'id* identity_id* revoked_at* reason?:user_logout|admin_revoke|policy',
  'organisation.created': 'id* slug* display_name* parent_id? created_at*',
  'organisation.updated': 'id* slug? display_name? updated_at*',
  'organisation.deleted': 'id* deleted_at*',
  'organisation.member_added':
    'org_id* identity_id* role*:owner|admin|member invited?:boolean added_at*',
  'organisation.member_removed': 'org_id* identity_id* removed_at*',
  'organisation.member_updated':
    'org_id* identity_id* role*:owner|admin|member previous_role? updated_at*',
  'organisation.member_default_roles_applied': 'org_id* identity_id* roles*:string[] applied_at*',
  'connection.created': 'id* type*:oidc|saml|social|scim provider* created_at*',
  'connection.activated': 'id* type*:oidc|saml|social|scim provider* activated_at*',
  'connection.deactivated': 'id* type*:oidc|saml|social|scim provider* deactivated_at* reason?',
  'application.created': 'id* client_id* client_name* created_at*',
  'application.updated': 'id* client_id* client_name? updated_at*',
  'application.deleted': 'id* client_id* deleted_at*',
  'api_key.created': 'id* name* prefix* scopes?:string[] environment_id? created_at*',
  'api_key.rotated': 'id* previous_id* name* prefix* rotated_at*',
  'api_key.revoked': 'id* name? revoked_at* reason?:rotation|admin_revoke|policy',
  'environment.created': 'id* name* slug* created_at*',
  'environment.updated': 'id* name? slug? updated_at*',
  'environment.deleted': 'id* deleted_at*',
  'environment.promoted':
    'source_environment_id* target_environment_id* promoted_at* resources?:string[]',
  'feature_flag.created': 'id* key* name* enabled*:boolean created_at*',
  'feature_flag.updated': 'id* key* enabled?:boolean updated_at*',
  'feature_flag.deleted': 'id* key* deleted_at*',
  'tenant.signup': 'tenant_id* slug* email* signed_up_at*',
  'tenant.provisioned': 'tenant_id* slug* provisioned_at*',
  'product.registered': 'id* name* slug* registered_at*',
};

/** One field of the specification's table. */
export interface SpecifiedField {
  readonly type: string;
  readonly name: string;
  readonly isRequired: boolean;
  /** `string`, `id`, `timestamp`, `boolean`, `string[]`, `name`, or words parted by `|`. */
  readonly kind: string;
}

/** Fields whose name ends in `_at` are ISO 8601 timestamps; `id`, and what ends in `_id`, is an id. */
export const SPECIFIED_FIELDS: readonly SpecifiedField[] = Object.entries(SPECIFIED_EVENTS).flatMap(
  ([type, row]) =>
    row.split(' ').map((field) => {
      const [, name = '', mark = '', kind = null] = /^([a-z_]+)([*?])(?::(.+))?$/.exec(field) ?? [];
      const isMoment = name.endsWith('_at');
      const isId = name === 'id' || name.endsWith('_id');
      return {
        type,
        name,
        isRequired: mark === '*',
        kind: kind ?? (isMoment ? 'timestamp' : isId ? 'id' : 'string'),
      };
    }),
);

/** Values that a field of a kind may hold, and values that it may not. */
export function valuesOf(kind: string): {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
} {
  const never = [null, 7, {}, ['x', 7]];
  switch (kind) {
    case 'string':
      return { good: ['', 'any text', '\u0000'], bad: [...never, true, ['x']] };
    case 'id':
      return { good: ['usr_1', ' '], bad: [...never, '', true, ['usr_1']] };
    case 'timestamp':
      return {
        good: ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00Z', '2024-02-29T23:59:59+05:30'],
        bad: [...never, true, '', 'now', '2026-01-01', '2026-02-30T00:00:00Z', '1767225600'],
      };
    case 'boolean':
      return { good: [true, false], bad: [...never, 'true', 0, 1] };
    case 'string[]':
      return { good: [[], ['a'], ['a', '']], bad: [...never, 'a', true, [null]] };
    case 'name':
      return {
        good: ['Ada', { first: 'Ada', last: 'Lovelace' }, { first: '', last: '', middle: 7 }],
        bad: [null, 7, true, ['Ada'], {}, { foo: 1 }, { first: 'Ada' }, { first: 'A', last: null }],
      };
    default:
      return { good: kind.split('|'), bad: [...never, '', kind, kind.toUpperCase(), 'other'] };
  }
}
