import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What a page does against WCAG 2.0 to 2.2, levels A and AA: rule, and where. Empty when all is well. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // No page holds a frame, so what joins the findings of frames, in a window of its own, is left out.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] }) // first: it replaces what was said before
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
