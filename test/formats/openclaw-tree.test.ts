import { describe, expect, it } from 'vitest';
import { answer, header, leaf, readRows, reset, user } from './openclaw-support.ts';

function activeIds(...rows: readonly unknown[]) {
  return readRows(header(), ...rows).active;
}

function parentOf(id: string, ...rows: readonly unknown[]) {
  return readRows(header(), ...rows).transcript.entries.find((entry) => entry.nativeId === id)?.parentNativeId;
}

const issueReasons = (...rows: readonly unknown[]) => readRows(header(), ...rows).issues.map((issue) => issue.reason);

describe('the leaf without leaf controls', () => {
  it('is the last entry of the file, and the branch is its chain of parents', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), user('x', 'a'), answer('y', 'x'))).toEqual(['a', 'x', 'y']);
  });

  it('may be a control that lies on the branch', () => {
    const label = { type: 'label', id: 'l', parentId: 'b', targetId: 'a', label: 'start' };
    expect(activeIds(user('a', null), answer('b', 'a'), label)).toEqual(['a', 'b', 'l']);
  });

  it('is not moved by a record of an unknown type', () => {
    const note = { type: 'plugin_note', id: 'p', parentId: 'a' };
    expect(activeIds(user('a', null), answer('b', 'a'), note)).toEqual(['a', 'b']);
  });

  it('goes on from the leaf where the writer hung a row on an unknown record', () => {
    const note = { type: 'plugin_note', id: 'p', parentId: 'a' };
    expect(activeIds(user('a', null), answer('b', 'a'), note, user('c', 'p'))).toEqual(['a', 'b', 'c']);
  });

  it('starts a second tree at an explicit root', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), user('a2', null), answer('b2', 'a2'))).toEqual(['a2', 'b2']);
  });
});

describe('missing parents', () => {
  it('chain to the current leaf', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), user('c', undefined))).toEqual(['a', 'b', 'c']);
  });

  it('chain to the current leaf when they name an entry that is not there', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), user('c', 'gone'))).toEqual(['a', 'b', 'c']);
  });

  it('keep the reachable rest when the file starts in the middle', () => {
    expect(activeIds(answer('b', 'gone'), user('c', 'b'))).toEqual(['b', 'c']);
    expect(issueReasons(answer('b', 'gone'))).toEqual(['parent is not in this file: the branch starts here']);
  });

  it('put all rows in file order when no row names a parent', () => {
    const side = { ...user('c', undefined), appendMode: 'side' };
    expect(activeIds(user('a', undefined), answer('b', undefined), side, answer('d', undefined))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
  });

  it('do not matter when a record has no id either', () => {
    const bare = { type: 'message', message: { role: 'user', content: 'bare' } };
    const { active, transcript } = readRows(header(), bare, answer('b', undefined));
    expect(active).toEqual([transcript.entries[1]?.nativeId, 'b']);
  });
});

describe('leaf controls', () => {
  it('select an earlier entry, and later rows go on from there', () => {
    const rows = [user('a', null), answer('b', 'a'), user('x', 'b'), leaf('l', 'b')];
    expect(activeIds(...rows)).toEqual(['a', 'b']);
    expect(activeIds(...rows, user('c', 'b'))).toEqual(['a', 'b', 'c']);
  });

  it('go on from the selected entry where the next row hangs on another append parent', () => {
    const rows = [user('a', null), user('x', null), leaf('l', 'a', { appendParentId: 'x' }), answer('b', 'x')];
    expect(activeIds(...rows)).toEqual(['a', 'b']);
  });

  it('pass on the rows that hang on the control itself', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), leaf('l', 'a'), user('c', 'l'))).toEqual(['a', 'c']);
  });

  it('can point at another control', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), leaf('l', 'a'), user('c', 'l'), leaf('m', 'l'))).toEqual(['a']);
  });

  it('empty the branch with a null target, until a row follows', () => {
    const rows = [user('a', null), answer('b', 'a'), leaf('l', null, { appendParentId: 'b' })];
    expect(activeIds(...rows)).toEqual([]);
    expect(activeIds(...rows, user('c', 'b'))).toEqual(['c']);
  });

  it('change nothing when the target or the append parent is not there', () => {
    const rows = [user('a', null), answer('b', 'a')];
    expect(activeIds(...rows, leaf('l', 'gone'))).toEqual(['a', 'b']);
    expect(activeIds(...rows, leaf('l', 'a', { appendParentId: 'gone' }))).toEqual(['a', 'b']);
    expect(activeIds(...rows, leaf('l', 'c'), user('c', 'b'))).toEqual(['a', 'b', 'c']);
    expect(issueReasons(...rows, leaf('l', 'gone'))).toEqual([
      'leaf control names an entry that is not there: ignored',
    ]);
  });

  it('change nothing when they select nothing', () => {
    const rows = [user('a', null), answer('b', 'a')];
    expect(activeIds(...rows, leaf('l', 5))).toEqual(['a', 'b']);
    expect(activeIds(...rows, leaf('l', undefined))).toEqual(['a', 'b']);
  });

  it('stay reachable as parents when they change nothing', () => {
    const control = { ...leaf('l', 'gone'), parentId: 'a' };
    expect(activeIds(user('a', null), answer('b', 'a'), control, user('c', 'l'))).toEqual(['a', 'c']);
  });
});

describe('side rows', () => {
  it('never move the leaf', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), { ...user('s', 'b'), appendMode: 'side' })).toEqual(['a', 'b']);
  });

  it('do not lead the next row astray', () => {
    const side = { ...user('s', 'a'), appendMode: 'side' };
    expect(activeIds(user('a', null), answer('b', 'a'), side, user('c', 's'))).toEqual(['a', 'b', 'c']);
    expect(parentOf('s', user('a', null), answer('b', 'a'), side)).toBe('a');
  });
});

