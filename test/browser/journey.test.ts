import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openHouse, PASSWORD } from './house.ts';

const FIXTURES = path.resolve(process.cwd(), 'test/fixtures/import');
/** For an import that a child process does. */
const IMPORT_WITHIN_MS = 60_000;

/** How much of the window lies above the anchored message, from 0 to 1. */
function anchorHeight(page: Page): Promise<number> {
  return page
    .locator('.message-anchor')
    .evaluate((anchor) => anchor.getBoundingClientRect().top / document.documentElement.clientHeight);
}

describe('from an empty server to a hit in its context', () => {
  const house = openHouse({ roots: [FIXTURES] });

  it('takes a set-up link, an import, a search and a click', async () => {
    const page = await house().openPage();
    await page.goto(`/setup?token=${await house().served.token(null)}`);
    await page.getByLabel('E-mail').fill('owner@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('The same again', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.waitForURL('/welcome');

    await page.getByText(FIXTURES).waitFor();
    await page.getByRole('button', { name: /^Import 1 folder/ }).click();
    await page.getByRole('link', { name: 'Search what was imported' }).waitFor({ timeout: IMPORT_WITHIN_MS });
    await page.getByRole('link', { name: 'Search what was imported' }).click();
    await page.waitForURL(/\/search/);

    await page.getByRole('searchbox', { name: 'Search messages' }).fill('labels');
    const hit = page.locator('a[data-hit]').first();
    await hit.waitFor();
    expect(await page.locator('mark').first().textContent()).toMatch(/labels/i);
    await hit.click();

    await page.waitForURL(/\/sessions\/[0-9a-f]{24}\?.*at=/);
    await page.locator('.message-anchor').waitFor();
    expect(await anchorHeight(page)).toBeGreaterThan(0);
    expect(await anchorHeight(page)).toBeLessThan(1);
    expect(await page.locator('.message-anchor mark').first().textContent()).toMatch(/labels/i);
    expect(new URL(page.url()).searchParams.get('q')).toBe('labels');

    const another = await page.context().newPage();
    await another.goto(page.url());
    await another.locator('.message-anchor mark').first().waitFor();
    expect(await anchorHeight(another)).toBeGreaterThan(0);
    expect(await anchorHeight(another)).toBeLessThan(1);
    expect(await another.locator('.message-anchor').textContent()).toBe(
      await page.locator('.message-anchor').textContent(),
    );
  });
});
