'use client';

import { Archive, ArchiveRestore, Eye, EyeOff, MoreHorizontal, Pencil, Share2, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ShownSession } from '../../../server/contract/session.ts';
import { writeMarksOut } from '../../_parts/hidden-marks.ts';
import type { RowAction, RowTools } from './row-tools.ts';

type RowMenuProps = { readonly session: ShownSession; readonly onAct: RowTools['onAct'] };

/** What can be done with a session: a button that opens a short list of buttons. */
export function RowMenu({ session, onAct }: RowMenuProps) {
  const { isOpen, setIsOpen, box, opener } = useDisclosure();
  const listId = useId();
  const choose = (action: RowAction): void => {
    opener.current?.focus(); // before a dialog opens: it gives the focus back to where it was
    setIsOpen(false);
    onAct(session, action);
  };
  return (
    <div className="row-menu" ref={box}>
      <button
        ref={opener}
        type="button"
        className="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-label={`Actions for ${writeMarksOut(session.title ?? session.sessionKey)}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MoreHorizontal size={16} aria-hidden />
      </button>
      {isOpen ? (
        <ul className="row-menu-list" id={listId}>
          {itemsOf(session).map(({ action, icon, words }) => (
            <li key={action}>
              <button type="button" className="quiet" onClick={() => choose(action)}>
                {icon}
                {words}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

type Item = { readonly action: RowAction; readonly icon: ReactNode; readonly words: string };

function itemsOf({ isArchived, isIncognito }: ShownSession): readonly Item[] {
  return [
    { action: 'rename', icon: <Pencil size={16} aria-hidden />, words: 'Title and label …' },
    { action: 'share', icon: <Share2 size={16} aria-hidden />, words: 'Share …' },
    isArchived
      ? { action: 'archive', icon: <ArchiveRestore size={16} aria-hidden />, words: 'Take out of the archive' }
      : { action: 'archive', icon: <Archive size={16} aria-hidden />, words: 'Archive' },
    isIncognito
      ? { action: 'incognito', icon: <Eye size={16} aria-hidden />, words: 'End incognito' }
      : { action: 'incognito', icon: <EyeOff size={16} aria-hidden />, words: 'Make incognito' },
    { action: 'delete', icon: <Trash2 size={16} aria-hidden />, words: 'Delete …' },
  ];
}

/** Open or not; closes on Escape, giving the focus back, and when the person presses or moves the focus outside the box. */
function useDisclosure() {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) setIsOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      opener.current?.focus();
      setIsOpen(false);
    };
    document.addEventListener('pointerdown', onElsewhere);
    document.addEventListener('focusin', onElsewhere);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onElsewhere);
      document.removeEventListener('focusin', onElsewhere);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
  return { isOpen, setIsOpen, box, opener };
}
