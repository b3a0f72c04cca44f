'use client';

import { useId, useSyncExternalStore } from 'react';
import { readTheme, THEME_COOKIE, THEMES, type Theme } from '../theme.ts';

const LABELS: Record<Theme, string> = { system: 'Like the device', light: 'Light', dark: 'Dark' };
const CHANGED = 'scrollback-theme';

/** Light, dark, or as the device says. Kept for this browser; wherever the choice is shown, it is the same. */
export function ThemeChoice({ initial }: { readonly initial: Theme }) {
  const name = useId();
  const theme = useSyncExternalStore(listen, shownTheme, () => initial);
  return (
    <fieldset className="theme-choice">
      <legend>Colours</legend>
      {THEMES.map((each) => (
        <label key={each}>
          <input type="radio" name={name} value={each} checked={theme === each} onChange={() => choose(each)} />
          {LABELS[each]}
        </label>
      ))}
    </fieldset>
  );
}

function choose(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where pages come by plain http
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.dataset['theme'] = theme;
  window.dispatchEvent(new Event(CHANGED));
}

/** The choice stands on the root element. */
function shownTheme(): Theme {
  return readTheme(document.documentElement.dataset['theme']);
}

function listen(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
