/** Marks of sources that are no folders of a disk; the importer gives them these names. */
const UPLOAD_MARK = 'upload:';
const SAMPLES_MARK = 'samples:';
const LIVE_MARK = 'live:';
const PUSH_MARK = 'push:';
const MARKS = [UPLOAD_MARK, SAMPLES_MARK, LIVE_MARK, PUSH_MARK];

/** A folder as people call it. */
export function folderName(folder: string): string {
  if (folder === UPLOAD_MARK) return 'Uploads';
  if (folder === SAMPLES_MARK) return 'Samples';
  if (folder.startsWith(LIVE_MARK)) return 'Written live';
  if (folder === PUSH_MARK) return 'Sent by push';
  if (folder.startsWith(PUSH_MARK)) return `Sent by push: ${folder.slice(PUSH_MARK.length)}`;
  if (folder.startsWith(UPLOAD_MARK)) return `Uploads: ${folder.slice(UPLOAD_MARK.length)}`;
  if (folder.startsWith(SAMPLES_MARK)) return `Samples: ${folder.slice(SAMPLES_MARK.length)}`;
  return folder;
}

/** The command that imports a folder again; null for what is no folder of a disk. */
export function importCommand(folder: string): string | null {
  if (MARKS.some((mark) => folder.startsWith(mark))) return null;
  return `npm run -s scrollback -- import ${shellWord(folder)}`;
}

/** One word for a POSIX shell, whatever is in it. */
function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
