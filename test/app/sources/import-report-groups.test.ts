import { describe, expect, test } from 'vitest';
import { groupReport, summaryText } from '../../../app/_parts/import-report-groups.ts';
import type { ImportedFile, ImportReport, ImportStatus } from '../../../server/contract/import.ts';

function file(path: string, status: ImportStatus, skipped: ImportedFile['skipped'] = []): ImportedFile {
  const counts = { entries: 4, messages: 2, active: 2, added: 4 };
  return { path, format: 'openclaw', sessionKey: null, sessionKeys: [], ...counts, skipped, status };
}

function report(...files: readonly ImportedFile[]): ImportReport {
  return { files, sessions: 0, added: 0, updated: 0, unchanged: 0, failed: 0 };
}

const paths = (files: readonly ImportedFile[]): readonly string[] => files.map(({ path }) => path);

describe('an import report, grouped', () => {
  test('has every file in the group of its status', () => {
    const statuses = ['added', 'updated', 'unchanged', 'companion', 'failed', 'skipped'] as const;
    const groups = groupReport(
      report(...statuses.map((status) => file(status, status, [{ reason: 'why', count: 1 }]))),
    );
    expect(paths(groups.added)).toEqual(['added']);
    expect(paths(groups.updated)).toEqual(['updated']);
    expect(paths(groups.unchanged)).toEqual(['unchanged']);
    expect(paths(groups.companions)).toEqual(['companion']);
    expect(paths(groups.failed)).toEqual(['failed']);
    expect(groups.skipped.map(({ files }) => paths(files))).toEqual([['skipped']]);
  });

  test('counts files that were left out by reason, the most first', () => {
    const empty = [{ reason: 'the file is empty', count: 1 }];
    const unknown = [{ reason: 'no transcript format that is known here', count: 1 }];
    const { skipped } = groupReport(
      report(file('a', 'skipped', empty), file('b', 'skipped', unknown), file('c', 'skipped', unknown)),
    );
    expect(skipped.map(({ reason, count }) => [reason, count])).toEqual([
      ['no transcript format that is known here', 2],
      ['the file is empty', 1],
    ]);
  });

  test('counts records with issues over imported files, not files', () => {
    const { issues } = groupReport(
      report(
        file('a', 'added', [{ reason: 'not JSON', count: 3, line: 7 }]),
        file('b', 'unchanged', [{ reason: 'not JSON', count: 2 }]),
        file('c', 'failed', [{ reason: 'not JSON', count: 50 }]),
      ),
    );
    expect(issues.map(({ reason, count, files }) => [reason, count, paths(files)])).toEqual([
      ['not JSON', 5, ['a', 'b']],
    ]);
  });

  test('offers to restore a file of which one session alone was deleted, and does not call it an issue', () => {
    const deletion = {
      reason: 'deleted earlier, not brought back; import with --restore-deleted to bring it back',
      count: 1,
    };
    const groups = groupReport(
      report(file('whole', 'deleted earlier, not brought back', [deletion]), file('part', 'updated', [deletion])),
    );
    expect(paths(groups.deleted)).toEqual(['whole', 'part']);
    expect(groups.issues).toEqual([]);
    expect(summaryText(groups)).toBe('1 updated, 2 deleted earlier');
  });

  test('is summed up by what there is', () => {
    expect(summaryText(groupReport(report(file('a', 'added'), file('b', 'unchanged'), file('c', 'added'))))).toBe(
      '2 added, 1 unchanged',
    );
    expect(summaryText(groupReport(report(file('store', 'companion'))))).toBe('nothing to import');
  });
});
