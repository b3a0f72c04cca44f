import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { openHouse, PASSWORD } from './house.ts';
import { importFixtures } from './import-fixtures.ts';

describe('without a mouse', () => {
  const house = openHouse();
  let owner: Person;

  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    await importFixtures(house().served, owner);
  });

  it('one signs in, searches, opens a hit, moves in it, and comes back', async () => {
    const page = await house().openPage();
    const { keyboard } = page;
    await page.goto('/sign-in');
    await page.getByLabel('E-mail').focus();
    await keyboard.type(owner.email);
    await keyboard.press('Tab');
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await page.waitForURL('/search');

    // A fresh search page has the focus in its box.
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-search-box'));
    await keyboard.type('labels');
    await page.locator('a[data-hit]').first().waitFor();
    await keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-hit'));
    await keyboard.press('Escape');
    await page.waitForFunction(() => document.activeElement?.hasAttribute('data-search-box'));
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.waitForURL(/\/sessions\//);
    await page.locator('.message-anchor').waitFor();

    await keyboard.press('k');
    const focused = (): Promise<string | undefined> =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['row']);
    const before = await focused();
    await keyboard.press('j');
    expect(await focused()).not.toBe(before);
    await keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.goBack();
    await page.waitForURL(/\/search\?.*q=labels/);
    await page.locator('a[data-hit]').first().waitFor();
  });

  it('one reaches every control of every page, and sees where one is', async () => {
    const page = await house().openPage({ as: owner });
    for (const path of [
      '/search?q=labels',
      '/sessions',
      '/sources',
      '/team',
      '/connect',
      '/settings',
      '/settings/tokens',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      const reached = new Set<string>();
      for (let step = 0; step < 80; step += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const at = document.activeElement;
          if (at === null || at === document.body) return 'end';
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
          const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
          return isSeen
            ? `${at.tagName} ${at.textContent?.slice(0, 40) ?? ''}`
            : `unseen: ${at.outerHTML.slice(0, 120)}`;
        });
        if (name === 'end') break;
        reached.add(name);
      }
      expect([...reached].filter((name) => name.startsWith('unseen'))).toEqual([]);
      expect(reached.size).toBeGreaterThan(5);
    }
  });
});
