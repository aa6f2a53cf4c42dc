// The last line of a terminal: it shows one moving thing at a time, and nothing moving while text is written.

export interface TerminalLine {
  /** Takes the line for a bar, a spinner or a question; returns what gives it back. */
  hold(): () => void;
  /** Shows something that gives way as soon as the line is wanted; false where the line is taken. */
  offer(show: () => { stop(): void }): boolean;
  /** Clears what was offered: text comes. */
  clear(): void;
}

export function terminalLine(): TerminalLine {
  let holders = 0;
  let shown: { stop(): void } | undefined;
  const clear = () => {
    shown?.stop();
    shown = undefined;
  };
  return {
    hold() {
      clear();
      holders += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holders -= 1;
        isHeld = false;
      };
    },
    offer(show) {
      if (holders > 0 || shown) return false;
      shown = show();
      return true;
    },
    clear,
  };
}
