'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import type { ShownSession } from '../../../server/contract/session.ts';
import { countOf } from '../../_parts/format-number.ts';
import { errorText, useTRPC } from '../../_trpc/client.ts';
import { Field } from '../../_ui/field.tsx';
import { FormError } from '../../_ui/form-error.tsx';
import { textOf } from '../../_ui/form-text.ts';
import { endOfDayMs } from './end-of-day.ts';

/** Lets a person read the session from their next request on. */
export function GrantForm({ session }: { readonly session: ShownSession }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const granting = useMutation(
    trpc.grants.add.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.grants.list.queryFilter({ session: session.sessionId })),
    }),
  );
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (granting.isPending) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const expiresAtMs = endOfDayMs(textOf(data, 'until'));
    const covers = textOf(data, 'covers') === 'tree' ? 'tree' : 'session';
    granting.mutate(
      {
        ...{ session: session.sessionId, email: textOf(data, 'email'), covers },
        ...(expiresAtMs === null ? {} : { expiresAtMs }),
      },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <form className="session-form" onSubmit={submit}>
      <Field label="E-mail of the person" name="email" type="email" autoComplete="off" required />
      <CoversChoice session={session} />
      <Field label="Until the end of" name="until" type="date" hint="Empty: until it is taken back." />
      <FormError text={granting.isError ? errorText(granting.error) : null} />
      <p className="dialog-actions">
        <output className="muted">{granting.isSuccess ? `${granting.data.email} can read it now.` : ''}</output>
        <button type="submit" className="primary" aria-busy={granting.isPending}>
          {granting.isPending ? 'Sharing …' : 'Share'}
        </button>
      </p>
    </form>
  );
}

function CoversChoice({ session }: { readonly session: ShownSession }) {
  const hintId = useId();
  return (
    <fieldset className="session-choice">
      <legend>What they may read</legend>
      <label>
        <input type="radio" name="covers" value="session" defaultChecked aria-describedby={hintId} />
        This session alone
      </label>
      <label>
        <input type="radio" name="covers" value="tree" />
        It and all that it spawned
        <span className="muted">
          {session.children === 0 ? ' (nothing so far)' : ` (${countOf(session.children, 'session')} and theirs)`}
        </span>
      </label>
      <p className="muted" id={hintId}>
        With all its messages, tool calls and results. Secrets that were recognised stay masked.
      </p>
    </fieldset>
  );
}
