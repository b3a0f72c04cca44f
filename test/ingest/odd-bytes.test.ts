import { describe, expect, it } from 'vitest';
import { fileReport, ImportWorld, reasons } from './import-world.ts';
import { headerLine, openclawFile, turnLine } from './openclaw-file.ts';

const CUT_OFF = 'last line is cut off; it is read when it is complete';
const THREE = [
  { id: 'm1', text: 'first kestrel' },
  { id: 'm2', text: 'second kestrel' },
  { id: 'm3', text: 'third kestrel' },
];

describe('a torn last line', () => {
  it('is left for the import in which it is complete', async () => {
    const world = new ImportWorld();
    const whole = openclawFile('s1', THREE);
    world.write('s1.jsonl', whole.slice(0, -40));
    const torn = fileReport(await world.import(), 's1.jsonl');
    expect(torn).toMatchObject({ status: 'added', messages: 2, skipped: [{ reason: CUT_OFF, count: 1, line: 4 }] });
    expect(await world.search('kestrel')).toHaveLength(2);
    world.write('s1.jsonl', whole);
    const complete = fileReport(await world.import(), 's1.jsonl');
    expect(complete).toMatchObject({ status: 'updated', messages: 3, added: 1, skipped: [] });
    expect((await world.history('s1')).messages.map((message) => message.text)).toEqual([
      'first kestrel',
      'second kestrel',
      'third kestrel',
    ]);
    expect(await world.faults()).toEqual([]);
  });

  it('that is whole JSON without a line feed counts', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', THREE).trimEnd());
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ messages: 3, skipped: [] });
    world.write('s1.jsonl', openclawFile('s1', THREE));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ status: 'unchanged', added: 0 });
  });
});

describe('bytes that no writer meant', () => {
  it('as NUL padding in the middle cost one reported line', async () => {
    const world = new ImportWorld();
    const [header, first = '', second = ''] = openclawFile('s1', THREE).split(/(?<=\n)/);
    world.write('s1.jsonl', `${header}${first}${'\0'.repeat(5000)}\n${second}`);
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report.messages).toBe(2);
    expect(report.skipped).toMatchObject([{ count: 1, line: 3 }]);
    expect(await world.search('kestrel')).toHaveLength(2);
  });

  it('in front of a record cost that record alone', async () => {
    const world = new ImportWorld();
    const [header, first = '', second = '', third = ''] = openclawFile('s1', THREE).split(/(?<=\n)/);
    world.write('s1.jsonl', `${header}${first}${'\0'.repeat(100)}${second}${third}`);
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ messages: 2, entries: 4 });
    expect((await world.search('kestrel')).map((hit) => hit.snippet).sort()).toEqual([
      'first kestrel',
      'third kestrel',
    ]);
  });

  it('as CRLF and a byte order mark change nothing', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', `\uFEFF${openclawFile('s1', THREE).replaceAll('\n', '\r\n')}`);
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({
      sessionKey: 'agent:main:s1',
      messages: 3,
      skipped: [],
    });
    expect(await world.search('kestrel')).toHaveLength(3);
  });

  it('as broken UTF-8 are reported, and what stands around them is found', async () => {
    const world = new ImportWorld();
    const file = Buffer.from(openclawFile('s1', [{ id: 'm1', text: 'before @@ after kestrel' }]));
    const place = file.indexOf('@@');
    file[place] = 0xc3;
    file[place + 1] = 0x28;
    world.write('s1.jsonl', file);
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report.messages).toBe(1);
    expect(reasons(report)).toHaveLength(1);
    const [hit] = await world.search('before kestrel');
    expect(hit?.snippet).toBe('before \uFFFD( after kestrel');
  });

  it('as lone surrogates and NUL in a text are replaced, and hide nothing behind them', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', [{ id: 'm1', text: 'high \uD800 low \uDC00 nul \u0000 tail kestrel' }]));
    await world.import();
    const [hit] = await world.search('kestrel');
    expect(hit?.snippet).toBe('high \uFFFD low \uFFFD nul \uFFFD tail kestrel');
    expect(hit?.score).toBeGreaterThanOrEqual(0);
    const [message] = (await world.history('s1')).messages;
    expect(message?.text).toBe(hit?.snippet);
    const { highlights = [] } = hit ?? {};
    expect(highlights.map(([start, end]) => hit?.snippet.slice(start, end))).toEqual(['kestrel']);
    expect(await world.faults()).toEqual([]);
  });

  it('as U+2028 and a lone carriage return end no line', async () => {
    const world = new ImportWorld();
    world.write('s1.jsonl', openclawFile('s1', [{ id: 'm1', text: 'left\u2028right\rend kestrel' }]));
    expect(fileReport(await world.import(), 's1.jsonl')).toMatchObject({ messages: 1, skipped: [] });
    expect(await world.search('left right end kestrel')).toHaveLength(1);
  });
});

