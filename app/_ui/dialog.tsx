'use client';

import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import './dialog.css';

type DialogProps = {
  readonly title: string;
  /** Asked for by Escape, the cross, or a press outside. Whoever shows the dialog takes it away then. */
  readonly onClose: () => void;
  /** Shows what nobody sees again: a press outside, which is easily a slip, leaves it open. */
  readonly isOnce?: boolean;
  readonly children: ReactNode;
};

/** A modal dialog. Render it to open it: the focus goes to its first field, and back to where it was in the end. */
export function Dialog({ title, onClose, isOnce = false, children }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  // A layout effect: it ends before the element is gone, and closing gives the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // The browser would choose the cross.
    dialog?.querySelector<HTMLElement>(':is(input, select, textarea)')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (element.current?.open === false) onClose(); // a browser may close it without asking
      }}
      onPointerDown={(event) => {
        if (event.target === element.current && !isOnce) onClose();
      }}
    >
      <div className="dialog-sheet">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
            <X size={16} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
