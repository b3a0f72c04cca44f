import { describe, expect, it } from 'vitest';
import {
  assistant,
  attachment,
  boundary,
  chain,
  progress,
  queued,
  read,
  sidechain,
  system,
  toolCall,
  toolResult,
  user,
  walk,
} from '../fixtures/claude-code/build.ts';

describe('the active branch', () => {
  it('is the walk up from the last line in which somebody speaks', () => {
    expect(chain([user('u1', null), assistant('a1', 'u1'), user('u2', 'a1')])).toEqual(['u1', 'a1', 'u2']);
  });

  it('leaves out a prompt that was rewound', () => {
    const lines = [
      user('u1', null),
      assistant('a1', 'u1'),
      user('old', 'a1'),
      assistant('old-answer', 'old'),
      user('new', 'a1'),
      assistant('new-answer', 'new'),
    ];
    expect(chain(lines)).toEqual(['u1', 'a1', 'new', 'new-answer']);
  });

  it('goes by the place of the branch’s last line in the file, whatever the times say', () => {
    const lines = [
      user('u1', null),
      assistant('a1', 'u1', { timestamp: '2026-01-01T00:00:00Z' }),
      user('u2', 'u1', { timestamp: '2030-01-01T00:00:00Z' }),
      system('end of a1', 'a1'),
    ];
    expect(chain(lines)).toEqual(['u1', 'a1', 'end of a1']);
  });

  it('is not turned by progress lines, and runs through those that others follow', () => {
    expect(chain([user('u1', null), progress('p1', 'u1'), assistant('a1', 'p1'), progress('p2', 'u1')])).toEqual([
      'u1',
      'p1',
      'a1',
    ]);
  });

  it('is not turned by teammates’ lines, but is theirs in a teammate’s own file', () => {
    const team = { teamName: 'crew' };
    expect(chain([user('u1', null), assistant('a1', 'u1'), user('t1', 'u1', team)])).toEqual(['u1', 'a1']);
    const lines = [user('u1', null), toolCall('t1', 'u1', 'turn'), toolCall('t2', 'u1', 'turn'), system('s', 't1')];
    expect(chain([...lines.map((line) => ({ ...line, ...team })), { type: 'mode' }])).toEqual(['u1', 't1', 't2', 's']);
  });

  it('runs through lines of unknown types, which never end it', () => {
    const unknown = { type: 'novelty', uuid: 'n1', parentUuid: 'u1' };
    const aside = { type: 'novelty', uuid: 'n2', parentUuid: 'u1' };
    expect(chain([user('u1', null), unknown, assistant('a1', 'n1'), aside])).toEqual(['u1', 'n1', 'a1']);
  });

  it('is empty when nobody speaks on any branch', () => {
    const [main] = read([user('', null), system('s1', null)]).transcripts;
    expect(main?.leaf).toBeNull();
    expect(main?.entries).toHaveLength(2);
  });

  it('holds nothing that is said before a line without a parent: that line starts anew', () => {
    expect(chain([user('u1', null), assistant('a1', 'u1'), user('u2', null)])).toEqual(['u2']);
  });
});

