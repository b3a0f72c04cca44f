import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { addTestToken } from '../support/tokens.ts';
import { axeViolations } from './axe.ts';
import { openHouse } from './house.ts';

const MESSAGES = 40;

describe('a session that is being written', () => {
  const house = openHouse();
  let owner: Person;
  let token = '';
  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    token = await addTestToken(house().served.store.engine, owner, { canWrite: true });
  });

  /** As a program sends it. Gives the id of the session. */
  async function append(key: string, ids: readonly string[]): Promise<string> {
    const entries = ids.map((id, index) => ({
      ...{ id, role: index % 2 === 0 ? 'user' : 'assistant' },
      text: `heron ${id}. ${'The water rose in the second basin. '.repeat(6)}`,
    }));
    const reply = await fetch(new URL('/api/trpc/ingest.append', house().served.origin), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ session: { key, title: 'Herons' }, entries }),
    });
    expect(reply.status).toBe(200);
    return ((await reply.json()) as { result: { data: { sessionId: string } } }).result.data.sessionId;
  }

  async function openNew(key: string): Promise<Page> {
    const sessionId = await append(
      key,
      Array.from({ length: MESSAGES }, (_, index) => `m${index}`),
    );
    const page = await house().openPage({ as: owner });
    const isFollowed = page.waitForResponse((response) => response.url().includes('sessions.follow'));
    await page.goto(`/sessions/${sessionId}`);
    await isFollowed;
    await page.locator(`[data-row="m${MESSAGES - 1}"]`).waitFor();
    // Gone with a reload.
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    return page;
  }

  const isSame = (page: Page): Promise<boolean> => page.evaluate(() => 'isSame' in window);
  const belowPx = (page: Page): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);
  const topOf = (page: Page, id: string): Promise<number> =>
    page.locator(`[data-row="${id}"]`).evaluate((row) => row.getBoundingClientRect().top);

  it('shows what comes to whoever reads at its end, who stays there', async () => {
    const page = await openNew('at-end');
    await append('at-end', ['new-0']);
    // So does what stands above and beside the messages.
    await page
      .locator('.history-head')
      .getByText(`${MESSAGES + 1} messages`)
      .waitFor();
    await page
      .getByRole('navigation', { name: /outline/i })
      .getByText('heron new-0')
      .waitFor();
    for (const id of ['new-1', 'new-2', 'new-3']) {
      await append('at-end', [id]);
      await page.locator(`[data-row="${id}"]`).waitFor();
      await expect.poll(() => belowPx(page)).toBeLessThan(2);
    }
    expect([await isSame(page), await page.getByRole('button', { name: /new message/ }).count()]).toEqual([true, 0]);
  });

  it('leaves whoever reads further up in place, and says what came', async () => {
    const page = await openNew('further-up');
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' }));
    const before = await topOf(page, 'm20');
    await append('further-up', ['new-1']);
    await page.getByRole('button', { name: '1 new message' }).waitFor();
    await append('further-up', ['new-2', 'new-3']);
    const button = page.getByRole('button', { name: '3 new messages' });
    await button.waitFor();
    expect(await topOf(page, 'm20')).toBeCloseTo(before, 0);
    expect(await axeViolations(page)).toEqual([]);
    await button.focus();
    await page.keyboard.press('Enter');
    await button.waitFor({ state: 'detached' });
    await expect.poll(() => belowPx(page)).toBeLessThan(2);
    expect(await page.locator('[data-row="new-3"]').count()).toBe(1);
    expect(await isSame(page)).toBe(true);
  });
});
