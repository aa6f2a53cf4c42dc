// A small terminal: reads output as one would and reports everything that is not plain text.

export interface Screen {
  /** Parameters of each SGR sequence: `1`, `22`. */
  sgr: string[];
  /** Every other control: escape sequences, single controls, bidi and line separators, lone surrogates. */
  controls: string[];
  /** The text without SGR. */
  text: string;
}

const BIDI = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const LONE = /^[\ud800-\udfff]$/;

export function readAsTerminal(output: string): Screen {
  const screen: Screen = { sgr: [], controls: [], text: '' };
  for (let at = 0; at < output.length; ) {
    const char = String.fromCodePoint(output.codePointAt(at) ?? 0);
    if (char === '\u001b' || char === '\u009b') {
      at = readSequence(output, at, screen);
      continue;
    }
    if (isControl(char)) screen.controls.push(char);
    else screen.text += char;
    at += char.length;
  }
  return screen;
}

function isControl(char: string): boolean {
  const code = char.charCodeAt(0);
  if (code < 0x20) return char !== '\n' && char !== '\t';
  return (code >= 0x7f && code <= 0x9f) || BIDI.test(char) || LONE.test(char);
}

/** Reads a CSI; returns the index behind it. Any other escape counts as a control of its own. */
function readSequence(output: string, start: number, screen: Screen): number {
  const isC1 = output[start] === '\u009b';
  if (!isC1 && output[start + 1] !== '[') {
    screen.controls.push(output.slice(start, start + 2));
    return start + 1;
  }
  let end = start + (isC1 ? 1 : 2);
  while (end < output.length && /[\u0020-\u003f]/.test(output[end] ?? '')) end += 1;
  const final = output[end] ?? '';
  const parameters = output.slice(start + (isC1 ? 1 : 2), end);
  if (!isC1 && final === 'm' && /^[\d;]*$/.test(parameters)) screen.sgr.push(parameters);
  else screen.controls.push(output.slice(start, end + 1));
  return end + 1;
}
