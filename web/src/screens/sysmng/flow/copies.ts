/**
 * Chrome below 98 has no structuredClone. The drawing library copies a connection with it, and then changes the first
 * level of the copy alone: a copy of that level is enough. No other chunk uses it (tools/browsers.mjs).
 */
if (!('structuredClone' in window))
  Object.defineProperty(window, 'structuredClone', {
    value: (whole: object) => ({ ...whole }),
    writable: true,
    configurable: true,
  });

export {};
