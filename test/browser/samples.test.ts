import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { openHouse } from './house.ts';

const PICTURES = path.resolve(process.cwd(), 'test/browser/pictures');
/** `npm run pictures` takes the pictures of the README anew. */
const takesPictures = process.env['SCROLLBACK_PICTURES'] === '1';

async function picture(page: Page, name: string): Promise<void> {
  if (!takesPictures) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

describe('the sample sessions', () => {
  const house = openHouse();
  let owner: Person;

  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
  });

  it('come with one click, show what the product can do, and go with one', async () => {
    const page = await house().openPage({ as: owner });
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/welcome');
    await page.getByRole('button', { name: 'Load samples' }).click();
    await page.getByRole('link', { name: 'Search what was imported' }).waitFor({ timeout: 60_000 });

    await page.goto('/search?q=deploy');
    await page.locator('a[data-hit]').first().waitFor();
    await page.locator('.hit-preview mark').first().waitFor();
    await picture(page, 'search');

    await page.goto('/sessions');
    const branched = page
      .getByRole('link')
      .filter({ hasText: /deploy/i })
      .first();
    await branched.click();
    await page.waitForURL(/\/sessions\/[0-9a-f]{24}/);
    await page.locator('[data-row]').first().waitFor();
    await page
      .getByText(/another branch leaves here/i)
      .first()
      .waitFor();
    await page
      .getByText(/another branch leaves here/i)
      .first()
      .evaluate((line) => window.scrollBy(0, line.getBoundingClientRect().top - window.innerHeight / 2));
    await picture(page, 'session');

    await page.goto('/sources');
    await page.getByRole('button', { name: 'Remove samples' }).click();
    await page.getByText(/^\d+ sessions removed\.$/).waitFor({ timeout: 60_000 });
    await page.goto('/sessions');
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    expect(await page.locator('main a[href^="/sessions/"]').count()).toBe(0);
  });
});
