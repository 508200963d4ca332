import type { Child } from 'hono/jsx';

/** A secret, for the only time, and the way on. */
export function ShownOnce({
  about,
  label,
  secret,
  next,
}: {
  /** What the secret is for. */
  readonly about: Child;
  readonly label: string;
  readonly secret: string;
  readonly next: { readonly address: string; readonly text: string };
}) {
  return [
    <p class="note">{about}</p>,
    <p class="label" id="secret-label">
      {label}
    </p>,
    <pre id="secret" tabindex={0} dir="ltr" aria-labelledby="secret-label">
      {secret}
    </pre>,
    <p>
      <a class="button" href={next.address}>
        {next.text}
      </a>
    </p>,
  ];
}
