import { describe, expect, it } from 'vitest';
import { answer, header, mirror, readRows, user } from './openclaw-support.ts';

describe('delivery mirrors', () => {
  it('that copy the answer above are neither active nor searched', () => {
    const { active, searchable } = readRows(
      header(),
      user('a', null),
      answer('b', 'a', 'Hello there.'),
      mirror('m', 'b', 'Hello\n there.'),
    );
    expect(active).toEqual(['a', 'b']);
    expect(searchable).toEqual(['prompt a', 'Hello there.']);
  });

  it('are stepped over by what hangs on them', () => {
    const { active } = readRows(
      header(),
      user('a', null),
      answer('b', 'a', 'x'),
      mirror('m', 'b', 'x'),
      user('c', 'm'),
      answer('d', 'c'),
    );
    expect(active).toEqual(['a', 'b', 'c', 'd']);
  });

  it('beside the real answer do not take the branch from it', () => {
    const rows = [header(), user('a', null), answer('b', 'a', 'x'), mirror('m', 'a', 'x')];
    expect(readRows(...rows).active).toEqual(['a', 'b']);
    expect(readRows(...rows, user('c', 'm')).active).toEqual(['a', 'b', 'c']);
  });

  it('written before the real answer are copies too', () => {
    const { active, searchable } = readRows(header(), user('a', null), mirror('m', 'a', 'x'), answer('b', 'm', 'x'));
    expect(active).toEqual(['a', 'b']);
    expect(searchable).toEqual(['prompt a', 'x']);
  });

  it('may copy one block of several, one turn late, by the other name', () => {
    const blocks = {
      content: [
        { type: 'text', text: 'first' },
        { type: 'text', text: 'second' },
      ],
    };
    const rows = [
      header(),
      user('a', null),
      answer('b', 'a', '', blocks),
      user('c', 'b'),
      mirror('m', 'b', 'second', 'gateway-injected'),
    ];
    expect(readRows(...rows).searchable).toEqual(['prompt a', 'first\nsecond', 'prompt c']);
  });

  it('with a text that stands nowhere else stay active and searched', () => {
    const { active, searchable } = readRows(
      header(),
      user('a', null),
      mirror('m', 'a', 'Sent by a tool.'),
      answer('b', 'm', 'NO_REPLY'),
    );
    expect(active).toEqual(['a', 'm', 'b']);
    expect(searchable).toEqual(['prompt a', 'Sent by a tool.']);
  });

  it('of one text are searched once', () => {
    const rows = [header(), user('a', null), mirror('m', 'a', 'Sent.'), mirror('n', 'm', 'Sent.', 'gateway-injected')];
    expect(readRows(...rows).searchable).toEqual(['prompt a', 'Sent.']);
  });

  it('that repeat a text of long ago are no copies of it', () => {
    const later = [
      user('c', 'b'),
      answer('d', 'c'),
      user('e', 'd'),
      answer('f', 'e'),
      user('g', 'f'),
      mirror('m', 'g', 'Done.'),
    ];
    const { active, searchable } = readRows(header(), user('a', null), answer('b', 'a', 'Done.'), ...later);
    expect(active.at(-1)).toBe('m');
    expect(searchable.filter((text) => text === 'Done.')).toHaveLength(2);
  });

  it('are told by provider and model together', () => {
    const other = answer('m', 'b', 'x', { provider: 'openclaw', model: 'some-model' });
    expect(readRows(header(), user('a', null), answer('b', 'a', 'x'), other).active).toEqual(['a', 'b', 'm']);
  });
});

describe('a prompt that was sent again', () => {
  const failed = (id: string, parentId: string) => answer(id, parentId, '', { stopReason: 'error' });

  it('after a failed answer is searched once, in its last place; both stay active', () => {
    const rows = [
      header(),
      user('a', null, 'Same.'),
      failed('b', 'a'),
      user('c', 'b', 'Same.'),
      failed('d', 'c'),
      user('e', 'd', 'Same.'),
    ];
    const { active, transcript } = readRows(...rows, answer('f', 'e', 'At last.'));
    expect(active).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    const searchable = transcript.entries.filter((entry) => entry.isSearchable).map((entry) => entry.nativeId);
    expect(searchable).toEqual(['e', 'f']);
  });

  it('after an answer is another message', () => {
    const rows = [header(), user('a', null, 'Same.'), answer('b', 'a'), user('c', 'b', 'Same.')];
    expect(readRows(...rows).searchable).toEqual(['Same.', 'answer b', 'Same.']);
  });

  it('with other words is another message', () => {
    const rows = [header(), user('a', null, 'Same.'), failed('b', 'a'), user('c', 'b', 'Not the same.')];
    expect(readRows(...rows).searchable).toEqual(['Same.', 'Not the same.']);
  });

  it('is the same through other envelopes', () => {
    const rows = [header(), user('a', null, '[Thu 2026-05-21 14:28 UTC] Same.'), failed('b', 'a')];
    expect(readRows(...rows, user('c', 'b', '[Thu 2026-05-21 14:29 UTC] Same.')).searchable).toEqual(['Same.']);
  });

  it('on an abandoned branch stays findable there', () => {
    const rows = [
      header(),
      user('a', null, 'Same.'),
      failed('b', 'a'),
      user('c', 'b', 'Same.'),
      user('z', null, 'Anew.'),
    ];
    expect(readRows(...rows).searchable).toEqual(['Same.', 'Same.', 'Anew.']);
  });
});
