import type { FoundFolder } from '../../server/contract/source.ts';

/** A folder as it is imported: whole, whatever formats are in it. */
export type FoundPath = Omit<FoundFolder, 'format'> & { readonly formats: readonly FoundFolder['format'][] };

/** A folder with transcripts of two formats is found once for each; it is one to choose. Order is kept. */
export function mergeByPath(folders: readonly FoundFolder[]): readonly FoundPath[] {
  const merged = new Map<string, FoundPath>();
  for (const { format, ...folder } of folders) {
    const known = merged.get(folder.path);
    merged.set(folder.path, {
      path: folder.path,
      formats: [...(known?.formats ?? []), format],
      files: (known?.files ?? 0) + folder.files,
      byteSize: (known?.byteSize ?? 0) + folder.byteSize,
      isPartial: known?.isPartial === true || folder.isPartial,
    });
  }
  return [...merged.values()];
}
