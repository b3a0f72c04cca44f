import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { openHouse, PASSWORD } from './house.ts';

describe('the team', () => {
  const house = openHouse();
  let owner: Person;
  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
  });

  const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

  it('grows by a link that is shown once, and shrinks by a press that ends all sign-ins', async () => {
    const [page, hers] = [await house().openPage({ as: owner }), await house().openPage()];
    await page.goto('/team');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    // The first field has the focus.
    await page.keyboard.type('Ann@Example.org');
    await page.getByRole('radio', { name: 'operator' }).check();
    await page.getByRole('button', { name: 'Add and make link' }).click();
    const link = await page.getByLabel('One-time link').inputValue();
    expect(link).toMatch(new RegExp(`^${house().served.origin}/invite/[\\w-]{43}$`));
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Invite a person' }).and(page.locator(':focus')).waitFor();
    expect(await rowOf(page, 'ann@example.org').textContent()).toMatch(/operator.*no password yet/);

    await hers.goto(link);
    expect(await hers.getByLabel('E-mail').inputValue()).toBe('ann@example.org');
    await hers.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await hers.getByLabel('The same again', { exact: true }).fill(PASSWORD);
    await hers.keyboard.press('Enter');
    await hers.waitForURL('/search');
    // Who is no owner learns nothing of the team, not even that there is a page.
    expect(await hers.getByRole('link', { name: 'Team' }).count()).toBe(0);

    await page.reload();
    expect(await rowOf(page, 'ann@example.org').textContent()).toMatch(/can sign in/);
    await page.getByRole('button', { name: 'Disable: ann@example.org' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByRole('status').getByText('ann@example.org is disabled').waitFor();
    await page.getByRole('button', { name: 'Enable: ann@example.org' }).and(page.locator(':focus')).waitFor();
    await hers.goto('/sessions');
    await hers.waitForURL(/\/sign-in/);
  });

  it('keeps its last owner, and says why', async () => {
    const page = await house().openPage({ as: owner, allows: [/^409 POST \/api\/trpc\/users\.change$/] });
    await page.goto('/team');
    const refusal = page.getByRole('dialog').getByText('This is the last owner. Make another person an owner first.');
    await page.getByRole('button', { name: 'Disable: owner@example.org' }).click();
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await refusal.waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Change role: owner@example.org' }).click();
    await page.getByRole('radio', { name: 'member' }).check();
    await page.getByRole('button', { name: 'Change role', exact: true }).click();
    await refusal.waitFor();
  });

  it('gives somebody a new link, which voids the one before', async () => {
    const page = await house().openPage({ as: owner });
    const bob = await house().addPerson('bob');
    const old = await house().served.token(bob);
    await page.goto('/team');
    await page.getByRole('button', { name: 'New link: bob@example.org' }).click();
    await page.getByRole('button', { name: 'Make link' }).click();
    const link = await page.getByLabel('One-time link').inputValue();
    await page.goto(`/invite/${old}`);
    await page.getByRole('heading', { name: 'This link is over' }).waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome: choose your password' }).waitFor();
  });
});
