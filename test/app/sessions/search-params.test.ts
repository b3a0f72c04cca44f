import { describe, expect, test } from 'vitest';
import {
  changedHref,
  isFiltered,
  listHref,
  listInput,
  readListParams,
} from '../../../app/(signed-in)/sessions/search-params.ts';
import { sessionListInput } from '../../../server/contract/session.ts';

describe('the address of the sessions list', () => {
  test('comes back from its own text', () => {
    const params = readListParams({
      q: 'deploy & rollback',
      agent: 'ops',
      kind: 'cron',
      format: 'openclaw',
      project: '/srv/größe',
      label: 'release',
      person: 'ana@example.org',
      archived: 'all',
      open: 'aaaa.bbbb',
    });
    const query = new URL(listHref(params), 'http://own.invalid').searchParams;
    expect(readListParams(Object.fromEntries(query))).toEqual(params);
    expect(params.open).toEqual(['aaaa', 'bbbb']);
  });

  test('is the plain one without filters', () => {
    expect(listHref(readListParams({}))).toBe('/sessions');
  });

  test('drops what it does not know, and never throws', () => {
    const params = readListParams({
      q: ['a', 'b'],
      agent: '',
      kind: 'nonsense',
      format: 'floppy',
      archived: 'maybe',
      open: 'fine.not ok.<script>.fine',
      project: 'x'.repeat(2000),
      other: '1',
    });
    expect(params).toEqual({ archived: 'no', open: ['fine'] });
  });

  test('keeps at most 50 open trees', () => {
    const ids = Array.from({ length: 80 }, (_, index) => `id${index}`);
    expect(readListParams({ open: ids.join('.') }).open).toEqual(ids.slice(0, 50));
  });

  test('changes one filter and leaves the others', () => {
    const changed = changedHref('?agent=ops&open=aaaa', { kind: 'cron', agent: undefined });
    expect(changed).toBe('/sessions?kind=cron&open=aaaa');
  });
});

describe('what the list asks for', () => {
  test('is the roots without filters, and without archived sessions', () => {
    expect(listInput(readListParams({}))).toEqual({ parent: 'none', archived: false });
  });

  test('is a flat list with a filter', () => {
    const params = readListParams({ kind: 'subagent', q: 'sleep' });
    expect(isFiltered(params)).toBe(true);
    expect(listInput(params)).toEqual({ kinds: ['subagent'], search: 'sleep', archived: false });
  });

  test('keeps trees where archived sessions are listed too, and is flat where only these are', () => {
    expect(listInput(readListParams({ archived: 'all' }))).toEqual({ parent: 'none', archived: 'all' });
    expect(listInput(readListParams({ archived: 'yes' }))).toEqual({ archived: true });
  });

  test('is taken by the server, whatever the address says', () => {
    const hostile = {
      q: ` ${'q'.repeat(199)}`,
      agent: 'a'.repeat(200),
      label: 'l'.repeat(201),
      person: '%00',
      kind: 'main',
    };
    expect(sessionListInput.safeParse(listInput(readListParams(hostile))).success).toBe(true);
  });
});
