import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import { saveTestTranscript, writer } from '../support/transcripts.ts';
import { axeViolations } from './axe.ts';
import { openHouse } from './house.ts';
import { listens } from './listens.ts';

const START_MS = Date.UTC(2026, 9, 1);
const ROWS = 60;
/** Where the call stands that is looked for. */
const CALL = 30;
const PROJECT = '/srv/a-long-name-of-a-project/that-no-narrow-column-holds/in-one-line';

/** A session of prompts with one call among them; the word that only its output holds stands far down. */
function transcript(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...{ type: 'message', id: `m${index}` },
    message: { role: 'user', content: `The pump in basin ${index} ran dry. `.repeat(8) },
  }));
  const output = Array.from({ length: 300 }, (_, line) => (line === 250 ? 'a zeppelin lands' : `line ${line}`));
  const call = { type: 'toolCall', id: 'c', name: 'bash', arguments: { command: 'ls\nairship' } };
  const tools = [
    { type: 'message', id: 'call', message: { role: 'assistant', content: [call] } },
    {
      ...{ type: 'message', id: 'result' },
      message: {
        ...{ role: 'toolResult', toolCallId: 'c', toolName: 'bash', isError: false },
        content: [{ type: 'text', text: output.join('\n') }],
      },
    },
  ];
  const all = [...rows.slice(0, CALL), ...tools, ...rows.slice(CALL)];
  const timeOf = (index: number): string => new Date(START_MS + index * 60_000).toISOString();
  const head = { type: 'session', version: 3, id: 'tools', timestamp: timeOf(0), cwd: '/srv/pumps' };
  const records = all.map((row, index) => ({ ...row, parentId: all[index - 1]?.id ?? null, timestamp: timeOf(index) }));
  return [head, ...records].map((record) => JSON.stringify(record)).join('\n');
}

describe('a search', () => {
  const house = openHouse();
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-search-'));
  let owner: Person;

  beforeAll(async () => {
    owner = await house().addPerson('owner', 'owner');
    const scope = writer(house().served.store.engine, owner);
    for (const [agentId, nativeId] of [
      ['ops', 'one'],
      ['ops', 'two'],
      ['main', 'three'],
    ] as const)
      await saveTestTranscript(scope, {
        ...{ agentId, nativeId, sessionKey: `agent:${agentId}:${nativeId}`, project: `${PROJECT}/${nativeId}` },
        entries: [{ id: nativeId, text: `a heron of ${nativeId}` }],
      });
    const file = path.join(folder, 'tools.jsonl');
    writeFileSync(file, transcript());
    const run = { nowMs: Date.now(), onProgress: () => undefined, signal: new AbortController().signal };
    await importPaths(scope, { paths: [file], format: null, restoresDeleted: false, uploadFolder: null }, run);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const hits = (page: Page) => page.locator('a[data-hit]');
  const narrow = (page: Page) => page.getByRole('region', { name: 'Narrow the results' });

  it('is narrowed by what its matches have, and comes back, without a mouse', async () => {
    const page = await house().openPage({ as: owner });
    await page.goto('/search?q=heron');
    await narrow(page).getByRole('button', { name: 'ops 2' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    // No value stands over the hits beside it.
    const column = await narrow(page).boundingBox();
    for (const value of await narrow(page).getByRole('button').all()) {
      const box = await value.boundingBox();
      if (box !== null) expect(box.x + box.width).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0) + 1);
    }
    await narrow(page).getByRole('button', { name: 'ops 2' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hits(page).count()).toBe(2);
    await page.waitForURL(/agent(?::|%3A)ops/);
    await narrow(page).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Drop the filter agent ops' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hits(page).count()).toBe(3);
    await page.getByRole('button', { name: 'Filter', exact: true }).and(page.locator(':focus')).waitFor();
  });

  it('is narrowed on a phone too, behind a button', async () => {
    const page = await house().openPage({ as: owner });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/search?q=heron');
    await page.getByRole('button', { name: 'Narrow' }).click();
    await narrow(page).getByRole('button', { name: 'ops 2' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await narrow(page).getByRole('button', { name: 'main 1' }).click();
    await expect.poll(() => hits(page).count()).toBe(1);
  });

  it('counts nothing while one types, and once when one stops', async () => {
    const page = await house().openPage({ as: owner });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const counts = (): number => asked.filter((pathname) => pathname.includes('sessions.facets')).length;
    await page.goto('/search');
    await listens(page, '[data-search-box]');
    await page.locator('[data-search-box]').pressSequentially('heron', { delay: 60 });
    expect(counts()).toBe(0);
    await narrow(page).getByRole('button', { name: 'ops 2' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(counts()).toBe(1);
    expect(asked.findIndex((pathname) => pathname.includes('sessions.search'))).toBeLessThan(
      asked.findIndex((pathname) => pathname.includes('sessions.facets')),
    );
  });

  it.each([
    ['zeppelin', 'result'],
    ['airship', 'call'],
  ])('for %s in tools opens the session at the %s, with the word marked and in sight', async (word, messageId) => {
    const page = await house().openPage({ as: owner });
    await page.goto(`/search?q=in:tools+${word}`);
    await page.locator('.hit-preview mark').first().waitFor();
    expect(await hits(page).count()).toBe(1);
    // Tools are not ranked, and the order says so.
    expect(await page.getByLabel('Order').inputValue()).toBe('newest');
    await hits(page).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`at=${messageId}`));
    const mark = page.locator('.message-anchor .tool-part mark');
    await mark.waitFor();
    const isInSight = (): Promise<boolean> =>
      mark.evaluate((element) => {
        const { left, top, bottom } = element.getBoundingClientRect();
        const hasHead = top > (document.querySelector('.history-head')?.getBoundingClientRect().bottom ?? 0);
        return (
          hasHead && bottom < window.innerHeight && document.elementFromPoint(left + 2, (top + bottom) / 2) === element
        );
      });
    await expect.poll(isInSight).toBe(true);
    expect([await mark.count(), await mark.textContent()]).toEqual([1, word]);
    expect(await page.locator('.tool-head[aria-expanded="true"]').count()).toBe(1);
    // Loaded from its address it is the same, as for whom a link was sent.
    await page.reload();
    await expect.poll(isInSight).toBe(true);
    await page.getByRole('button', { name: /^bash/ }).click();
    await mark.waitFor({ state: 'detached' });
  });
});
