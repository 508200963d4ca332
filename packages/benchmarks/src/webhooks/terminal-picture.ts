/** A line of a terminal, and when it was printed, in seconds from the first. */
export interface TerminalLine {
  readonly text: string;
  readonly atSeconds: number;
  /** Drawn in another colour. */
  readonly kind: 'command' | 'plain' | 'harm' | 'result';
}

const WIDTH = 720;
const LINE_HEIGHT = 22;
const PADDING = 20;
/** How many times faster than the run the picture is. */
const SPEED = 4;
const COLOURS = { command: '#ffffff', plain: '#c9d1d9', harm: '#ff9b94', result: '#7ee787' };

/** An SVG in which the lines appear in their order; all at once where the reader asks for no motion. */
export function terminalPicture(title: string, lines: readonly TerminalLine[]): string {
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const texts = lines.map(({ text, atSeconds, kind }, index) => {
    const y = PADDING + (index + 0.75) * LINE_HEIGHT;
    const delay = `animation-delay:${(atSeconds / SPEED).toFixed(2)}s`;
    return `<text x="${String(PADDING)}" y="${String(y)}" fill="${COLOURS[kind]}" style="${delay}">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(WIDTH)} ${String(height)}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>
text { font: 15px ui-monospace, Menlo, Consolas, monospace; white-space: pre; animation: appear 1ms both }
@keyframes appear { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-reduced-motion: reduce) { text { animation: none } }
</style>
<rect width="${String(WIDTH)}" height="${String(height)}" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
