/** A table in Markdown; the formatter aligns its columns. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, header.map(() => '---'), ...rows];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Each as code, with commas between. */
export function codes(texts: readonly (string | number)[]): string {
  return texts.map((text) => `\`${String(text)}\``).join(', ');
}
