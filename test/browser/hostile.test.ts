import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { reader } from '../support/transcripts.ts';
import { ATTACKS, type Attack } from './hostile-attacks.ts';
import { faultsOf, Guard, openAll } from './hostile-guard.ts';
import { importHostile, WORD } from './hostile-transcripts.ts';
import { openHouse } from './house.ts';
import { listens } from './listens.ts';

/** So long may a page be deaf, and so soon must it answer a key. */
const HANG_MS = 2000;
/** So many small transcripts are read side by side: much of the time of a page goes by waiting. */
const WINDOWS = 2;
/** What the person copied before; no transcript may change it. */
const COPIED = 'what was copied before';
/** An agent's name comes from a folder: its first letter is Cyrillic. */
const AGENT = '\u0430dmin<b>';

const ALL: readonly Attack[] = Object.values(ATTACKS).flat();

describe(`${ALL.length} hostile transcripts`, () => {
  const house = openHouse();
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-hostile-'));
  const ids = new Map<Attack, string>();
  let owner: Person;
  let worst = { ms: 0, where: 'none' };

  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    const { served } = house();
    expect(await importHostile(served, owner, { folder, agent: AGENT, attacks: ALL })).toBe(ALL.length);
    const { sessions } = await listSessions(reader(served.store.engine, owner), { limit: 200 });
    for (const [index, attack] of ALL.entries()) {
      const session = sessions.find(({ sessionKey }) => sessionKey.endsWith(`:hook:${index}`));
      ids.set(attack, session?.sessionId ?? '');
    }
    expect([...ids.values()]).not.toContain('');
  }, 120_000);
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(
      `hostile transcripts: a page was deaf for ${Math.round(worst.ms)} ms at most (${worst.where})\n`,
    );
  });

  async function openGuarded(): Promise<Guarded> {
    const page = await house().openPage({ as: owner });
    return { page, guard: await Guard.over(page) };
  }

  type Guarded = { readonly page: Page; readonly guard: Guard };

  /** Nothing ran, nothing is live within a part of the page, and the page was never deaf for long. */
  async function expectHarmless({ page, guard }: Guarded, where: string, part = 'main'): Promise<void> {
    expect([where, ...(await faultsOf(page, part)), ...guard.deeds]).toEqual([where]);
    const longestMs = await guard.longestBlockMs();
    if (longestMs > worst.ms) worst = { ms: longestMs, where };
    expect(longestMs, where).toBeLessThan(HANG_MS);
  }

  /** As many windows, after something was copied that all of them must leave alone: they share it. */
  async function openGuards(count: number): Promise<readonly Guarded[]> {
    const all = await Promise.all(Array.from({ length: count }, openGuarded));
    const { page } = all[0] as Guarded;
    await page.goto('/sessions');
    await page.evaluate((text) => navigator.clipboard.writeText(text), COPIED);
    return all;
  }

  /** Reads a session with all of it opened. What lies outside of the page stays as it is. */
  async function read(attack: Attack, guarded: Guarded): Promise<void> {
    const { page } = guarded;
    const id = ids.get(attack) ?? '';
    await page.goto(`/sessions/${id}?q=${WORD}`);
    await listens(page, '.history-tools button');
    const title = await page.title();
    await openAll(page);
    expect(await page.locator('.tool-part pre').count()).toBeGreaterThan(1);
    const startMs = performance.now();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    expect(performance.now() - startMs, attack.name).toBeLessThan(HANG_MS);
    await page.keyboard.press('Escape');
    await expectHarmless(guarded, attack.name);
    expect(new URL(page.url()).pathname).toBe(`/sessions/${id}`);
    expect(await page.title()).toBe(title);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(COPIED);
  }

  const { loads, ...small } = ATTACKS;
  it.each(Object.entries(small))(
    'are read as text: %s',
    async (_kind, attacks) => {
      const windows = await openGuards(WINDOWS);
      const readAll = async (guarded: Guarded, first: number): Promise<void> => {
        for (const attack of attacks.filter((_, index) => index % WINDOWS === first)) await read(attack, guarded);
      };
      await Promise.all(windows.map(readAll));
    },
    120_000,
  );

  it.each(loads.map((attack) => [attack.name, attack] as const))('do not hold a page up: %s', async (_name, attack) => {
    const [guarded] = await openGuards(1);
    await read(attack, guarded as Guarded);
  });

  it('stand in the list of sessions as text', async () => {
    const guarded = await openGuarded();
    await guarded.page.goto('/sessions', { waitUntil: 'networkidle' });
    expect(await guarded.page.locator('[data-session-link]').count()).toBe(ALL.length);
    await expectHarmless(guarded, 'the list of sessions');
  });

  it('stand among results, and in their preview, as text', async () => {
    const guarded = await openGuarded();
    const { page } = guarded;
    await page.goto(`/search?q=${WORD}`, { waitUntil: 'networkidle' });
    const hits = page.locator('a[data-hit]');
    const preview = page.getByRole('region', { name: 'Preview' });
    const seen = new Set<string>();
    for (let index = 0; index < ALL.length; index += 1) {
      await hits.nth(index).focus();
      const href = (await hits.nth(index).getAttribute('href')) ?? '';
      await preview.locator(`a[href="${href}"]`).waitFor();
      await page.waitForFunction(
        () => document.querySelector('.hit-preview:not([aria-busy="true"]) [data-anchor]') !== null,
      );
      seen.add(href.split('?')[0] ?? '');
      // The results beside it stay as they are.
      await expectHarmless(guarded, 'the preview of results', '.hit-preview');
    }
    await expectHarmless(guarded, 'results and the last preview');
    expect(seen.size).toBe(ALL.length);
  });

  it('are named as text where files are listed', async () => {
    const guarded = await openGuarded();
    const { page } = guarded;
    await page.goto('/sources', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: /sessions$/ }).click();
    await page.locator('.source-file').nth(40).waitFor();
    await expectHarmless(guarded, 'the list of files');
  });

  it('E11: could do nothing if one of them got into the page all the same', async () => {
    const page = await house().openPage({ as: owner, allows: [/Content Security Policy/, /^asks elsewhere: /] });
    const guard = await Guard.over(page);
    // The browser names what the policy refused among its requests; the watch would end them for another reason.
    const ends = new Set<string | undefined>();
    page.on('requestfailed', (request) => ends.add(request.failure()?.errorText));
    await page.route('**/sessions', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('</body>', `${PUT_IN}</body>`) });
    });
    await page.goto('/sessions');
    await listens(page, 'a[data-session-link]');
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('#put-in a')?.click();
      document.querySelector<HTMLFormElement>('#put-in form')?.submit();
      navigator.sendBeacon('https://elsewhere.invalid/');
    });
    await expect.poll(() => refusalsOf(guard)).toEqual(REFUSED);
    expect([...ends]).toEqual(['csp']);
    expect(guard.deeds.filter((deed) => !deed.startsWith('refused: '))).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/sessions');
  });
});

