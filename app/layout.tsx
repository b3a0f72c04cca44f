import type { Metadata, Viewport } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Scrollback', template: '%s · Scrollback' },
  description: 'Search, audit and recall the sessions of your AI agents.',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
  formatDetection: { telephone: false, email: false, address: false },
};

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fbfbfa' },
    { media: '(prefers-color-scheme: dark)', color: '#141416' },
  ],
};

/** Rendered for each request: every reply has a nonce of its own, which a page made at build time cannot have. */
export const dynamic = 'force-dynamic';

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        <header className="top-bar">
          <Link className="wordmark" href="/">
            Scrollback
          </Link>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}
