/** The look of an exported page: light and dark, and on paper with everything that is folded left folded. */
export const EXPORT_STYLE = `
:root { color-scheme: light dark; }
body { max-width: 52rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.4rem; font-size: 0.95rem; }
h2 time, h2 bdi, footer, dt { font-weight: normal; opacity: 0.75; }
h2 a { text-decoration: none; opacity: 0.5; color: inherit; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1rem; font-size: 0.9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
article { margin: 1.2rem 0; padding: 0.6rem 0.9rem; border-inline-start: 3px solid #8a8f98; }
article:target { background: rgb(120 140 255 / 15%); }
.user { border-color: #2f6fde; }
.assistant { border-color: #2b8a57; }
.boundary { border: 0; border-top: 1px dashed #8a8f98; }
.text, pre { white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
pre { margin: 0.4rem 0; padding: 0.6rem; font: 0.85rem/1.45 ui-monospace, monospace; background: rgb(128 128 128 / 12%); }
summary { cursor: pointer; font-size: 0.9rem; }
@media print { body { max-width: none; margin: 0; font-size: 10pt; } h2 { break-after: avoid; } h2 a { display: none; } }
`;
