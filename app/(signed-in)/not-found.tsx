import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = { title: 'Not found' };

/** The same for what does not exist and for what the viewer may not see. */
export default function NotFoundPage() {
  return (
    <article className="prose">
      <h1>Not found</h1>
      <p>There is nothing at this address, or it is not shared with you.</p>
      <p>
        <Link href="/search">Search what you can see</Link>
      </p>
    </article>
  );
}
