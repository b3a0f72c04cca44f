'use client';

import { Dialog } from '../../../_ui/dialog.tsx';

const KEYS = [
  ['j', 'k', 'next and previous message'],
  [']', '[', 'next and previous prompt'],
  ['n', 'p', 'next and previous hit in this session'],
  ['Home', 'End', 'first and last message'],
  ['/', 'find in this session'],
  ['b', 'prompts, branches and sub-agents'],
  ['t', 'show or hide tools'],
  ['c', 'copy a link to the message'],
  ['Esc', 'back: to the active branch, or to the results'],
  ['?', 'this list'],
] as const;

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys on this page" onClose={onClose}>
      <dl className="history-keys">
        {KEYS.map((row) => {
          const says = row.at(-1);
          return (
            <div key={says}>
              <dt>
                {row.slice(0, -1).map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          );
        })}
      </dl>
    </Dialog>
  );
}
