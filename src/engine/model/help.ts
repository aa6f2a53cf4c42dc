// How help looks: summary, then examples, then the rest; headings in bold on a terminal.
import { Help, type Command as Program } from 'commander';
import type { Io } from '../../output/io.ts';
import { styles } from '../../output/style.ts';

// commander wraps a description; examples take the place of this mark afterwards, whole.
const MARK = '\u0000';

const FLAGS = 'Flags:';

/** Remembers the examples of a program, which its help shows before everything else. */
export type ShowExamples = (program: Program, lines: readonly string[]) => void;

/** Makes help of this program and of those added to it look as described. Opens no stream before help is shown. */
export function dressHelp(program: Program, io: Io): ShowExamples {
  const examples = new WeakMap<Program, readonly string[]>();
  program.optionsGroup(FLAGS).configureHelp({
    showGlobalOptions: false,
    styleTitle: (title) => styles(io.colorOut).bold(title),
    commandDescription: (shown) => `${shown.description()}${examples.has(shown) ? `\n\n${MARK}` : ''}`,
    formatHelp(shown, helper) {
      const lines = (examples.get(shown) ?? []).map((line) => `\n  $ ${line}`);
      const whole = Help.prototype.formatHelp.call(helper, shown, helper);
      const text = shown.commands.length > 0 ? flagsLast(whole, helper.styleTitle(FLAGS)) : whole;
      return text.replace(MARK, () => helper.styleTitle('Examples:') + lines.join(''));
    },
  });
  return (shown, lines) => {
    if (lines.length > 0) examples.set(shown, lines);
  };
}

/** Who asks a group for help looks for its commands. */
function flagsLast(text: string, heading: string): string {
  const start = text.indexOf(heading);
  const end = text.indexOf('\n\n', start);
  if (start === -1 || end === -1) return text;
  return `${text.slice(0, start)}${text.slice(end + 2).trimEnd()}\n\n${text.slice(start, end)}\n`;
}
