/** The style of the pages. Logical properties serve both directions of writing; colours follow the browser's scheme. */
export const STYLE = minified(`
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #fff; --text: #1b1d22; --soft: #555b66; --line: #767c89; --bad: #b3261e; --bad-page: #fceeed; --good: #0f6b3a; --good-page: #e8f5ed;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #111318; --card: #1c1f26; --text: #e8eaf0; --soft: #b4bac6; --line: #8b92a0; --bad: #ffb4ab; --bad-page: #3b1a18; --good: #8fdcab; --good-page: #14301f; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 2rem 1rem; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 26rem; margin-inline: auto; }
header { margin-block-end: 1rem; }
header img { display: block; height: 40px; max-width: 100%; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
p:empty { margin: 0; }
.name { margin: 0; font-weight: 600; }
main { padding: 1.75rem 1.5rem; background: var(--card); border-radius: .75rem; box-shadow: 0 1px 4px #0003; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
bdi { font-weight: 600; white-space: nowrap; }
.note { padding: .75rem 1rem; border-inline-start: .25rem solid; border-radius: .25rem; }
.bad { color: var(--bad); background: var(--bad-page); }
.good { color: var(--good); background: var(--good-page); }
label { display: block; margin-block-end: .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: 1.5rem/1.3 ui-monospace, monospace; letter-spacing: .15em; }
input[aria-invalid] { border: 2px solid var(--bad); }
button { width: 100%; margin-block-start: 1rem; padding: .75rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.plain { margin: 0; background: transparent; color: var(--accent); }
button:disabled { border-color: var(--line); background: transparent; color: var(--soft); cursor: default; }
a { display: inline-block; padding-block: .25rem; color: var(--accent); }
.soft { margin-block-end: .5rem; color: var(--soft); }
ul { margin: 0; padding-inline-start: 1.25rem; }
section { margin-block-start: 1.5rem; padding-block-start: 1.25rem; border-block-start: 1px solid color-mix(in srgb, var(--line) 40%, transparent); }
section h2 { margin-block-start: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);

/** Without the white space that a browser does not need. */
export function minified(style: string): string {
  return style
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};:,]) ?/g, '$1')
    .trim();
}
