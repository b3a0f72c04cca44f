import type { Page } from 'playwright-core';

/** Waits until a page hears keys and presses: it is drawn before its scripts run. */
export async function listens(page: Page, control: string): Promise<void> {
  await page.waitForFunction(
    (selector) => Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactProps')),
    control,
  );
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
