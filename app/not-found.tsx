import type { Metadata } from 'next';
import Link from 'next/link';
import { PlainFrame } from './_parts/plain-frame.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFoundPage() {
  return (
    <PlainFrame>
      <article className="prose">
        <h1>Not found</h1>
        <p>There is nothing at this address, or it is not shared with you.</p>
        <p>
          <Link href="/">Go to the start page</Link>
        </p>
      </article>
    </PlainFrame>
  );
}
