import { shownId } from './shown-name.js';

/** An id of the host, isolated from the text around it. */
export function Id({ id }: { readonly id: string }) {
  return (
    <code>
      <bdi>{shownId(id)}</bdi>
    </code>
  );
}
