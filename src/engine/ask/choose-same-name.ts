// A person chooses among things of one name.
import type { Context } from '../../context.ts';
import { aboutTwin, type ChooseTwin } from '../references/same-name.ts';

/** Asks once for each name: a command may look the same one up twice. */
export function twinChooser(context: Context): ChooseTwin {
  const chosen = new Map<string, string>();
  return async (noun, text, twins) => {
    const known = chosen.get(`${noun} ${text}`);
    if (known !== undefined) return known;
    const answer = await (await context.prompts()).select(
      `${twins.length} ${noun}s are called "${text}". Which one?`,
      twins.map((twin) => ({
        name: [twin.id, aboutTwin(twin, context.now())].filter((part) => part).join('  '),
        value: twin.id,
      })),
    );
    chosen.set(`${noun} ${text}`, answer);
    return answer;
  };
}
