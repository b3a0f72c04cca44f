import type { ReactNode } from 'react';
import { PlainFrame } from '../_parts/plain-frame.tsx';

export default function SignInLayout({ children }: { readonly children: ReactNode }) {
  return <PlainFrame>{children}</PlainFrame>;
}
