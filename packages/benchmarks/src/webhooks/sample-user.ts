/** The data of a `user.created` event: what every benchmark of events stores. */
export function sampleUser(number: number): {
  readonly id: string;
  readonly email: string;
  readonly name: { readonly first: string; readonly last: string };
  readonly org_id: string;
  readonly created_at: string;
} {
  return {
    id: `usr_${String(number).padStart(8, '0')}`,
    email: `user-${String(number)}@example.com`,
    name: { first: 'Ada', last: 'Lovelace' },
    org_id: 'org_1c9e',
    created_at: '2026-01-01T00:00:00.000Z',
  };
}
