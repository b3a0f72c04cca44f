'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { countOf, formatBytes } from './format-number.ts';
import { ToolDetail } from './tool-detail.tsx';
import type { PartLine, PartPlace, ToolHit } from './tool-pairs.ts';
import { VisibleText } from './visible-text.tsx';

export type OpenableLine = Exclude<PartLine, { type: 'image' }>;
type ToolLineProps = {
  readonly sessionId: string;
  readonly line: OpenableLine;
  readonly q: string;
  readonly toolHit: ToolHit | null;
  readonly onShown: () => void;
};

/** A tool call with its result, a result alone, or injected text: one line, which opens to all of it, by itself for a hit. */
export function ToolLine({ toolHit, ...details }: ToolLineProps) {
  const { line } = details;
  const [choice, setChoice] = useState<boolean | null>(null);
  const isOpen = choice ?? holdsHit(line, toolHit);
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
        onClick={() => setChoice(!isOpen)}
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
          <Details {...details} />
        </div>
      ) : null}
    </div>
  );
}

function holdsHit(line: OpenableLine, toolHit: ToolHit | null): boolean {
  if (toolHit === null) return false;
  const places: readonly PartPlace[] = line.type === 'call' && line.result !== null ? [line, line.result] : [line];
  return places.some(({ messageId, index }) => messageId === toolHit.messageId && toolHit.parts.includes(index));
}

function Details({ line, ...rest }: Omit<ToolLineProps, 'toolHit'>) {
  if (line.type === 'result') return <ToolDetail {...rest} place={line} label="Output" />;
  if (line.type === 'injected') return <ToolDetail {...rest} place={line} label="Text" />;
  return (
    <>
      <ToolDetail {...rest} place={line} label="Input" />
      {line.result === null ? (
        <p className="muted">No result is at hand.</p>
      ) : (
        <ToolDetail {...rest} place={line.result} label="Output" />
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
