import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { TOKEN_PATTERN } from '../../server/contract/token.ts';
import { saveTestTranscript, writer } from '../support/transcripts.ts';
import { axeViolations } from './axe.ts';
import { openHouse } from './house.ts';
import { listens } from './listens.ts';

describe('tokens', () => {
  const house = openHouse();
  let owner: Person;
  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    await saveTestTranscript(writer(house().served.store.engine, owner), { entries: [{ id: 'a', text: 'a heron' }] });
  });

  /** What a program is told that shows a token: by tRPC, and by MCP. */
  async function told(token: string): Promise<readonly [readonly number[], string]> {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(new URL(path, house().served.origin), { method: 'POST', headers, body: JSON.stringify(body) });
    const search = await post('/api/trpc/sessions.search', { query: 'heron' });
    const tools = await post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    return [[search.status, tools.status], await search.text()];
  }

  it('are made, copied and revoked without a mouse, and their secret is shown once', async () => {
    const page = await house().openPage({ as: owner });
    const { keyboard } = page;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/settings/tokens');
    await listens(page, 'main button');
    await page.getByRole('button', { name: 'Make a token' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await keyboard.type('nightly');
    await keyboard.press('Tab');
    await keyboard.type('main');
    await keyboard.press('Tab'); // to what it sees: tree
    await keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: 'agent' }).and(page.locator(':checked')).waitFor();
    await keyboard.press('Enter');

    await page.getByRole('heading', { name: 'The token is made' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeViolations(page)).toEqual([]);
    const secret = await page.getByLabel('Token', { exact: true }).inputValue();
    expect(secret).toMatch(TOKEN_PATTERN);
    await page.mouse.click(5, 5); // a slip beside the dialog does not lose it
    await page.getByLabel('Token', { exact: true }).focus();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByRole('button', { name: 'Make a token' }).and(page.locator(':focus')).waitFor();
    expect(await told(secret)).toEqual([[200, 200], expect.stringContaining('a heron')]);
    await page.reload();
    await listens(page, 'main button');
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByRole('row').filter({ hasText: 'nightly' }).textContent()).toMatch(
      /main.*agent.*when revoked/,
    );

    await page.getByRole('button', { name: 'Revoke: nightly' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).focus();
    await keyboard.press('Enter');
    await page.getByRole('status').getByText('nightly is revoked.').waitFor();
    await page.getByRole('heading', { name: 'Tokens' }).and(page.locator(':focus')).waitFor();
    expect((await told(secret))[0]).toEqual([401, 401]);
  });

  it('that are refused say why where one pressed, on a phone too', async () => {
    const page = await house().openPage({ as: owner, allows: [/^404 POST \/api\/trpc\/tokens\.create$/] });
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/settings/tokens');
    await listens(page, 'main button');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('nightly');
    await page.getByRole('combobox', { name: 'Agent' }).fill('main');
    await page.getByRole('combobox', { name: 'Session' }).fill('there is none');
    await page.getByRole('button', { name: 'Make token' }).click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Not found' });
    await refusal.waitFor();
    const [box, sheet] = [await refusal.boundingBox(), await page.getByRole('dialog').boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((sheet?.y ?? 0) + (sheet?.height ?? 0));
    expect(box?.y).toBeGreaterThan(sheet?.y ?? 0);
  });
});
