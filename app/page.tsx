import type { Metadata } from 'next';
import { Command } from './_ui/command.tsx';
import { STEPS } from './start-steps.ts';

export const metadata: Metadata = { title: { absolute: 'Start · Scrollback' } };

export default function StartPage() {
  return (
    <article className="prose">
      <h1>This Scrollback is running</h1>
      <p>
        Scrollback keeps the transcripts of AI agents as they are, searches them in full text with secrets masked, and
        shows each person and each agent only what that one may see. This version imports and searches from the command
        line; pages to search and read sessions are not in it yet.
      </p>
      <h2>From the command line</h2>
      <p className="muted">Type these in the folder that this server was started from. They work while it runs.</p>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step.title}>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
            <Command text={step.command} />
          </li>
        ))}
      </ol>
    </article>
  );
}