describe('lines that are written side by side', () => {
  const start = [
    user('u1', null),
    toolCall('t1', 'u1', 'turn'),
    toolCall('t2', 't1', 'turn'),
    toolCall('t3', 't2', 'turn'),
  ];

  it('puts parallel calls and their results behind the turn, calls first', () => {
    const results = [toolResult('r2', 't2', 't2'), toolResult('r3', 't3', 't3'), toolResult('r1', 't1', 't1')];
    expect(chain([...start, ...results, assistant('a2', 'r1')])).toEqual([
      'u1',
      't1',
      't2',
      't3',
      'r2',
      'r3',
      'r1',
      'a2',
    ]);
  });

  it('orders them by time, then by their place in the file', () => {
    const results = [
      toolResult('r3', 't3', 't3', { timestamp: '2026-01-01T00:00:03Z' }),
      toolResult('r2', 't2', 't2', { timestamp: '2026-01-01T00:00:02Z' }),
      toolResult('r1', 't1', 't1', { timestamp: '2026-01-01T00:00:04Z' }),
    ];
    expect(chain([...start, ...results, assistant('a2', 'r1')])).toEqual([
      'u1',
      't1',
      't2',
      't3',
      'r2',
      'r3',
      'r1',
      'a2',
    ]);
  });

  it('finds a result by its call when a hook’s line lies between, unless the call is answered', () => {
    const hooked = [attachment('hook', 't2'), toolResult('r2', 'hook', 't2'), toolResult('r1', 't1', 't1')];
    const again = [attachment('hook2', 't1'), toolResult('again', 'hook2', 't1')];
    const lines = [...start.slice(0, 3), ...hooked, ...again, assistant('a2', 'r1')];
    expect(chain(lines)).toEqual(['u1', 't1', 't2', 'r2', 'r1', 'a2']);
  });

  it('brings back what lies beside, not the branch that went on from it', () => {
    const lines = [
      user('u1', null),
      toolCall('t1', 'u1', 'turn'),
      toolResult('r1', 't1', 't1'),
      assistant('dead', 'r1'),
      toolCall('t2', 't1', 'turn'),
      toolResult('r2', 't2', 't2'),
      assistant('a3', 'r2'),
    ];
    expect(chain(lines)).toEqual(['u1', 't1', 't2', 'r1', 'r2', 'a3']);
  });

  it('leaves answers without a turn id where they are', () => {
    const bare = (uuid: string, parent: string) => assistant(uuid, parent, { message: { content: [] } });
    expect(chain([user('u1', null), bare('x', 'u1'), bare('y', 'u1')])).toEqual(['u1', 'y']);
  });
});

describe('queued prompts', () => {
  it('count where the branch runs through them', () => {
    expect(chain([user('u1', null), queued('q1', 'u1'), assistant('a1', 'q1')])).toEqual(['u1', 'q1', 'a1']);
  });

  it('are shown at the end while they wait, in file order, even beside the last line', () => {
    const lines = [
      user('u1', null),
      assistant('a1', 'u1'),
      queued('q1', 'a1'),
      attachment('x', 'a1'),
      queued('q2', 'a1'),
    ];
    expect(chain([...lines, attachment('y', 'x')])).toEqual(['u1', 'a1', 'q1', 'x', 'q2', 'y']);
  });

  it('are left out once the conversation went on without them, or were answered on another branch', () => {
    expect(chain([user('u1', null), assistant('a1', 'u1'), queued('q1', 'a1'), user('u2', 'a1')])).toEqual([
      'u1',
      'a1',
      'u2',
    ]);
    const answered = [queued('q1', 'a1'), user('dead', 'q1'), queued('q2', 'a1')];
    expect(chain([user('u1', null), assistant('a1', 'u1'), ...answered])).toEqual(['u1', 'a1', 'q2']);
  });

  it('make a conversation by themselves', () => {
    expect(chain([queued('q1', null), queued('q2', 'q1')])).toEqual(['q1', 'q2']);
  });
});

