import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { historyReply, importReply, searchReply, sessionsReply, verifyReply } from './replies.ts';
import { Cli } from './run-cli.ts';

const SAMPLES = path.resolve(process.cwd(), '../shared/transcripts');
const FOLDERS = ['openclaw', 'claude-code'].map((format) => path.join(SAMPLES, format));
const isThere = FOLDERS.every((folder) => existsSync(folder));
if (!isThere) console.info('samples: 0 run, 2 skipped (the folder of samples is not here)');

describe.skipIf(!isThere)('the handed samples', () => {
  let cli: Cli;
  let report: z.output<typeof importReply>;
  beforeAll(async () => {
    cli = await Cli.open();
    report = await cli.json(importReply, 'import', ...FOLDERS, '--owner', 'you@example.com');
  }, 60_000);
  afterAll(() => cli?.close());

  const search = (...args: readonly string[]) => cli.jsonHere(searchReply, 'search', ...args);
  const reportOf = (name: string) => report.files.find((file) => file.path.endsWith(`/${name}`));

  it('are all reported, none as failed', () => {
    expect(report.files.length).toBeGreaterThan(30);
    expect(report.files.filter((file) => file.status === 'failed')).toEqual([]);
    expect(report.sessions).toBeGreaterThan(25);
  });

  it('add nothing the second time', async () => {
    expect(await cli.jsonHere(importReply, 'import', ...FOLDERS)).toMatchObject({
      sessions: report.sessions,
      added: 0,
      updated: 0,
    });
  });

  it.each([
    ['10-sidecar.trajectory.jsonl', 'skipped'],
    ['14-zh-archived.jsonl.deleted.2026-02-28T05-34-23.416Z', 'skipped'],
    ['9-bak-copy.jsonl.bak-4232-1777903094139', 'skipped'],
    ['27-only-snapshots.jsonl', 'skipped'],
    ['2-zh-linear-sessions.json', 'companion'],
    ['25-growing-copy-2.jsonl', 'updated'],
  ])('%s makes no second session', (name, status) => {
    expect(reportOf(name)).toMatchObject({ status });
    if (status === 'skipped') expect(reportOf(name)?.skipped[0]?.reason.length).toBeGreaterThan(5);
  });

  it('growing copies are one session', () => {
    expect(reportOf('24-growing-copy-1.jsonl')?.sessionKey).toBe(reportOf('25-growing-copy-2.jsonl')?.sessionKey);
  });

  it.each(['我', '名字', '引导文件', 'được', 'duoc', '最新の状態', 'CLAUDE.md', 'アップデート'])(
    'hold %s',
    async (query) => {
      const { results } = await search(query);
      expect(results.length).toBeGreaterThan(0);
      expect(results.every((hit) => hit.highlights.length > 0)).toBe(true);
    },
  );

  it('open at a hit, with the anchor on the page', async () => {
    for (const query of ['名字', 'duoc', '最新の状態']) {
      const [hit] = (await search(query)).results;
      const page = await cli.jsonHere(
        historyReply,
        'history',
        hit?.sessionId ?? '',
        '--around',
        hit?.messageId ?? '',
        '--limit',
        '5',
      );
      expect(page.anchor).toBe(hit?.messageId);
      expect(page.messages.map((message) => message.messageId)).toContain(hit?.messageId);
    }
  });

  it('show an abandoned branch to branch:any alone', async () => {
    const session = reportOf('26-real-rewind.jsonl')?.sessionKey ?? '';
    const everything = (await search('branch:any', `session:${session}`, '--all', '--limit', '100')).results;
    const abandoned = everything.filter((hit) => hit.branch !== undefined);
    expect(abandoned.length).toBeGreaterThan(0);
    for (const hit of abandoned) {
      const phrase = `"${hit.snippet.replaceAll('"', ' ').replace(/^…|…$/g, '').trim()}"`;
      expect((await search(`session:${session}`, phrase, '--all')).results.map((each) => each.messageId)).not.toContain(
        hit.messageId,
      );
      const page = await cli.jsonHere(
        historyReply,
        'history',
        session,
        '--around',
        hit.messageId,
        '--branch',
        hit.branch ?? '',
      );
      expect(page.anchor).toBe(hit.messageId);
    }
  });

  it('show nothing of reasoning and tool results', async () => {
    const hidden = hiddenWords(
      [reportOf('13-image-paste.jsonl'), reportOf('8-subagent-sessions-yield.jsonl')].map((file) => file?.path ?? ''),
    );
    expect(hidden.length).toBeGreaterThan(20);
    // In quotes: a word alone would be looked for in its other forms too.
    for (const word of hidden.slice(0, 20)) expect((await search('branch:any', `"${word}"`)).results, word).toEqual([]);
  });

  it('are kept byte for byte', async () => {
    const { sessions } = await cli.jsonHere(sessionsReply, 'sessions', '--limit', '200');
    expect(sessions).toHaveLength(report.sessions);
    for (const { sessionId, sessionKey } of sessions) {
      const { ok, files } = await cli.jsonHere(verifyReply, 'verify', sessionId);
      expect({ ok, files: files.map((file) => file.file) }, sessionKey).toEqual({
        ok: true,
        files: files.map(() => 'same'),
      });
    }
  });

  it('are counted', () => {
    console.info(`samples: ${report.files.length} run, 0 skipped`);
  });
});

/** Words that stand in reasoning and tool results of these files, and in no text of any sample. */
function hiddenWords(files: readonly string[]): readonly string[] {
  const shown = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => blocksOf(file))
    .flatMap((block) => (typeof block === 'string' ? [block] : block.type === 'text' ? [block.text ?? ''] : []));
  const shownWords = new Set(shown.flatMap(wordsOf));
  const hidden = files.flatMap(blocksOf).flatMap((block) => {
    if (typeof block === 'string' || block.type === 'text') return [];
    return [block.thinking ?? '', JSON.stringify(block.content ?? '')];
  });
  return [...new Set(hidden.flatMap(wordsOf))].filter((word) => !shownWords.has(word)).sort();
}

type Block =
  | string
  | { readonly type?: string; readonly text?: string; readonly thinking?: string; readonly content?: unknown };

/** Blocks of what people and models say, and of tool results, in either format. */
function blocksOf(file: string): readonly Block[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const message = parse(line)?.message;
      if (message?.role === 'toolResult') return [{ type: 'tool_result', content: message.content }];
      const content = message?.content;
      return typeof content === 'string' ? [content] : Array.isArray(content) ? (content as Block[]) : [];
    });
}

function parse(line: string): { readonly message?: { readonly role?: unknown; readonly content?: unknown } } | null {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/(?<![\p{L}\p{N}_-])[a-z]{9,}(?![\p{L}\p{N}_-])/gu) ?? [];
}
