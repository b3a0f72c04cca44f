import { describe, expect, it } from 'vitest';
import { openHouse, PASSWORD } from './house.ts';

describe('a fresh server', () => {
  const house = openHouse();

  it('says where the set-up link is', async () => {
    const page = await house().openPage();
    await page.goto('/');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/has no owner who can sign in/);
    expect(await page.getByText('npm run up').count()).toBeGreaterThan(0);
  });

  it('makes who opens the link its owner, signed in, and leads to the first import', async () => {
    const page = await house().openPage();
    const link = `/setup?token=${await house().served.token(null)}`;
    await page.goto(link);
    await page.getByRole('heading', { name: 'Make yourself the owner' }).waitFor();
    await page.getByLabel('E-mail').fill('Owner@Example.org');
    await page.getByLabel('Password', { exact: true }).fill('too short');
    expect(await page.getByText('3 characters more are needed.').isVisible()).toBe(true);
    await page.getByLabel('The same again', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await page.getByRole('alert').getByText('A password has at least 12 characters').waitFor();
    // The field to mend has the focus, so one can type on.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('/welcome');
    await page.getByRole('heading', { level: 1, name: 'Bring in transcripts' }).waitFor();

    await page.goto('/settings');
    await page.getByRole('main').getByText('owner@example.org').waitFor();
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link is over' }).waitFor();
  });
});
