'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

type FileDrop = {
  /** True while something hovers over the box. */
  readonly isOver: boolean;
  /** Name of a folder that was dropped: folders cannot be sent as they are. */
  readonly folderName: string | null;
};

/** Files dropped on a box. A way in besides its button, which the keyboard has. */
export function useFileDrop(box: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): FileDrop {
  const [state, setState] = useState<FileDrop>({ isOver: false, folderName: null });
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const setOver = (isOver: boolean): void =>
      setState((last) => (last.isOver === isOver ? last : { ...last, isOver }));
    const onOver = (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    };
    const onDrop = (event: DragEvent): void => {
      event.preventDefault();
      const { files, folderName } = droppedFiles(event.dataTransfer);
      setState({ isOver: false, folderName });
      take.current(files);
    };
    box.current?.addEventListener('dragover', onOver, { signal });
    box.current?.addEventListener('dragleave', () => setOver(false), { signal });
    box.current?.addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, [box]);
  return state;
}

/** Reads the transfer while the event lasts: afterwards it is empty. */
function droppedFiles(transfer: DataTransfer | null): { files: readonly File[]; folderName: string | null } {
  const files: File[] = [];
  let folderName: string | null = null;
  for (const item of transfer?.items ?? []) {
    const entry = item.webkitGetAsEntry();
    const file = entry?.isDirectory === true ? null : item.getAsFile();
    if (file !== null) files.push(file);
    else if (entry !== null) folderName ??= entry.name;
  }
  return { files, folderName };
}
