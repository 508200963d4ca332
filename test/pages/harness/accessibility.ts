import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A screen of 320 pixels, the narrowest of WCAG 2.2 criterion 1.4.10, in `light` or `dark`. */
export async function useSmallScreen(page: Page, scheme: string): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width: 320, height: 640 });
}

/** No violation that axe-core finds, and nothing to scroll to the side. */
export async function expectAccessible(page: Page): Promise<void> {
  const scrolls = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
  expect(await page.evaluate(scrolls)).toBe(false);
  expect(await findAxeViolations(page)).toEqual([]);
}

/** Each violation with the elements that have it. Throws where no rule applied. */
async function findAxeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { passes, violations } = (await page.evaluate(`axe.run().then(({ violations, passes }) => ({
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
  }))`)) as { readonly passes: number; readonly violations: readonly string[] };
  if (passes === 0) throw new Error('axe checked nothing');
  return violations;
}
