'use client';

import { signIn } from 'next-auth/react';

/** Null when signed in; else the sentence to show. Which of e-mail and password was wrong is never told. */
export async function signInWith(email: string, password: string): Promise<string | null> {
  const reply = await signIn('credentials', { email, password, redirect: false }).catch(() => null);
  if (reply === null || reply === undefined) return 'The server did not answer. Check that it runs, and try again.';
  return reply.ok && !reply.error
    ? null
    : 'This e-mail and password do not go together. After some tries it takes a little longer.';
}
