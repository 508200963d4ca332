import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ChosenTexts } from '../texts/choose-texts.js';
import type { Language } from '../texts/language.js';
import type { Brand } from './brand.js';

/** The frame of a page. */
export interface DocumentProps {
  readonly chosen: ChosenTexts<Language>;
  readonly brand: Brand;
  readonly title: string;
  /** The address of the style. */
  readonly style: string;
  /** The address of the script; none by default. */
  readonly script?: string;
  readonly children: Child | readonly Child[];
}

export function Document({ chosen, brand, title, style, script, children }: DocumentProps) {
  return (
    <html lang={chosen.locale} dir={chosen.texts.direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} – ${brand.name}`}</title>
        <link rel="stylesheet" href={style} />
        {script !== undefined && <script src={script} defer />}
      </head>
      <body>
        <header>
          {brand.logoUrl === undefined ? (
            <p class="name">{brand.name}</p>
          ) : (
            <img src={brand.logoUrl} alt={brand.name} height={40} />
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

/** A whole page as text. */
export async function renderPage(page: JSX.Element): Promise<string> {
  return `<!DOCTYPE html>${(await page).toString()}`;
}
