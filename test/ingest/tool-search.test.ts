import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../server/contract/transcript.ts';
import { recordReader } from '../../server/engine/sqlite/blocks.ts';
import { openFile } from '../../server/engine/sqlite/open.ts';
import { recordToolText } from '../../server/ingest/record-parts.ts';
import { user as claudeUser, SESSION, toolCall, toolResult } from '../fixtures/claude-code/build.ts';
import { user as codexUser, item, meta, THREAD, write } from '../fixtures/codex/build.ts';
import { NOW_MS, withDatabase } from '../support/test-store.ts';
import { ImportWorld } from './import-world.ts';
import { headerLine, turnLine } from './openclaw-file.ts';

const SECRET = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const COMMAND = 'cd nest\ncormorant --hatch';
const ROLLOUT = `sessions/2026/05/01/rollout-2026-05-01T08-00-00-${THREAD}.jsonl`;
const OPENCLAW = '0f000000-0000-4000-8000-00000000000a';

function record(id: string, parentId: string, message: unknown): string {
  return `${JSON.stringify({ type: 'message', id, parentId, timestamp: '2026-05-01T08:01:00.000Z', message })}\n`;
}

/** The same call and answer in each format: a command of two lines among other arguments. */
const FILES: Readonly<Record<FormatName, readonly [name: string, content: string | Uint8Array]>> = {
  openclaw: [
    `openclaw/agents/main/sessions/${OPENCLAW}.jsonl`,
    headerLine(OPENCLAW) +
      turnLine({ id: 'u', text: 'go', parentId: null }) +
      record('c', 'u', {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'x', name: 'exec', arguments: { command: COMMAND, timeout: 5 } }],
      }) +
      record('r', 'c', { role: 'toolResult', toolCallId: 'x', content: [{ type: 'text', text: `egret ${SECRET}` }] }),
  ],
  'claude-code': [
    `claude/projects/-home-ann-shop/${SESSION}.jsonl`,
    [
      claudeUser('u', null),
      toolCall('c', 'u', 'turn', {
        message: {
          id: 'turn',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call-c', name: 'Bash', input: { command: COMMAND, description: 'x' } }],
        },
      }),
      toolResult('r', 'c', 'c', {
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'call-c', content: `egret ${SECRET}` }],
        },
      }),
    ]
      .map((line) => `${JSON.stringify({ timestamp: '2026-05-01T08:01:00.000Z', ...line })}\n`)
      .join(''),
  ],
  codex: [
    `codex/${ROLLOUT}`,
    write([
      meta(),
      codexUser('go'),
      item('function_call', { call_id: 'x', name: 'shell', arguments: JSON.stringify({ cmd: COMMAND, workdir: '/' }) }),
      item('function_call_output', { call_id: 'x', output: `egret ${SECRET}` }),
    ]),
  ],
};

describe('a command in a file', () => {
  it.each(Object.entries(FILES))(
    'of %s is found with in:tools, and its output, and no secret',
    async (format, file) => {
      const world = new ImportWorld();
      world.write(...file);
      await world.import();
      const [call, ...others] = await world.search('"nest cormorant" in:tools');
      expect(others).toEqual([]);
      expect(call?.snippet).toContain('cormorant');
      const [output] = await world.search(`egret in:tools source:${format}`);
      expect(output).toMatchObject({
        role: 'tool',
        snippet: expect.stringContaining('[redacted:github-token]') as string,
      });
      expect(await world.search('cormorant')).toEqual([]);
      expect(await world.search(`${SECRET.slice(0, 10)}* in:tools`)).toEqual([]);
      expect(await world.search('in:tools has:secret')).toMatchObject([{ messageId: output?.messageId }]);
      expect(await world.faults()).toEqual([]);
      const held = withDatabase(world.store.file, (client) => {
        client.exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'tool_index', 'row')`);
        return client.prepare<[], string>('SELECT term FROM temp.words').pluck().all().join(' ');
      });
      expect(held).toContain('cormorant');
      expect(held).not.toContain(SECRET.slice(4, 12).toLowerCase());
    },
  );
});

const HANDED = path.resolve(process.cwd(), '../shared/transcripts');
const FORMATS = ['openclaw', 'claude-code', 'codex'] as const;
const there = FORMATS.filter((format) => existsSync(path.join(HANDED, format)));
if (there.length < FORMATS.length)
  console.info(`samples: ${there.length} run, ${FORMATS.length - there.length} skipped (not in ${HANDED})`);

type Stored = {
  sessionId: string;
  nativeId: string;
  format: FormatName;
  blockId: number;
  offset: number;
  byteLength: number;
};
const ASKED = 40;

describe.skipIf(there.length === 0)('tools of the handed samples', () => {
  it.each(there)('of %s are found by words that stand side by side in them', async (format) => {
    const world = new ImportWorld();
    await world.import([path.join(HANDED, format)]);
    expect(await world.faults()).toEqual([]);
    const connection = openFile(world.store.file, { isReadOnly: true, mustExist: true, now: () => NOW_MS });
    const stored = connection.client
      .prepare<[], Stored>(
        `SELECT s.public_id AS sessionId, e.native_id AS nativeId, s.format, e.block_id AS blockId,
           e.block_offset AS offset, e.byte_length AS byteLength
         FROM entry e JOIN session s ON s.id = e.session_id WHERE e.is_active = 1 AND e.tool_state > 0 ORDER BY e.id`,
      )
      .all();
    const read = recordReader(connection);
    const every = Math.max(1, Math.floor(stored.length / ASKED));
    let asked = 0;
    for (const entry of stored.filter((_, index) => index % every === 0)) {
      const { text } = recordToolText(entry.format, read(entry));
      const words = /\p{L}{3,}[ /.-]\p{L}{3,}/u.exec(text)?.[0];
      if (words === undefined) continue;
      asked += 1;
      const hits = await world.search(`"${words}" in:tools session:${entry.sessionId}`);
      expect(
        hits.map((hit) => hit.messageId),
        words,
      ).toContain(entry.nativeId);
    }
    connection.client.close();
    expect(asked).toBeGreaterThan(ASKED / 4);
  });
});
