import type { Child } from 'hono/jsx';

/** Terms with their values; a value of null is left out. */
export function Details({ rows }: { readonly rows: readonly (readonly [string, Child])[] }) {
  return (
    <dl>{rows.map(([term, value]) => value !== null && [<dt>{term}</dt>, <dd>{value}</dd>])}</dl>
  );
}
