import { minified, STYLE } from '../layout/style.js';

/** The style of the pages for people who are signed in: that of the code page, wider, with tables and field groups. */
export const PORTAL_STYLE =
  STYLE +
  minified(`
header, main { max-width: 60rem; }
h2 { font-size: 1.125rem; margin-block-end: .75rem; }
bdi, .tag { white-space: normal; overflow-wrap: anywhere; }
input, select, textarea { width: 100%; padding: .5rem .625rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); color: inherit; font: inherit; letter-spacing: normal; }
input[type=checkbox], input[type=radio] { width: 1.125rem; height: 1.125rem; margin: .2rem 0 0; flex: none; accent-color: var(--accent); }
button { width: auto; margin-block-start: .5rem; padding: .5rem 1rem; }
button.plain { border-color: var(--line); }
button.danger { border-color: var(--bad); background: transparent; color: var(--bad); }
form + form { margin-block-start: .75rem; }
nav { margin-block-end: .5rem; }
fieldset { min-width: 0; margin: 0 0 1.5rem; padding: 0; border: 0; }
legend { padding: 0; margin-block-end: .5rem; font-weight: 600; }
.choice { display: flex; gap: .5rem; align-items: flex-start; font-weight: 400; margin-block-end: .25rem; } .choice > :last-child { min-width: 0; overflow-wrap: anywhere; }
.field { margin-block-end: 1.25rem; }
.label, legend { margin: 0; font-weight: 600; }
.field .tag { font-weight: 400; } .tag.own { color: var(--accent); }
.number { display: flex; gap: .5rem; align-items: center; } .number input { max-width: 8rem; } select { max-width: 28rem; }
.picker:not(:has(input[value=some]:checked)) .boxes, fieldset:has(input[value='']:checked) > .inner { display: none; }
.hidden { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; white-space: nowrap; }
a.button { padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem; background: var(--accent); color: var(--on-accent); font-weight: 600; text-decoration: none; }
.filter { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-block-end: .5rem; } .filter label, .filter button { margin: 0; } .filter select { width: auto; }
.inner { padding-inline-start: 1.625rem; }
.hint, .fault { margin: .25rem 0 0; color: var(--soft); font-size: .875rem; }
.hint + select, .hint + .number, .hint + .choice { margin-block-start: .375rem; }
.fault { color: var(--bad); font-weight: 600; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; } .actions button { margin: 0; }
.leave { margin-block-start: 1.5rem; padding-block-start: 1rem; border-block-start: 1px solid color-mix(in srgb, var(--line) 40%, transparent); }
.tag { display: inline-block; padding: .0625rem .5rem; border: 1px solid; border-radius: 1rem; font-size: .8125rem; color: var(--soft); }
.tag.ok { color: var(--good); } .tag.no { color: var(--bad); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .5rem .75rem .5rem 0; text-align: start; vertical-align: top; border-block-end: 1px solid color-mix(in srgb, var(--line) 40%, transparent); }
th { font-weight: 600; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; overflow-wrap: break-word; }
pre { margin: .25rem 0 1rem; padding: .75rem; max-height: 20rem; overflow: auto; white-space: pre-wrap; background: var(--page); border-radius: .5rem; }
.qr { display: block; width: 12rem; margin-block-end: 1rem; background: #fff; border-radius: .5rem; }
summary { cursor: pointer; }
details { margin-block-end: .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 0 0 1rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
@media (max-width: 40rem) {
  main { padding: 1.25rem 1rem; }
  dl { display: block; } dd { margin-block-end: .5rem; }
  table, tbody, tr, td { display: block; } thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { padding-block: .5rem; border-block-end: 1px solid color-mix(in srgb, var(--line) 40%, transparent); } td { border: 0; min-width: 0; padding: .125rem 0; }
}
`);