const REFUSED = [
  ...['base-uri', 'connect-src', 'font-src', 'form-action', 'frame-src', 'img-src', 'media-src', 'object-src'],
  ...['script-src-attr', 'script-src-elem', 'style-src-elem'],
];

function refusalsOf({ deeds }: Guard): readonly string[] {
  return [...new Set(deeds.map((deed) => deed.replace(/^refused: (\S+) .*/, '$1')))].toSorted();
}

/** What a hole in the rendering would let into the page. None of it has the nonce of the reply. */
const PUT_IN = `<div id="put-in"><script>canary('inline')</script><script src="https://elsewhere.invalid/a.js"></script>
  <img src="x:" onerror="canary('attribute')"><img src="https://elsewhere.invalid/a.png">
  <iframe src="https://elsewhere.invalid/"></iframe><object data="https://elsewhere.invalid/"></object>
  <video src="https://elsewhere.invalid/a.mp4"></video><link rel="stylesheet" href="https://elsewhere.invalid/a.css">
  <style>@font-face { font-family: elsewhere; src: url(https://elsewhere.invalid/a.woff) }</style>
  <p style="font-family: elsewhere">x</p><base href="https://elsewhere.invalid/">
  <form action="https://elsewhere.invalid/"></form><a href="javascript:canary('link')">put in</a></div>`;
