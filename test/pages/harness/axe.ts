import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe-core on a page; each violation with the elements that have it. Throws where no rule applied. */
export async function findAxeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { passes, violations } = (await page.evaluate(`axe.run().then(({ violations, passes }) => ({
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')),
  }))`)) as { readonly passes: number; readonly violations: readonly string[] };
  if (passes === 0) throw new Error('axe checked nothing');
  return violations;
}
