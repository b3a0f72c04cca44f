'use client';

import { type FormEvent, useId, useRef } from 'react';
import { errorText } from '../_trpc/client.ts';
import { textOf } from '../_ui/form-text.ts';
import './import.css';
import { useServerImport } from './import-jobs.ts';

/** Any file or folder that the server may read, by its path. For owners and operators. */
export function ImportPaths({ restoresDeleted }: { readonly restoresDeleted: boolean }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const starting = useServerImport();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const paths = linesOf(textOf(new FormData(event.currentTarget), 'paths'));
    if (paths.length > 0 && !starting.isPending) {
      starting.mutate({ paths, restoresDeleted }, { onSuccess: () => form.current?.reset() });
    }
  };
  return (
    <form className="import-form" ref={form} onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Files or folders of this server</label>
        <textarea
          id={id}
          name="paths"
          rows={2}
          required
          spellCheck={false}
          placeholder="/home/ops/.claude/projects"
          aria-describedby={`${id}-hint`}
        />
        <p className="muted" id={`${id}-hint`}>
          Absolute, one a line, inside the folders that SCROLLBACK_ROOTS names.
        </p>
      </div>
      {starting.isError ? (
        <p className="problem" role="alert">
          {errorText(starting.error)}
        </p>
      ) : null}
      <p className="import-actions">
        <button type="submit" aria-busy={starting.isPending}>
          {starting.isPending ? 'Starting …' : 'Import these'}
        </button>
      </p>
    </form>
  );
}

function linesOf(text: string): readonly string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}
