import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { slug } from 'github-slugger';
import { defineConfig, type MarkdownEnv, type SiteConfig } from 'vitepress';
import { REPOSITORY } from '../../scripts/workspaces.js';
import { accessibleTheme } from '../src/accessible-theme.js';
import { introduceFullText, llmsTexts } from '../src/llms-texts.js';
import { pageTabs } from '../src/page-tabs.js';
import { repositoryLinks } from '../src/repository-links.js';
import { readSidebar } from '../src/sidebar.js';

/** The pages of `docs`, as they are on GitHub. `SITE_BASE` is the path that the site is served at, `/` by default. */
export default defineConfig({
  title: 'Stepward',
  description: 'A second factor, security policies and webhooks for a multi-tenant Node service.',
  srcDir: '../docs',
  outDir: 'dist',
  base: process.env['SITE_BASE'] ?? '/',
  rewrites: { 'README.md': 'index.md', 'adr/README.md': 'adr/index.md' },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // `{id}` at the end of a heading is a part of a path.
    attrs: { disable: true },
    anchor: { slugify: slug },
    config: pageTabs,
  },
  themeConfig: {
    sidebar: readSidebar(),
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => md.render(isOfTypes(env) ? headings(source) : source, env),
        miniSearch: {
          searchOptions: { boostDocument: (id: string) => (id.includes('/api/@') ? 0.6 : 1) },
        },
      },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: {
      pattern: `${REPOSITORY}/edit/main/docs/:path`,
      text: 'Edit this page',
    },
  },
  router: { prefetchLinks: false },
  // The viewer takes the whole width.
  transformPageData: ({ relativePath }) =>
    relativePath === 'openapi.md' ? { frontmatter: { aside: false } } : undefined,
  vite: { plugins: [accessibleTheme(), repositoryLinks(), llmsTexts()] },
  buildEnd(site) {
    copyFiles(site);
    introduceFullText(site.outDir);
  },
});

/** Pages made of types are found by their names alone. */
const isOfTypes = ({ relativePath }: MarkdownEnv) => relativePath.startsWith('api/');

const headings = (source: string) => (source.match(/^#{1,3} .+$/gm) ?? []).join('\n\n');

/** What pages link to beside other pages: documents, scripts, configurations. */
function copyFiles({ srcDir, outDir }: SiteConfig): void {
  const written = [join(srcDir, 'api'), join(srcDir, 'readme')];
  const isPage = (path: string) => path.endsWith('.md') || written.includes(path);
  cpSync(srcDir, outDir, { recursive: true, filter: (path) => !isPage(path) });
}
