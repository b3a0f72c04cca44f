import { statSync } from 'node:fs';
import path from 'node:path';
import { FORMATS, type FormatName } from '../contract/transcript.ts';

/** Where the programs keep transcripts, from the home of who runs them, with `/`. A new format says its own; none is `[]`. */
const HOME_FOLDERS: Readonly<Record<FormatName, readonly string[]>> = {
  openclaw: ['.openclaw/agents', '.clawdbot/agents', '.moltbot/agents'],
  'claude-code': ['.claude/projects'],
  codex: ['.codex/sessions', '.codex/archived_sessions'],
};

export type HomeFolder = { readonly format: FormatName; readonly parts: readonly string[] };

export function homeFolders(): readonly HomeFolder[] {
  return FORMATS.flatMap((format) => HOME_FOLDERS[format].map((folder) => ({ format, parts: folder.split('/') })));
}

/** Those that are there now in a home: what may be imported through the server when the environment says nothing. */
export function homeRoots(home: string): readonly string[] {
  return homeFolders()
    .map(({ parts }) => path.join(home, ...parts))
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true);
}