describe('a reset', () => {
  const before = [user('a', null), answer('b', 'a'), reset('r', 'b')];

  it('lies on the branch, so that what is before stays searchable', () => {
    expect(activeIds(...before, user('c', 'r'))).toEqual(['a', 'b', 'r', 'c']);
  });

  it('closes what is there even when it names no parent', () => {
    expect(activeIds(user('a', null), answer('b', 'a'), reset('r', null), user('c', 'r'))).toEqual([
      'a',
      'b',
      'r',
      'c',
    ]);
  });

  it('holds back a row that would step behind it', () => {
    expect(activeIds(...before, user('c', 'r'), answer('d', 'a'))).toEqual(['a', 'b', 'r', 'c', 'd']);
    expect(activeIds(...before, user('c', null))).toEqual(['a', 'b', 'r', 'c']);
  });

  it('holds back a leaf control that would step behind it', () => {
    expect(activeIds(...before, user('c', 'r'), leaf('l', 'a'))).toEqual(['a', 'b', 'r', 'c']);
    expect(activeIds(...before, user('c', 'r'), leaf('l', null))).toEqual(['a', 'b', 'r', 'c']);
    expect(activeIds(...before, user('c', 'r'), answer('d', 'c'), leaf('l', 'c'))).toEqual(['a', 'b', 'r', 'c']);
  });

  it('lets side rows lie where they are', () => {
    expect(parentOf('s', ...before, { ...user('s', 'a'), appendMode: 'side' })).toBe('a');
  });

  it('stands before the first entry that it keeps', () => {
    const kept = [user('a', null), answer('b', 'a'), user('c', 'b'), reset('r', 'c', { firstKeptEntryId: 'b' })];
    expect(activeIds(...kept)).toEqual(['a', 'r', 'b', 'c']);
    expect(activeIds(...kept, user('d', 'r'), answer('e', 'd'))).toEqual(['a', 'r', 'b', 'c', 'd', 'e']);
  });

  it('stands before the first kept entry after an earlier fence too', () => {
    const rows = [
      ...before,
      user('c', 'r'),
      answer('d', 'c'),
      reset('r2', 'd', { firstKeptEntryId: 'd' }),
      user('e', 'r2'),
    ];
    expect(activeIds(...rows)).toEqual(['a', 'b', 'r', 'c', 'r2', 'd', 'e']);
  });

  it('keeps nothing from behind an earlier fence', () => {
    const rows = [...before, user('c', 'r'), reset('r2', 'c', { firstKeptEntryId: 'a' }), user('d', 'r2')];
    expect(activeIds(...rows)).toEqual(['a', 'b', 'r', 'c', 'r2', 'd']);
  });
});

describe('a compaction', () => {
  it('does not cut the branch', () => {
    const compaction = {
      type: 'compaction',
      id: 'k',
      parentId: 'b',
      summary: 's',
      firstKeptEntryId: 'b',
      tokensBefore: 1,
    };
    expect(activeIds(user('a', null), answer('b', 'a'), compaction, user('c', 'k'))).toEqual(['a', 'b', 'k', 'c']);
  });
});

describe('circles', () => {
  it('give an empty branch', () => {
    expect(activeIds(user('a', 'a'))).toEqual([]);
    expect(activeIds(user('a', 'b'), answer('b', 'a'))).toEqual([]);
    expect(activeIds(user('a', 'b'), answer('b', 'a'), user('c', 'b'))).toEqual([]);
  });

  it('are cut at their first entry and reported, so that no walk meets them', () => {
    expect(parentOf('a', user('a', 'b'), answer('b', 'a'))).toBeNull();
    expect(parentOf('b', user('a', 'b'), answer('b', 'a'))).toBe('a');
    expect(issueReasons(user('a', 'b'), answer('b', 'a'))).toEqual(['parents form a circle: cut']);
  });
});

describe('an id that is used twice', () => {
  const rows = [user('a', null), answer('b', 'a', 'first'), answer('b', 'a', 'second'), user('c', 'b')];

  it('belongs to the last record; the earlier one stays, is not searched, and is reported', () => {
    const { active, searchable, transcript, issues } = readRows(header(), ...rows);
    expect(active).toEqual(['a', 'b', 'c']);
    expect(searchable).toEqual(['prompt a', 'second', 'prompt c']);
    expect(transcript.entries).toHaveLength(5);
    expect(transcript.entries[2]?.nativeId).toMatch(/^x-[0-9a-z]+-0$/);
    expect(issues).toEqual([
      { reason: 'id is used again further down: the later record counts', lineNumber: 3, count: 1 },
    ]);
  });

  it('cannot be taken by a record that claims a made-up id', () => {
    const madeUp = readRows(header(), ...rows).transcript.entries[2]?.nativeId ?? '';
    const { transcript } = readRows(header(), ...rows, user(madeUp, 'c'));
    expect(new Set(transcript.entries.map((entry) => entry.nativeId)).size).toBe(6);
  });
});

it('reads deep and wide files in linear time, whatever they hang on', () => {
  const size = 50_000;
  const controls = Array.from({ length: size }, (_, index) => leaf(`l${index}`, index === 0 ? 'a' : `l${index - 1}`));
  const fences = Array.from({ length: size }, (_, index) => reset(`r${index}`, 'a', { firstKeptEntryId: 'a' }));
  const started = performance.now();
  expect(activeIds(user('a', null), ...controls, user('z', `l${size - 1}`))).toEqual(['a', 'z']);
  expect(activeIds(user('a', null), ...fences)).toHaveLength(size + 1);
  expect(performance.now() - started).toBeLessThan(10_000);
}, 30_000);
