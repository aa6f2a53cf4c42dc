// The commands that the program prints with a value in them, each value as a mark that tells what it is.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stringsIn, templatesIn } from './template-literals.ts';

const ROOT = resolve(import.meta.dirname, '../../src');

/** `docs x y` as it is written in a text: up to the end of the sentence. */
const COMMAND =
  /(?:^|[:,;|] (?:(?:then|or) )?)(docs (?:"(?:\\.|[^"\\])*"|'[^']*'|«[^»]*»|\\.|,(?! )|[^'"\\,;|])+)/g;

export interface WrittenHint {
  file: string;
  /** `docs openapi get «slug» --json`. */
  line: string;
}

/** Every text with its expressions as `«expression»`, of one source. */
function textsOf(source: string): string[] {
  const strings = stringsIn(source).map((text) => text.replace(/\{(\w*)\}/g, '«$1»'));
  const templates = templatesIn(source).map(({ texts, expressions }) =>
    texts.map((text, at) => `${text}${at < expressions.length ? `«${expressions[at]}»` : ''}`).join(''),
  );
  return [...strings, ...templates];
}

/** The command itself, whichever the file serves. */
const OWN_NAME = /«(?:run\.)?path(?:\.split\(' '\))?»/;

const sources = (): string[] =>
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/^(build|sandbox\/(demo|content))|\/topics\.ts$/.test(file),
  );

const textsIn = (file: string): string[] => textsOf(readFileSync(join(ROOT, file), 'utf8'));

/** Files with such a line that goes on with more than `--help`. */
export const filesThatNameThemselves = (): string[] =>
  sources().filter((file) =>
    textsIn(file).some((text) => OWN_NAME.test(text) && /» [-<«]/.test(text) && !/» --help$/.test(text)),
  );

/** Lines that hold a value, or a word in angle brackets that a person fills in; `paths`: what a text begins with by its file. */
export function writtenHints(paths: Readonly<Record<string, readonly string[]>>): WrittenHint[] {
  return sources().flatMap((file) => {
    const begins = paths[file] ?? [];
    const lines = textsIn(file).flatMap((text) =>
      OWN_NAME.test(text) ? begins.map((path) => text.replaceAll(new RegExp(OWN_NAME, 'g'), path)) : [text],
    );
    return lines
      .flatMap((text) =>
        [...text.matchAll(COMMAND)].map(([, line = '']) => line.trim().replace(/(?<=>)\.$/, '')),
      )
      .filter((line) => /«|<[\w -]+>/.test(line))
      .map((line) => ({ file, line }));
  });
}
