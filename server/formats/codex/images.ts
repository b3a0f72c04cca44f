/** Names an image by type and size, without keeping it. */

const DATA_URL = /^data:([\w.+-]{1,60}\/[\w.+-]{1,60})?(?:;[\w=.-]{1,60})*;base64,/;
const UNKNOWN_TYPE = 'image/*';

/** First characters of well-known types in base64. */
const SIGNATURES: readonly (readonly [start: string, mediaType: string])[] = [
  ['iVBORw', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
];

export type ImagePart = { readonly type: 'image'; readonly mediaType: string; readonly byteLength: number };

/** `byteLength` is 0 where the record holds no bytes of the image: it was left out, or lies at another address. */
export function readImage(url: string | null): ImagePart {
  const match = url === null ? null : DATA_URL.exec(url.slice(0, 300));
  if (url === null || match === null) return { type: 'image', mediaType: UNKNOWN_TYPE, byteLength: 0 };
  const start = match[0].length;
  const guessed = SIGNATURES.find(([signature]) => url.startsWith(signature, start))?.[1];
  return { type: 'image', mediaType: match[1] ?? guessed ?? UNKNOWN_TYPE, byteLength: base64Length(url, start) };
}

function base64Length(url: string, start: number): number {
  let end = url.length;
  while (end > start && url.charCodeAt(end - 1) === 0x3d) end -= 1;
  return Math.floor(((end - start) * 3) / 4);
}
