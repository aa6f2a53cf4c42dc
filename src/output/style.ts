// Ten lines of SGR: chalk would add 2.4 ms to every start, and colours are decided by `Io`, not by the terminal it finds.
const sgr = (on: number, off: number) => (text: string) => `\u001b[${on}m${text}\u001b[${off}m`;
const plain = (text: string) => text;

const COLOR = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  inverse: sgr(7, 27),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  cyan: sgr(36, 39),
};
export type Styles = typeof COLOR;
const PLAIN: Styles = {
  bold: plain,
  dim: plain,
  inverse: plain,
  red: plain,
  green: plain,
  yellow: plain,
  cyan: plain,
};

/** Functions that colour a text, or leave it as it is when `on` is false. */
export function styles(on: boolean): Styles {
  return on ? COLOR : PLAIN;
}
