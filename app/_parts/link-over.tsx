/** What a link shows that is unknown, used or over: these are not told apart. */
export function LinkOver() {
  return (
    <article className="prose">
      <h1>This link is over</h1>
      <p>It was used already, it is too old, or it was copied in part. Ask an owner for a new one.</p>
      <p>
        On the machine that serves, <code>npm run up</code> prints a new set-up link as long as no owner can sign in.
      </p>
    </article>
  );
}
