import type { ImportedFile, ImportReport } from '../../server/contract/import.ts';

export type ReasonGroup = {
  readonly reason: string;
  /** Files that were left out for it, or records that it was noted of. */
  readonly count: number;
  readonly files: readonly ImportedFile[];
};

export type ReportGroups = {
  readonly added: readonly ImportedFile[];
  readonly updated: readonly ImportedFile[];
  readonly unchanged: readonly ImportedFile[];
  readonly companions: readonly ImportedFile[];
  /** Wholly deleted earlier, or some session of theirs: they are read again to bring it back. */
  readonly deleted: readonly ImportedFile[];
  readonly failed: readonly ImportedFile[];
  /** Known and left out, by reason: the most files first. */
  readonly skipped: readonly ReasonGroup[];
  /** Records of imported files, by reason: the most records first. */
  readonly issues: readonly ReasonGroup[];
};

const DELETED = 'deleted earlier, not brought back';

/** The report by what a person asks of it. Every file is in one group; those with something to say also in `issues` or `deleted`. */
export function groupReport({ files }: ImportReport): ReportGroups {
  const withStatus = (status: ImportedFile['status']) => files.filter((file) => file.status === status);
  const imported = files.filter(({ status }) => status === 'added' || status === 'updated' || status === 'unchanged');
  return {
    added: withStatus('added'),
    updated: withStatus('updated'),
    unchanged: withStatus('unchanged'),
    companions: withStatus('companion'),
    deleted: files.filter((file) => file.status === DELETED || file.skipped.some(isDeletion)),
    failed: withStatus('failed'),
    skipped: byReason(withStatus('skipped'), 'files'),
    issues: byReason(imported, 'records'),
  };
}

function isDeletion({ reason }: { readonly reason: string }): boolean {
  return reason.startsWith(DELETED);
}

function byReason(files: readonly ImportedFile[], unit: 'files' | 'records'): readonly ReasonGroup[] {
  const groups = new Map<string, { count: number; files: ImportedFile[] }>();
  for (const file of files) {
    for (const { reason, count } of file.skipped.filter((each) => !isDeletion(each))) {
      const group = groups.get(reason) ?? { count: 0, files: [] };
      group.count += unit === 'files' ? 1 : count;
      group.files.push(file);
      groups.set(reason, group);
    }
  }
  return [...groups].map(([reason, group]) => ({ reason, ...group })).sort((a, b) => b.count - a.count);
}

/** `3 added, 1 updated, 40 unchanged`: what there is of it; `nothing to import` where there is nothing. */
export function summaryText(groups: ReportGroups): string {
  const skipped = groups.skipped.reduce((sum, { count }) => sum + count, 0);
  const counts: readonly (readonly [number, string])[] = [
    [groups.added.length, 'added'],
    [groups.updated.length, 'updated'],
    [groups.unchanged.length, 'unchanged'],
    [skipped, 'left out'],
    [groups.failed.length, 'failed'],
    [groups.deleted.length, 'deleted earlier'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return said.length === 0 ? 'nothing to import' : said.join(', ');
}
