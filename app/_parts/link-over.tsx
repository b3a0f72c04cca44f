import Link from 'next/link';

/** What a link shows that is unknown, used or over: these are not told apart. */
export function LinkOver() {
  return (
    <article className="prose">
      <h1>This link is over</h1>
      <p>It was used already, a newer one was made, it is too old, or it was copied in part.</p>
      <p>
        Who has a password can <Link href="/sign-in">sign in</Link>. Else ask an owner of this server for a new link.
      </p>
      <p>
        On the machine that serves, <code>npm run up</code> prints a new set-up link as long as no owner can sign in.
      </p>
    </article>
  );
}
