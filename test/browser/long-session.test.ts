import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../../server/contract/actor.ts';
import { listSessions } from '../../server/history/list-sessions.ts';
import { importPaths } from '../../server/ingest/import-paths.ts';
import { reader, writer } from '../support/transcripts.ts';
import { openHouse } from './house.ts';

const MESSAGES = 20_000;
const START_MS = Date.UTC(2026, 9, 1);
/** The promise is 2 s on a quiet machine; this is a guard with room for a busy one. */
const OPENS_WITHIN_MS = 8000;

function line(index: number): string {
  const role = index % 2 === 0 ? 'user' : 'assistant';
  const filler = 'The pump in the second basin ran dry again and the alarm did not ring. '.repeat(1 + (index % 7));
  const message = { role, content: [{ type: 'text', text: `Message ${index}. ${filler}` }] };
  const parentId = index === 0 ? null : `m${index - 1}`;
  const timestamp = new Date(START_MS + index * 30_000).toISOString();
  return JSON.stringify({ type: 'message', id: `m${index}`, parentId, timestamp, message });
}

/** Numbers of the messages whose rows touch the window, in the order of the page. */
function inView(page: Page): Promise<readonly number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-row]')]
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return bottom > 150 && top < window.innerHeight;
      })
      .map((row) => Number(row.dataset['row']?.slice(1))),
  );
}

/** Opens the session at its middle, and waits until what is aimed at stands in the upper half: it can be read and used. */
async function openAtMiddle(page: Page, sessionId: string): Promise<number> {
  const startMs = performance.now();
  await page.goto(`/sessions/${sessionId}?at=m10000`);
  await page.waitForFunction(() => {
    const anchor = document.querySelector('.message-anchor');
    return anchor !== null && window.scrollY > 0 && anchor.getBoundingClientRect().top < window.innerHeight / 2;
  });
  const openedMs = performance.now() - startMs;
  // Keys count from here on: the pages beside this one are there too. It is the first page of its window, so that
  // nothing comes from the browser's cache, whose silence would be taken for the end.
  await page.waitForLoadState('networkidle');
  return openedMs;
}

describe(`a session of ${MESSAGES} messages`, () => {
  const house = openHouse();
  const folder = mkdtempSync(path.join(tmpdir(), 'scrollback-long-'));
  let owner: Person;
  let sessionId = '';

  beforeAll(async () => {
    const head = JSON.stringify({
      type: 'session',
      version: 3,
      id: 'long',
      timestamp: new Date(START_MS).toISOString(),
    });
    const file = path.join(folder, 'long.jsonl');
    writeFileSync(file, [head, ...Array.from({ length: MESSAGES }, (_, index) => line(index))].join('\n'));
    owner = await house().addPerson('owner', 'owner');
    const run = { nowMs: Date.now(), onProgress: () => undefined, signal: new AbortController().signal };
    const input = { paths: [file], format: null, restoresDeleted: false, uploadFolder: null };
    const report = await importPaths(writer(house().served.store.engine, owner), input, run);
    expect(report.files[0]?.messages).toBe(MESSAGES);
    const { sessions } = await listSessions(reader(house().served.store.engine, owner), {});
    sessionId = sessions[0]?.sessionId ?? '';
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('opens at its middle, and scrolls both ways without a gap or a jump', async () => {
    const page = await house().openPage({ as: owner });
    const openedMs = await openAtMiddle(page, sessionId);
    expect(await inView(page)).toContain(10_000);
    expect(openedMs).toBeLessThan(OPENS_WITHIN_MS);
    process.stdout.write(`a session of ${MESSAGES} messages opened at its middle in ${Math.round(openedMs)} ms\n`);

    for (const direction of [-1, 1] as const) {
      let last = (await inView(page))[0] ?? 0;
      for (let step = 0; step < 40; step += 1) {
        await page.mouse.wheel(0, direction * 600);
        await page.waitForTimeout(50);
        const seen = await inView(page);
        // Something is always there, in order, without holes, and it goes the way that one scrolls.
        expect(seen.length).toBeGreaterThan(0);
        expect(seen).toEqual(Array.from(seen, (_, index) => (seen[0] ?? 0) + index));
        const first = seen[0] ?? 0;
        expect((first - last) * direction).toBeGreaterThanOrEqual(-1);
        expect(Math.abs(first - last)).toBeLessThan(30);
        last = first;
      }
      expect(Math.abs(last - 10_000)).toBeGreaterThan(direction === -1 ? 30 : 0);
      expect(await page.locator('[data-row]').count()).toBeLessThan(1000);
    }
  });

  it('goes to its ends with a key', async () => {
    const page = await house().openPage({ as: owner });
    await openAtMiddle(page, sessionId);
    await page.keyboard.press('End');
    await page.locator(`[data-row="m${MESSAGES - 1}"]`).waitFor();
    expect(await inView(page)).toContain(MESSAGES - 1);
    await page.keyboard.press('Home');
    await page.locator('[data-row="m0"]').waitFor();
    expect(await inView(page)).toContain(0);
  });
});
