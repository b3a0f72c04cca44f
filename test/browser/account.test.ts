import { beforeAll, describe, expect, it } from 'vitest';
import { openHouse, PASSWORD } from './house.ts';

const NEXT = 'another horse battery';

describe('the account page', () => {
  const house = openHouse();
  beforeAll(() => house().addPerson('owner', 'owner'));

  it('changes the password: this browser stays signed in, every other one is out', async () => {
    const ann = await house().addPerson('ann');
    const allows = [/^403 POST \/api\/trpc\/users\.changePassword$/, /^401 POST \/api\/auth\/callback\/credentials$/];
    const [here, there] = [await house().openPage({ as: ann, allows }), await house().openPage({ as: ann, allows })];
    const change = async (current: string, next: string, again = next): Promise<void> => {
      await here.getByLabel('Present password', { exact: true }).fill(current);
      await here.getByLabel('New password', { exact: true }).fill(next);
      await here.getByLabel('The same again', { exact: true }).fill(again);
      await here.getByRole('button', { name: 'Change password' }).click();
    };
    await there.goto('/settings');
    await here.goto('/settings');
    await change(PASSWORD, NEXT, PASSWORD);
    await here.getByRole('alert').getByText('The two passwords are not the same.').waitFor();
    await change('a wrong one', NEXT);
    await here.getByRole('alert').getByText('The present password is not right. Nothing was changed.').waitFor();
    await here.waitForFunction(() => document.activeElement?.getAttribute('name') === 'current');
    await change(PASSWORD, NEXT);
    await here.getByRole('status').getByText('Your password is changed.').waitFor();
    expect(await here.getByLabel('Present password', { exact: true }).inputValue()).toBe('');

    await here.reload();
    await here.getByRole('main').getByText('ann@example.org').waitFor();
    await there.reload();
    await there.waitForURL(/\/sign-in/);
    for (const [password, lead] of [
      [PASSWORD, /\/sign-in/],
      [NEXT, /\/settings$/],
    ] as const) {
      await there.getByLabel('E-mail').fill('ann@example.org');
      await there.getByLabel('Password', { exact: true }).fill(password);
      await there.getByRole('button', { name: 'Sign in', exact: true }).click();
      if (password === PASSWORD) await there.getByRole('alert').getByText('do not go together').waitFor();
      await there.waitForURL(lead);
    }
  });

  it('signs out everywhere', async () => {
    const bob = await house().addPerson('bob');
    const [here, there] = [await house().openPage({ as: bob }), await house().openPage({ as: bob })];
    await here.goto('/settings');
    await here.getByRole('button', { name: 'Sign out everywhere' }).click();
    await here.waitForURL(/\/sign-in/);
    await there.goto('/settings');
    await there.waitForURL(/\/sign-in/);
  });

  it('keeps the choice of colours for this browser, the same wherever it is shown', async () => {
    const page = await house().openPage({ as: await house().addPerson('carol') });
    await page.goto('/settings');
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await page.getByRole('main').getByRole('radio', { name: 'Dark' }).check();
    expect(await ground()).not.toBe(light);
    await page.getByRole('banner').getByText('carol', { exact: true }).click();
    expect(await page.getByRole('banner').getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
    await page.reload();
    expect(await ground()).not.toBe(light);
    expect(await page.getByRole('main').getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  });
});
