import type { MarkdownRenderer } from 'vitepress';
import { tabsMarkdownPlugin } from 'vitepress-plugin-tabs';

/**
 * Shows variants of a text as tabs. Which tab was chosen is remembered for all tabs of its kind. On GitHub the variants follow
 * each other:
 *
 * - what stands between `<!-- tabs: framework -->` and `<!-- end tabs -->`, each variant below its name in bold, which has a
 *   paragraph of its own;
 * - a block of shell with nothing but `npm install`, which becomes one tab for each package manager.
 */
export function pageTabs(md: MarkdownRenderer): void {
  tabsMarkdownPlugin(md as unknown as Parameters<typeof tabsMarkdownPlugin>[0]);
  md.core.ruler.before('normalize', 'page_tabs', (state) => {
    state.src = state.src.replaceAll(MARKED, markedTabs).replaceAll(INSTALLATION, installationTabs);
  });
}

const MARKED = /^<!-- tabs: (\w+) -->\n(.*?)^<!-- end tabs -->$/gms;
const INSTALLATION = /^```sh\n((?:npm install .*\n)+)```$/gm;

function markedTabs(_: string, kind: string, variants: string): string {
  return tabs(kind, variants.replaceAll(/^\*\*(.+)\*\*$/gm, '== $1'));
}

const MANAGERS: Readonly<Record<string, readonly [add: string, addForDevelopment: string]>> = {
  npm: ['npm install', 'npm install --save-dev'],
  pnpm: ['pnpm add', 'pnpm add --save-dev'],
  yarn: ['yarn add', 'yarn add --dev'],
  bun: ['bun add', 'bun add --dev'],
};

function installationTabs(_: string, lines: string): string {
  const variants = Object.entries(MANAGERS).map(([manager, [add, addForDevelopment]]) => {
    const commands = lines
      .replaceAll('npm install --save-dev', addForDevelopment)
      .replaceAll('npm install', add);
    return `== ${manager}\n\`\`\`sh\n${commands}\`\`\``;
  });
  return tabs('package-manager', variants.join('\n'));
}

const tabs = (kind: string, content: string) => `:::tabs key:${kind}\n${content}\n:::`;
