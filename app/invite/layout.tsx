import type { ReactNode } from 'react';
import { PlainFrame } from '../_parts/plain-frame.tsx';

export default function InviteLayout({ children }: { readonly children: ReactNode }) {
  return <PlainFrame>{children}</PlainFrame>;
}
