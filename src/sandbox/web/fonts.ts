// Fonts that pages bring along, from packages that are installed beside the program: whoever reads needs none of them, and
// pages ask nobody else for them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where they are asked for; the style sheet, which is beside this folder, names them by their place in it. */
export const FONTS = '/~sandbox/fonts/';

const MATH = 'DejaVuMathTeXGyre.ttf';

const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

let faces: string | undefined;

/** The rules that name them: Inter, by alphabets, and a font with formulas. A browser asks for those that a page uses. */
export function fontFaces(): string {
  faces ??= ['wght.css', 'wght-italic.css']
    .map((file) => readFileSync(join(folderOf('@fontsource-variable/inter'), file), 'utf8'))
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\/\s*/g, '')
    .replaceAll('Inter Variable', 'Inter')
    .replaceAll('./files/', 'fonts/')
    .concat(`@font-face { font-family: "DejaVu Math TeX Gyre"; src: url(fonts/${MATH}); }\n`);
  return faces;
}

/** Names of the fonts for letters, and of the one for formulas. */
export const fontNames = (): { letters: string[]; math: string } => ({
  letters: [...fontFaces().matchAll(/fonts\/([\w-]+\.woff2)/g)].map(([, name = '']) => name),
  math: MATH,
});

/** Undefined for a name that none of them has. */
export function readFont(name: string): Uint8Array | undefined {
  if (name === MATH) return readFileSync(join(folderOf('dejavu-fonts-ttf'), 'ttf', MATH));
  if (!fontNames().letters.includes(name)) return undefined;
  return readFileSync(join(folderOf('@fontsource-variable/inter'), 'files', name));
}

/** What a browser gets for a path below `FONTS`. It may keep them: pages would flicker otherwise. */
export function fontAnswer(path: string): {
  status: number;
  headers: Record<string, string>;
  body?: Uint8Array;
} {
  const body = readFont(path.slice(FONTS.length));
  if (!body) return { status: 404, headers: {} };
  const type = path.endsWith('.ttf') ? 'font/ttf' : 'font/woff2';
  return {
    status: 200,
    headers: {
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, max-age=86400',
    },
    body,
  };
}
