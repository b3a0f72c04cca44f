import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getRuntime } from '../server/runtime.ts';
import { PlainFrame } from './_parts/plain-frame.tsx';
import { currentActor } from './_trpc/server.tsx';
import { Command } from './_ui/command.tsx';

export const metadata: Metadata = { title: { absolute: 'Start · Scrollback' } };

/** Leads on: to the search page, to sign-in, or, while no owner can sign in, to the set-up link. */
export default async function StartPage() {
  if ((await currentActor()) !== null) redirect('/search');
  const owner = await getRuntime().engine.findFirstOwner();
  if (owner?.hasPassword === true) redirect('/sign-in');
  return (
    <PlainFrame>
      <article className="prose">
        <h1>This Scrollback is running, and has no owner who can sign in</h1>
        <p>
          Where <code>npm run up</code> was started, it printed a one-time link. Open it to choose your e-mail address
          and a password; then import transcripts and search them.
        </p>
        <p>To get a new link, end it with Ctrl+C and start it again. What was imported stays.</p>
        <Command text="npm run up" />
      </article>
    </PlainFrame>
  );
}
