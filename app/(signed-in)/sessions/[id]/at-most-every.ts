export type Paced = {
  /** Acts now, or, asked again too soon, once when the time is over. */
  readonly ask: () => void;
  /** Forgets what is due. */
  readonly stop: () => void;
};

/** Does something no more often than this, and always once after the last time that it was asked for. */
export function atMostEvery(everyMs: number, act: () => void): Paced {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isDue = false;
  const run = (): void => {
    isDue = false;
    act();
    timer = setTimeout(() => {
      timer = null;
      if (isDue) run();
    }, everyMs);
  };
  return {
    ask: () => {
      if (timer === null) run();
      else isDue = true;
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      isDue = false;
    },
  };
}
