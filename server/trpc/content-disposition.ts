/** Percent-encoding as RFC 8187 wants it; `encodeURIComponent` leaves some characters that it does not allow. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
}

/**
 * The header that has a file saved under this name, with the ASCII part of it for programs that read no other. The name
 * must be well-formed; whatever is in it, nothing of it ends the header's value.
 */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+/, '');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded(name)}`;
}
