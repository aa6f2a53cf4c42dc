// What a terminal shows after a program has drawn on it: enough of a VT100 for prompts, spinners and tables.

interface State {
  lines: string[][];
  row: number;
  column: number;
  columns: number;
}

/** Takes what was drawn; returns the lines of the screen and of what scrolled off it, without colours. */
export function screenOf(output: string, columns = 80): string[] {
  const state: State = { lines: [[]], row: 0, column: 0, columns };
  const tokens = output.matchAll(
    /\u001b\[([?\d;]*)([A-Za-z])|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[=>78()][A-Z0-9]?|[\s\S]/gu,
  );
  for (const [token, parameters, final] of tokens) {
    if (final !== undefined) control(state, final, parameters ?? '');
    else if (!token.startsWith('\u001b')) print(state, token);
  }
  return state.lines.map((line) =>
    Array.from(line, (cell) => cell ?? ' ')
      .join('')
      .trimEnd(),
  );
}

function print(state: State, char: string): void {
  if (char === '\r') state.column = 0;
  else if (char === '\n') down(state, 1);
  else if (char === '\b') state.column = Math.max(0, state.column - 1);
  else if (char >= ' ') {
    if (state.column >= state.columns) {
      state.column = 0;
      down(state, 1);
    }
    const line = state.lines[state.row] ?? [];
    while (line.length < state.column) line.push(' ');
    line[state.column] = char;
    state.column += 1;
  }
}

function down(state: State, by: number): void {
  state.row += by;
  while (state.lines.length <= state.row) state.lines.push([]);
}

function control(state: State, final: string, parameters: string): void {
  const [first = 0, second = 0] = parameters.split(';').map(Number);
  const count = Math.max(1, first || 1);
  const moves: Record<string, () => void> = {
    A: () => {
      state.row = Math.max(0, state.row - count);
    },
    B: () => down(state, count),
    C: () => {
      state.column += count;
    },
    D: () => {
      state.column = Math.max(0, state.column - count);
    },
    G: () => {
      state.column = count - 1;
    },
    H: () => {
      state.row = Math.max(0, (first || 1) - 1);
      down(state, 0);
      state.column = Math.max(0, (second || 1) - 1);
    },
    J: () => erase(state, first),
    K: () => {
      const line = state.lines[state.row];
      if (line && first === 0) line.length = Math.min(line.length, state.column);
      if (line && first === 2) line.length = 0;
    },
  };
  moves[final]?.();
}

function erase(state: State, how: number): void {
  if (how === 2 || how === 3) {
    state.lines = [[]];
    state.row = 0;
    state.column = 0;
    return;
  }
  const line = state.lines[state.row];
  if (line) line.length = Math.min(line.length, state.column);
  state.lines.length = state.row + 1;
}
