// Draws what a terminal shows as SVG: text with colors, in a window that is readable on light and dark pages.

const CELL = { width: 8.4, height: 20 };
const PADDING = 20;
const BAR = 36;
const COLORS: Readonly<Record<number, string>> = {
  31: '#f28b82',
  32: '#81c995',
  33: '#fdd663',
  36: '#78d9ec',
};

interface Run {
  text: string;
  at: number;
  bold: boolean;
  dim: boolean;
  color: string | undefined;
}

/** Takes text with SGR sequences (bold, dim, four colors); links behind text are left out. */
export function drawTerminal(text: string, columns: number): string {
  const lines = text.replace(/\u001b\]8;[^\u0007\u001b]*(?:\u0007|\u001b\\)/g, '').split('\n');
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = lines.length * CELL.height + BAR + PADDING;
  const rows = lines.flatMap((line, at) => drawLine(line, BAR + (at + 0.7) * CELL.height));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A terminal session with docs">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#1e2329"/>`,
    ...['#ff5f57', '#febc2e', '#28c840'].map(
      (color, at) => `<circle cx="${PADDING + at * 18}" cy="18" r="5.5" fill="${color}"/>`,
    ),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#dfe3e8">`,
    ...rows,
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function drawLine(line: string, y: number): string[] {
  return runsOf(line)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, at, bold, dim, color }) => {
      const words = text.trimStart();
      const x = PADDING + (at + text.length - words.length) * CELL.width;
      const shown = words.trimEnd();
      const look = [
        bold ? ' font-weight="bold"' : '',
        dim ? ' opacity="0.6"' : '',
        color ? ` fill="${color}"` : '',
      ].join('');
      const length = (shown.length * CELL.width).toFixed(1);
      return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length}" xml:space="preserve"${look}>${escapeXml(shown)}</text>`;
    });
}

/** Pieces of one look each; a wide gap starts a new piece, so that columns stay where they are in any font. */
function runsOf(line: string): Run[] {
  const runs: Run[] = [];
  const look: Omit<Run, 'text' | 'at'> = { bold: false, dim: false, color: undefined };
  let at = 0;
  for (const [part, code] of line.matchAll(/\u001b\[(\d*)m|(?:(?!\u001b\[| {2}).)+| {2,}/g)) {
    if (code === undefined) {
      runs.push({ text: part, at, ...look });
      at += part.length;
      continue;
    }
    const number = Number(code);
    if (number === 0) Object.assign(look, { bold: false, dim: false, color: undefined });
    if (number === 1) look.bold = true;
    if (number === 2) look.dim = true;
    if (number === 22) Object.assign(look, { bold: false, dim: false });
    if (number >= 30 && number <= 39) look.color = COLORS[number];
  }
  return runs;
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
