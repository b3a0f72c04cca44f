/** Stands for `server-only` in tests: outside of Next the real one throws. */
export {};
