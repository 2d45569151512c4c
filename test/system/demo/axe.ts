import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** CSS selectors of the checked parts. */
interface Context {
  readonly include?: string[];
  readonly exclude?: string[];
}

/** Accessibility violations found by axe, one string per element. */
export async function violationsIn(page: Page, context: Context = { include: ['html'] }): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (where) => {
    const { axe } = globalThis as unknown as { axe: { run(where: Context, options: object): Promise<AxeResults> } };
    const { violations } = await axe.run(where, { resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, context);
}
