'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { countOf, formatBytes } from './format-number.ts';
import { ToolDetail } from './tool-detail.tsx';
import type { PartLine } from './tool-pairs.ts';
import { VisibleText } from './visible-text.tsx';

export type OpenableLine = Exclude<PartLine, { type: 'image' }>;
type ToolLineProps = { readonly sessionId: string; readonly line: OpenableLine };

/** A tool call with its result, a result alone, or injected text: one line, which opens to all of it. */
export function ToolLine({ sessionId, line }: ToolLineProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const result = line.type === 'call' ? line.result : null;
  const outcome = line.type === 'result' ? line.part : (result?.part ?? null);
  return (
    <div
      className={`tool tool-${line.type}${outcome?.isError === true ? ' tool-failed' : ''}`}
      data-result={result?.messageId}
    >
      <button
        type="button"
        className="quiet tool-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={16} aria-hidden />
        <bdi className="tool-name">
          <VisibleText text={line.type === 'call' ? line.part.name : line.type} />
        </bdi>
        <bdi className="tool-gist cut">
          <VisibleText text={line.part.gist} />
        </bdi>
        {result === null || result.part.gist === '' ? null : (
          <bdi className="tool-outcome cut">
            <span aria-hidden>→ </span>
            <VisibleText text={result.part.gist} />
          </bdi>
        )}
        <span className="tool-size">
          {outcome?.isError === true ? <strong>error</strong> : null}
          <span>{sizeOf(line)}</span>
        </span>
      </button>
      {isOpen ? (
        <div className="tool-detail" id={id}>
          <Details sessionId={sessionId} line={line} />
        </div>
      ) : null}
    </div>
  );
}

function Details({ sessionId, line }: ToolLineProps) {
  if (line.type === 'result') return <ToolDetail sessionId={sessionId} place={line} label="Output" />;
  if (line.type === 'injected') return <ToolDetail sessionId={sessionId} place={line} label="Text" />;
  return (
    <>
      <ToolDetail sessionId={sessionId} place={line} label="Input" />
      {line.result === null ? (
        <p className="muted">No result is at hand.</p>
      ) : (
        <ToolDetail sessionId={sessionId} place={line.result} label="Output" />
      )}
    </>
  );
}

/** Of a call that was answered, the size of the answer: it is what one opens the line for. */
function sizeOf(line: OpenableLine): string {
  const part = line.type === 'call' ? (line.result?.part ?? line.part) : line.part;
  return part.type === 'call'
    ? formatBytes(part.byteLength)
    : `${countOf(part.lines, 'line')} · ${formatBytes(part.byteLength)}`;
}
