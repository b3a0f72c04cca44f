/** What the names of OpenClaw's files say. Paths have `/` as separator. */

export type NamedFile = {
  /** `session` may still turn out to be of another format: only its content tells. */
  readonly kind:
    | 'session'
    | 'reset'
    | 'deleted'
    | 'backup'
    | 'checkpoint'
    | 'trajectory'
    | 'lock'
    | 'compressed'
    | 'cron-log'
    | 'config-audit'
    | 'store'
    | 'other';
  readonly baseName: string;
  /** The session's id as the name claims it; null where the name names none. */
  readonly sessionId: string | null;
  /** Number of the Telegram topic in `<id>-topic-<n>.jsonl`. */
  readonly topic: string | null;
  /** When the interval was closed, as `.reset.<ts>` writes it. */
  readonly closedAt: string | null;
};

const TRANSCRIPT_END = '.jsonl';
const CHECKPOINT_MARK = '.checkpoint.';
const TOPIC_MARK = '-topic-';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ARCHIVE = /\.jsonl\.(reset|deleted)\.(\d[\dTZ.:-]{0,40})$/;
const BACKUPS = [
  /\.jsonl\.bak[-.][\dTZ.:-]{1,60}$/,
  /\.jsonl\.corrupt-[\w.-]{1,120}$/,
  /sessions\.json\.bak[-.]\d{1,20}$/,
];
/** A fork's file carries its time before the id. */
const FORK_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}(?:-\d{3})?Z_/;
const AGENT_ID = /^[^\s:\p{C}]{1,64}$/u;

export function nameOf(path: string): NamedFile {
  const baseName = path.slice(path.lastIndexOf('/') + 1);
  const plain = (kind: NamedFile['kind']): NamedFile => ({
    kind,
    baseName,
    sessionId: null,
    topic: null,
    closedAt: null,
  });
  const archive = ARCHIVE.exec(baseName);
  if (archive) return session(archive[1] === 'reset' ? 'reset' : 'deleted', baseName, archive);
  if (BACKUPS.some((backup) => backup.test(baseName))) return plain('backup');
  if (baseName.endsWith('.zst') && baseName.includes('.jsonl')) {
    return plain(baseName.includes('.jsonl.deleted.') ? 'deleted' : 'compressed');
  }
  if (/\.trajectory\.jsonl$|\.trajectory-path\.json$/.test(baseName)) return plain('trajectory');
  if (isCheckpoint(baseName)) return plain('checkpoint');
  if (baseName.endsWith('.jsonl.lock') || baseName.endsWith('sessions.json.lock')) return plain('lock');
  if (path.endsWith('/logs/config-audit.jsonl')) return plain('config-audit');
  if (/\/cron\/runs\/[^/]+\.jsonl$/.test(path)) return plain('cron-log');
  if (baseName.endsWith('sessions.json')) return plain('store');
  return baseName.endsWith(TRANSCRIPT_END) ? session('session', baseName, null) : plain('other');
}

/** A session may be named "checkpoint" by a person; OpenClaw's copies carry a UUID after it. */
function isCheckpoint(baseName: string): boolean {
  const at = baseName.lastIndexOf(CHECKPOINT_MARK);
  if (at === -1 || !baseName.endsWith(TRANSCRIPT_END)) return false;
  return UUID.test(baseName.slice(at + CHECKPOINT_MARK.length, -TRANSCRIPT_END.length));
}

function session(kind: 'session' | 'reset' | 'deleted', baseName: string, archive: RegExpExecArray | null): NamedFile {
  const end = archive === null ? baseName.length - TRANSCRIPT_END.length : archive.index;
  const stem = baseName.slice(0, end).replace(FORK_TIME, '');
  const topicAt = stem.lastIndexOf(TOPIC_MARK);
  const topic = topicAt === -1 ? '' : stem.slice(topicAt + TOPIC_MARK.length);
  return {
    kind,
    baseName,
    sessionId: stem === '' ? null : stem,
    topic: topic === '' ? null : topic,
    closedAt: archive?.[2] ?? null,
  };
}

/** The agent in `agents/<agentId>/sessions/<file>`; null in any other folder. */
export function folderAgentId(path: string): string | null {
  const [agents, agentId, sessions] = path.split('/').slice(-4, -1);
  if (agents !== 'agents' || sessions !== 'sessions' || agentId === undefined) return null;
  return AGENT_ID.test(agentId) ? agentId : null;
}

/** Pi, the same family, names its files `<time>_<uuid>.jsonl` and their folders `--<working folder>--`. */
export function isPiPath(path: string): boolean {
  const parts = path.split('/');
  const folder = parts.at(-2) ?? '';
  return FORK_TIME.test(parts.at(-1) ?? '') || /^--.*--$/.test(folder) || parts.includes('.pi');
}
