'use client';

import { useEffect, useRef, useState } from 'react';

const TYPING_MS = 200;

type FilterTextProps = {
  readonly text: string;
  /** Told once typing rests. Undefined: nothing is left. */
  readonly onChange: (text: string | undefined) => void;
  /** Takes the focus at first: what cleared the field is gone then. */
  readonly isFocused: boolean;
};

/** Part of a title or key. */
export function FilterText({ text, onChange, isFocused }: FilterTextProps) {
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);
  const type = (next: string): void => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim() === '' ? undefined : next), TYPING_MS);
  };
  return (
    <label className="session-filter is-text">
      Title or key
      <input
        ref={input}
        type="search"
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </label>
  );
}
