'use client';

import { formatBytes } from './format-number.ts';
import { ToolLine } from './tool-line.tsx';
import './tool-line.css';
import type { PartLine, ToolHit } from './tool-pairs.ts';
import { VisibleText } from './visible-text.tsx';

type MessageLinesProps = {
  readonly sessionId: string;
  readonly lines: readonly PartLine[];
  readonly q: string;
  readonly toolHit: ToolHit | null;
  readonly onShown: () => void;
};

/** What a message holds beside its text, a line each. */
export function MessageLines({ lines, ...rest }: MessageLinesProps) {
  return (
    <ul className="tool-lines">
      {lines.map((line) => (
        <li key={`${line.messageId} ${line.index}`}>
          {line.type === 'image' ? (
            <p className="tool-image">
              [image <VisibleText text={line.part.mediaType.replace('image/', '')} /> ·{' '}
              {formatBytes(line.part.byteLength)}]
            </p>
          ) : (
            <ToolLine line={line} {...rest} />
          )}
        </li>
      ))}
    </ul>
  );
}
