/** What a file is to OpenClaw, by its name and its first bytes. */
import type { FileHead, FileRole } from '../adapter.ts';
import { folderAgentId, isPiPath, type NamedFile, nameOf } from './file-names.ts';
import { isCronLog, judgeHead, looksLikeStore } from './head.ts';

/** Names that decide alone: nothing else is called so. */
const SKIP_REASONS: Partial<Record<NamedFile['kind'], string>> = {
  deleted: 'archived as deleted by OpenClaw',
  backup: 'backup copy made by OpenClaw',
  checkpoint: 'copy from before a compaction, with the same message ids',
  trajectory: 'run telemetry, not a transcript',
  lock: 'lock file',
  compressed: 'compressed archive: unpack it with "zstd -d" and import the result',
  'config-audit': 'audit log of the configuration, not a transcript',
};

/**
 * Pi writes the same family of records (a `session` header, `message` rows with ids and parents). In `agents/<id>/sessions/` a transcript is OpenClaw's; elsewhere Pi's file names
 * and folders, or its own records, leave it to Pi; a file that shows no sign of either is taken as OpenClaw's.
 */
export function classify(file: FileHead): FileRole | null {
  const named = nameOf(file.path);
  const isAtHome = folderAgentId(file.path) !== null;
  const reason = SKIP_REASONS[named.kind];
  if (reason !== undefined) return { role: 'skip', reason };
  if (named.kind === 'cron-log' && isCronLog(file))
    return { role: 'skip', reason: 'log of cron runs, not a transcript' };
  if (named.kind === 'store') return isStore(file, isAtHome) ? { role: 'companion' } : null;
  if (named.kind === 'other') {
    return isAtHome && named.baseName.endsWith('.lock') ? { role: 'skip', reason: 'lock file' } : null;
  }
  return isTranscript(file, named, isAtHome) ? { role: 'transcript' } : null;
}

function isStore(file: FileHead, isAtHome: boolean): boolean {
  return looksLikeStore(file) || (isAtHome && file.path.endsWith('/sessions.json'));
}

function isTranscript(file: FileHead, named: NamedFile, isAtHome: boolean): boolean {
  const verdict = judgeHead(file);
  if (verdict === 'foreign') return false;
  if (isAtHome || named.kind === 'reset') return true;
  return verdict !== 'empty' && verdict !== 'pi' && !isPiPath(file.path);
}
