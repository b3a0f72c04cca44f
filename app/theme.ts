/** A person's choice of colours, kept in a cookie so that the first paint is right. `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_COOKIE = 'scrollback-theme';
/** IANA name of the viewer's time zone, told by the browser: what the server renders times in. */
export const ZONE_COOKIE = 'scrollback-zone';

export function readTheme(cookie: string | undefined): Theme {
  return THEMES.find((theme) => theme === cookie) ?? 'system';
}

/** UTC where the cookie is not there yet, or names no zone. */
export function readZone(cookie: string | undefined): string {
  if (cookie === undefined || cookie.length > 100) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: decodeURIComponent(cookie) }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
