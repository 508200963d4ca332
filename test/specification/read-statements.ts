/** A line of the specification that says something: a row of a table, an item of a list, or a paragraph. */
export interface Statement {
  /** The heading that it stands under. */
  readonly section: string;
  /** As it reads: cells of a row with ` | ` between them, an item with its number. */
  readonly text: string;
}

/**
 * The statements of a page in Markdown, from top to bottom. None are headings, heads of tables, comments, quotations
 * (what we say about the page), and lines that end in a colon, which only introduce what follows.
 */
export function readStatements(page: string): readonly Statement[] {
  const lines = page.split('\n');
  const statements: Statement[] = [];
  let section = '';
  for (const [index, line] of lines.entries()) {
    section = /^#+ (.+)$/.exec(line)?.[1] ?? section;
    const isHead = isRule(lines[index + 1] ?? '');
    if (isStatement(line) && !isHead) statements.push({ section, text: textOf(line) });
  }
  return statements;
}

function isStatement(line: string): boolean {
  return line !== '' && !/^(#|>|<!--)|:$/.test(line) && !isRule(line);
}

/** The line between the head of a table and its rows. */
function isRule(line: string): boolean {
  return /^\|[-| ]+\|$/.test(line);
}

function textOf(line: string): string {
  const text = line.replaceAll('\\', '');
  if (!text.startsWith('|')) return text;
  const cells = text.split('|').slice(1, -1);
  return cells.map((cell) => cell.trim()).join(' | ');
}
