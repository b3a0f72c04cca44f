import { beforeAll, describe, expect, it } from 'vitest';
import { openHouse, PASSWORD } from './house.ts';

const REFUSED = /^401 POST \/api\/auth\/callback\/credentials$/;

describe('signing in', () => {
  const house = openHouse();
  beforeAll(async () => {
    await house().addPerson('owner', 'owner');
    await house().addPerson('ann');
  });

  it('leads on to the page that was asked for, with its question', async () => {
    const page = await house().openPage();
    await page.goto('/search?q=teapot');
    await page.waitForURL(/\/sign-in\?callbackUrl=/);
    await page.getByText('The page that you asked for opens next.').waitFor();
    await page.getByLabel('E-mail').fill('ann@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('/search?q=teapot');
    // Who is signed in has no use for the form.
    await page.goto('/sign-in?callbackUrl=%2Fsettings');
    await page.waitForURL('/settings');
  });

  it('with a wrong password says so, and never which of the two was wrong', async () => {
    const page = await house().openPage({ allows: [REFUSED] });
    await page.goto('/sign-in');
    const told: (string | null)[] = [];
    for (const email of ['ann@example.org', 'nobody@example.org']) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('wrong horse battery');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const alert = page.getByRole('alert').getByText(/./);
      await alert.waitFor();
      told.push(await alert.textContent());
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
      await page.keyboard.type('once more');
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('once more');
      await page.reload();
    }
    expect(told[0]).toMatch(/do not go together/);
    expect(told[1]).toBe(told[0]);
    await page.goto('/settings');
    await page.waitForURL(/\/sign-in/);
  });

  it('shows what is typed only when asked to', async () => {
    const page = await house().openPage();
    await page.goto('/sign-in');
    const field = page.getByLabel('Password', { exact: true });
    const show = page.getByRole('button', { name: 'Show what is typed: Password' });
    expect(await field.getAttribute('type')).toBe('password');
    await show.click();
    expect([await field.getAttribute('type'), await show.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
    await show.click();
    expect(await field.getAttribute('type')).toBe('password');
  });
});
