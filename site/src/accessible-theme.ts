import { basename } from 'node:path';
import type { UserConfig } from 'vitepress';

/** Of the version that VitePress uses. */
export type VitePlugin = NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number];

/** Corrections of markup in the components of VitePress's theme, which axe-core finds fault with. */
const CORRECTIONS: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  // The name of the button is its text.
  'VPNavBarSearchButton.vue': [[` :aria-label="translate('button.buttonAriaLabel')"`, '']],
  // The row is a button already.
  'VPSidebarItem.vue': [
    [
      `role="button"
        aria-label="toggle section"
        @click="onCaretClick"
        @keydown.enter="onCaretClick"
        tabindex="0"`,
      `@click="onCaretClick"`,
    ],
  ],
  // A dialog with a combobox, whose options are the links.
  'VPLocalSearchBox.vue': [
    [
      `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
      `role="dialog"
      aria-modal="true"`,
    ],
    [
      `type="search"`,
      `type="search"
            role="combobox"
            :aria-expanded="results?.length > 0"`,
    ],
    [
      `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
      `role="presentation"`,
    ],
    [
      `:aria-label="[...p.titles, p.title].join(' > ')"`,
      `:id="'localsearch-item-' + index"
              :aria-selected="selectedIndex === index ? 'true' : 'false'"
              role="option"`,
    ],
    ...['navigateUp', 'navigateDown', 'select'].map(
      (key) =>
        [
          `<kbd :aria-label="translate('modal.footer.${key}Key`,
          `<kbd role="img" :aria-label="translate('modal.footer.${key}Key`,
        ] as const,
    ),
  ],
};

/** Makes the corrections while the site is built. Throws where a component no longer has the text that one replaces. */
export function accessibleTheme(): VitePlugin {
  return {
    name: 'accessible-theme',
    enforce: 'pre',
    transform(code: string, id: string) {
      const corrections = CORRECTIONS[basename(id)];
      return corrections?.reduce((text, [from, to]) => {
        if (!text.includes(from)) throw new Error(`${id} no longer contains ${from}`);
        return text.replace(from, to);
      }, code);
    },
  };
}
