import { beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { grantSession } from '../../server/sharing/grant-session.ts';
import { revokeGrant } from '../../server/sharing/revoke-grant.ts';
import { writer } from '../support/transcripts.ts';
import { openHouse } from './house.ts';
import { importFixtures } from './import-fixtures.ts';

describe('a member', () => {
  const house = openHouse();
  let member: Person;
  let owner: Person;
  let owners: readonly string[];

  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    member = await house().addPerson('member');
    owners = await importFixtures(house().served, owner);
    expect(owners.length).toBeGreaterThan(2);
  });

  it('finds and lists nothing of the owner, and is told so in words', async () => {
    const page = await house().openPage({ as: member });
    await page.goto('/search?q=labels');
    await page.getByRole('heading', { name: 'No message matches' }).waitFor();
    expect(await page.locator('a[data-hit]').count()).toBe(0);
    await page.goto('/sessions');
    await page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    expect(await page.locator('main a[href^="/sessions/"]').count()).toBe(0);
  });

  it('gets the not-found page for the owner’s links, the same as for links to nothing', async () => {
    const page = await house().openPage({ as: member, allows: [/^404 GET \/sessions\//] });
    const texts: string[] = [];
    for (const id of [owners[0] ?? '', 'f'.repeat(24)]) {
      const reply = await page.goto(`/sessions/${id}`);
      expect(reply?.status()).toBe(404);
      expect(await page.title()).toBe('Not found · Scrollback');
      texts.push((await page.getByRole('main').textContent()) ?? '');
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain('or it is not shared with you');
  });

  it('sees what the owner shares from the next page on, and no longer once it is taken back', async () => {
    const page = await house().openPage({ as: member, allows: [/^404 GET \/sessions\//] });
    const [shared = ''] = owners;
    const scope = writer(house().served.store.engine, owner);
    const { id } = await grantSession(scope, { session: shared, email: member.email }, Date.now());
    expect((await page.goto(`/sessions/${shared}`))?.status()).toBe(200);
    await revokeGrant(scope, id);
    expect((await page.goto(`/sessions/${shared}`))?.status()).toBe(404);
  });
});