describe('compaction', () => {
  const before = [user('u1', null), assistant('a1', 'u1'), user('u2', 'a1'), assistant('a2', 'u2')];
  const summary = user('sum', 'b', { isCompactSummary: true });
  const after = [user('u3', 'sum'), assistant('a3', 'u3')];

  it('does not cut: the boundary follows the last line before it', () => {
    const lines = [...before, boundary('b', 'a2'), summary, ...after];
    expect(chain(lines)).toEqual(['u1', 'a1', 'u2', 'a2', 'b', 'sum', 'u3', 'a3']);
  });

  it('reads on in file order when the boundary does not say what came before it', () => {
    expect(chain([...before, boundary('b', null), summary])).toEqual(['u1', 'a1', 'u2', 'a2', 'b', 'sum']);
    expect(chain([...before, boundary('b', 'never written'), summary])).toEqual(['u1', 'a1', 'u2', 'a2', 'b', 'sum']);
  });

  it('keeps a rewound branch out, before and after', () => {
    const rewound = [user('u1', null), user('dead', 'u1'), assistant('a1', 'u1'), boundary('b', 'a1'), summary];
    expect(chain([...rewound, user('dead too', 'sum'), ...after])).toEqual(['u1', 'a1', 'b', 'sum', 'u3', 'a3']);
  });

  it('is left by a rewind to before it', () => {
    const lines = [...before, boundary('b', 'a2'), summary, user('u9', 'a1')];
    expect(chain(lines)).toEqual(['u1', 'a1', 'u9']);
  });

  it('is not shown until somebody speaks after it', () => {
    expect(chain([...before, boundary('b', 'a2')])).toEqual(['u1', 'a1', 'u2', 'a2']);
  });

  it('is crossed several times', () => {
    const lines = [...before, boundary('b', 'a2'), summary, ...after, boundary('b2', 'a3'), user('sum2', 'b2')];
    expect(chain(lines)).toEqual(['u1', 'a1', 'u2', 'a2', 'b', 'sum', 'u3', 'a3', 'b2', 'sum2']);
  });

  it('leaves a microcompaction alone', () => {
    const micro = system('m', 'a2', { subtype: 'microcompact_boundary', logicalParentUuid: 'u1' });
    expect(chain([...before, micro, user('u3', 'm')])).toEqual(['u1', 'a1', 'u2', 'a2', 'm', 'u3']);
  });

  const kept = ['u1', 'a1', 'b', 'sum', 'u2', 'a2', 'u3', 'a3'];

  it('moves the messages that it kept behind its summary, as listed', () => {
    const compactMetadata = { preservedMessages: { anchorUuid: 'sum', uuids: ['u2', 'a2'] } };
    expect(chain([...before, boundary('b', 'a2', { compactMetadata }), summary, ...after])).toEqual(kept);
  });

  it('moves the messages that it kept behind its summary, from the first to the last', () => {
    const compactMetadata = { preservedSegment: { anchorUuid: 'sum', headUuid: 'u2', tailUuid: 'a2' } };
    expect(chain([...before, boundary('b', 'a2', { compactMetadata }), summary, ...after])).toEqual(kept);
  });

  it('moves nothing when a message that it names is missing, and never asks the ends when there is a list', () => {
    const whole = ['u1', 'a1', 'u2', 'a2', 'b', 'sum', 'u3', 'a3'];
    const ends = { preservedSegment: { anchorUuid: 'sum', headUuid: 'u2', tailUuid: 'a2' } };
    const cases = [
      { preservedMessages: { anchorUuid: 'sum', uuids: ['u2', 'lost', 'a2'] }, ...ends },
      { preservedMessages: { anchorUuid: 'sum', uuids: [] }, ...ends },
      { preservedMessages: { anchorUuid: 'lost', uuids: ['u2', 'a2'] } },
      { preservedMessages: { anchorUuid: 'sum', uuids: 'u2' } },
      { preservedSegment: { anchorUuid: 'sum', headUuid: 'u2', tailUuid: 'lost' } },
      { preservedSegment: { anchorUuid: 'sum', headUuid: 7, tailUuid: 'a2' } },
    ];
    for (const compactMetadata of cases) {
      expect(chain([...before, boundary('b', 'a2', { compactMetadata }), summary, ...after])).toEqual(whole);
    }
  });

  it('moves kept messages again at the next compaction', () => {
    const first = { preservedMessages: { anchorUuid: 'sum', uuids: ['u2', 'a2'] } };
    const second = { preservedMessages: { anchorUuid: 'sum2', uuids: ['a2', 'u3', 'a3'] } };
    const lines = [
      ...before,
      boundary('b', 'a2', { compactMetadata: first }),
      summary,
      ...after,
      boundary('b2', 'a3', { compactMetadata: second }),
      user('sum2', 'b2', { isCompactSummary: true }),
      user('u4', 'sum2'),
    ];
    expect(chain(lines)).toEqual(['u1', 'a1', 'b', 'sum', 'u2', 'b2', 'sum2', 'a2', 'u3', 'a3', 'u4']);
  });

  it('shows kept messages once when they were written again behind the summary', () => {
    const lines = [...before, boundary('b', 'a2'), summary, user('u2', 'sum'), assistant('a2', 'u2'), user('u3', 'a2')];
    expect(chain(lines)).toEqual(['u1', 'a1', 'b', 'sum', 'u2', 'a2', 'u3']);
  });
});

