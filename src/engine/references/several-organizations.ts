// Why it is not known which organization is meant, and what to type.
import { UsageError } from '../../errors.ts';
import { withFlags } from '../../files/shell-word.ts';
import { isTypable } from '../../output/safe-text.ts';
import type { Run } from '../model/command-type.ts';
import { lineToRepeat } from '../run/secret-words.ts';

const MOST_SHOWN = 2;

type Named = Readonly<Record<'id' | 'title', string>>;

/** What to type for one of them: its title, where that can be typed and no other one has it. */
export const nameAmong = (
  all: readonly Pick<Named, 'title'>[],
  { id, title }: Pick<Named, 'id' | 'title'>,
) => (isTypable(title) && all.filter((one) => one.title === title).length === 1 ? title : id);

/** The same command in one of them. */
function withOrganization({ context }: Run, name: string): string {
  const line = ['docs', ...withFlags(context.argv, ['--org', name])];
  return lineToRepeat(line);
}

/** UsageError `NO_ORGANIZATION` for a token with none, or with several. */
export function noOrganization(run: Run, found: readonly Named[]): UsageError {
  const [only] = found;
  const some = found.slice(0, MOST_SHOWN).map(({ title, id }) => `"${title}" (${id})`);
  const listed =
    found.length > MOST_SHOWN
      ? `${some.join(', ')} and ${found.length - MOST_SHOWN} more`
      : some.join(' and ');
  const why = only ? `the token has several organizations: ${listed}` : 'the token has no organization';
  return new UsageError(`no organization given, and ${why}`, {
    code: 'NO_ORGANIZATION',
    hint: only ? withOrganization(run, nameAmong(found, only)) : 'docs auth status',
  });
}