describe('JSON made to hurt', () => {
  const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

  it('nested 100,000 deep is kept, and neither throws nor hides what follows', async () => {
    const world = new ImportWorld();
    const deep = `{"type":"message","id":"deep","parentId":"m1","message":{"role":"user","content":${nested(100_000)}}}\n`;
    world.write('s1.jsonl', openclawFile('s1', THREE).replace(/(?<=\n)(?=[^\n]*"m2")/, deep));
    const report = fileReport(await world.import(), 's1.jsonl');
    expect(report).toMatchObject({ status: 'added', entries: 5 });
    expect(await world.search('kestrel')).toHaveLength(3);
  });

  it('with keys that name prototypes is data', async () => {
    const world = new ImportWorld();
    const poisoned =
      '{"type":"message","id":"m1","parentId":null,"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}},' +
      '"message":{"role":"user","content":"kestrel","__proto__":{"role":"assistant"},"toString":"x"}}\n';
    world.write('s1.jsonl', headerLine('s1') + poisoned);
    expect(fileReport(await world.import(), 's1.jsonl').messages).toBe(1);
    expect((await world.search('kestrel')).map((hit) => hit.role)).toEqual(['user']);
    expect('isAdmin' in {}).toBe(false);
  });

  it('with a store of keys that name prototypes makes no key of them', async () => {
    const world = new ImportWorld();
    world.write('agents/main/sessions/s1.jsonl', openclawFile('s1', THREE));
    const store =
      '{"__proto__":{"sessionId":"s1"},"constructor":{"sessionId":"s1"},"agent:main:main":{"sessionId":"s1","__proto__":{"spawnedBy":"x"}}}';
    world.write('agents/main/sessions/sessions.json', store);
    await world.import();
    const [session] = await world.sessions();
    expect(session).toMatchObject({ parentSessionId: null, messages: 3 });
    expect(await world.faults()).toEqual([]);
  });

  it('with numbers beyond all bounds and times out of the world leaves them behind', async () => {
    const world = new ImportWorld();
    const line = (id: string, timestamp: unknown, stamp: string): string =>
      `{"type":"message","id":"${id}","parentId":null,"timestamp":${JSON.stringify(timestamp)},"message":{"role":"user","content":"kestrel ${id}","timestamp":${stamp}}}\n`;
    world.write(
      's1.jsonl',
      headerLine('s1') +
        line('m1', '0000-01-01T00:00:00Z', '1e999') +
        line('m2', '2999-01-01T00:00:00Z', '99999999999999999999') +
        line('m3', '2026-02-30T00:00:00Z', '-1') +
        line('m4', 12, 'null'),
    );
    await world.import();
    const hits = await world.search('branch:any kestrel');
    expect(hits).toHaveLength(4);
    for (const hit of hits) {
      expect(hit.timestamp).toBeGreaterThanOrEqual(1000);
      expect(hit.timestamp).toBeLessThanOrEqual(Date.UTC(2026, 10, 1, 12));
    }
  });
});

describe('ids made to hurt', () => {
  it('cannot break out of their place', async () => {
    const world = new ImportWorld();
    const ids = ["'; DROP TABLE entry; --", 'x'.repeat(5000), '\uE000s1', 'a\u0000b', '../../etc/passwd', '\u202Eabc'];
    const lines = ids.map((id) => turnLine({ id, parentId: null, text: 'kestrel' }));
    world.write('s1.jsonl', headerLine('\uE000o1 "x" OR 1') + lines.join(''));
    const report = await world.import();
    expect(report.failed).toBe(0);
    const hits = (await world.search('branch:any kestrel')).map((hit) => hit.messageId);
    expect(hits).toHaveLength(ids.length);
    expect(new Set(hits).size).toBe(ids.length);
    expect(hits.every((id) => id.length <= 512 && !/[\uE000\p{Cc}]/u.test(id))).toBe(true);
    expect(await world.faults()).toEqual([]);
  });
});