describe('broken chains', () => {
  it('read on with the line before in the file when the parent was never written', () => {
    const { transcripts, issues } = read([
      user('u1', null),
      assistant('a1', 'u1'),
      user('u2', 'lost'),
      assistant('a2', 'u2'),
    ]);
    expect(transcripts.map(walk)).toEqual([['u1', 'a1', 'u2', 'a2']]);
    expect(issues).toEqual([
      { reason: 'the line before is not in the file: read on in file order', lineNumber: 3, count: 1 },
    ]);
  });

  it('do not draw in a branch that was left before the break', () => {
    const lines = [user('u1', null), user('dead', 'u1'), assistant('a1', 'u1'), user('u2', 'lost')];
    expect(chain(lines)).toEqual(['u1', 'a1', 'u2']);
  });

  it('pass over progress and sidechains', () => {
    const lines = [user('u1', null), progress('p1', 'u1'), sidechain(user('k1', null)), user('u2', 'lost')];
    expect(chain(lines)).toEqual(['u1', 'u2']);
  });

  it('start where the file starts when nothing lies before the break', () => {
    const { transcripts, issues } = read([user('u1', 'in another file'), assistant('a1', 'u1')]);
    expect(transcripts.map(walk)).toEqual([['u1', 'a1']]);
    expect(issues).toEqual([]);
  });

  it('are read in file order where the lines name no parents at all', () => {
    expect(chain([user('u1'), assistant('a1'), user('u2')])).toEqual(['u1', 'a1', 'u2']);
    expect(chain([user('u1', null), { ...assistant('a1'), parentUuid: 7 }])).toEqual(['u1', 'a1']);
  });

  it('are read in file order where the lines have no ids at all', () => {
    const bare = (type: string, content: string) => ({ type, message: { role: type, content } });
    expect(chain([bare('user', 'hi'), { type: 'mode' }, bare('assistant', 'ho')])).toHaveLength(2);
  });

  it('go before the whole branch when children stand before their parents', () => {
    expect(chain([user('u1', null), assistant('a2', 'u2'), user('u2', 'lost')])).toEqual(['u1', 'u2', 'a2']);
  });

  it('cut circles at their first line, and read on from there', () => {
    const { transcripts, issues } = read([user('u1', null), user('u2', 'a2'), assistant('a2', 'u2'), user('me', 'me')]);
    expect(transcripts.map(walk)).toEqual([['u1', 'u2', 'a2', 'me']]);
    expect(issues).toContainEqual({ reason: 'lines follow each other in a circle: cut here', lineNumber: 2, count: 2 });
  });
});

describe('lines with the same id', () => {
  it('let the last one win, and keep the others as entries that are not searched', () => {
    const { transcripts, drafts, issues } = read([
      user('u1', null),
      user('u1', null, { message: { content: 'as sent' } }),
      user('u1', null),
    ]);
    const [main] = transcripts;
    expect(main?.entries).toEqual([
      { record: 0, nativeId: 'x-u1-0', parentNativeId: null, isSearchable: false },
      { record: 1, nativeId: 'x-u1-1', parentNativeId: null, isSearchable: false },
      { record: 2, nativeId: 'u1', parentNativeId: null, isSearchable: true },
    ]);
    expect(drafts.map((draft) => draft.text)).toEqual(['question u1', 'as sent', 'question u1']);
    expect(issues).toEqual([{ reason: 'line is replaced by a later one with the same id', lineNumber: 1, count: 2 }]);
  });

  it('never give an id of the conversation to a line of an unknown type', () => {
    const lines = [user('u1', null), { type: 'novelty', uuid: 'u1', parentUuid: null }];
    expect(read(lines).transcripts[0]?.entries.map((entry) => entry.nativeId)).toEqual(['u1', 'x-u1-0']);
  });
});
