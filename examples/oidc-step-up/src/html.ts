import escapeHtml from 'escape-html';

/** Markup that is safe to send. */
export interface Html {
  readonly markup: string;
}

/** A template. Its values are escaped, unless they are markup themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
  const inserted = values.map((value) =>
    typeof value === 'string' ? escapeHtml(value) : value.markup,
  );
  return { markup: String.raw({ raw: parts }, ...inserted) };
}

/** A whole page. */
export function page(title: string, body: Html): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        body {
          font:
            1rem/1.5 system-ui,
            sans-serif;
          max-width: 30rem;
          margin: 3rem auto;
          padding: 0 1rem;
        }
        input,
        button {
          font: inherit;
          padding: 0.5rem;
          margin: 0.25rem 0;
        }
        label,
        input {
          display: block;
        }
      </style>
      <h1>${title}</h1>
      ${body}
    </html>`;
  return markup;
}
