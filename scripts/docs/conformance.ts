import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { evidenceOf } from '../../test/specification/check-evidence.js';
import { reasonElsewhere, testsOf, type Evidence } from '../../test/specification/evidence.js';
import { readStatements, type Statement } from '../../test/specification/read-statements.js';
import { shownBy } from '../../test/specification/shown-by.js';
import { root } from '../workspaces.js';

/** What `docs/conformance.md` says of each line of the specification, section by section. */
export function conformance(): string {
  const statements = readStatements(readFileSync(join(root, 'docs/specification.md'), 'utf8'));
  const sections = [...new Set(statements.map(({ section }) => section))];
  return [
    countOf(statements),
    ...sections.map((section) => {
      const lines = statements.filter((statement) => statement.section === section);
      return [`## ${section}`, '', ...lines.map(lineOf)].join('\n');
    }),
  ].join('\n\n');
}

function countOf(statements: readonly Statement[]): string {
  const tests = statements
    .flatMap((statement) => evidenceOf(statement, shownBy))
    .flatMap((evidence) => Object.entries(testsOf(evidence)))
    .flatMap(([file, titles]) => titles.map((title) => `${file} ${title}`));
  return `${statements.length} lines, ${new Set(tests).size} tests or cases of them.`;
}

function lineOf(statement: Statement): string {
  const shown = evidenceOf(statement, shownBy).flatMap(evidenceLines);
  return [`- **${escaped(shortened(statement.text))}**`, ...shown].join('\n');
}

function evidenceLines(evidence: Evidence): readonly string[] {
  const reason = reasonElsewhere(evidence);
  return [
    ...(reason === null ? [] : [`  - Elsewhere: ${reason}`]),
    ...Object.entries(testsOf(evidence)).map(([file, titles]) => {
      const said = titles.map((title) => `“${escaped(title)}”`).join(' · ');
      return `  - [${basename(file)}](../${file}): ${said}`;
    }),
  ];
}

/** A line by its beginning, so that it is found again on the other page; empty cells are left out. */
function shortened(text: string): string {
  const line = text
    .split(' | ')
    .filter((cell) => cell.trim() !== '')
    .join(' · ');
  return line.length <= 120 ? line : `${line.slice(0, line.lastIndexOf(' ', 118))} …`;
}

/** As it reads, whatever it would mean in Markdown. A number at the beginning would make a list. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`).replace(/^(\d+)\. /, String.raw`$1\. `);
}
