// docs questions list --to-eval: a new file of questions, which a person completes.
import { resolve } from 'node:path';
import type { listQuestions } from '../../api/insights/questions.ts';
import type { ItemOf } from '../../api/operation.ts';
import type { Run } from '../../engine/run/run.ts';
import { listedItems } from '../../engine/select/listed-items.ts';
import { writeWhole } from '../../files/safe-write.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { done, note } from '../../output/note.ts';
import { startOfQuestions } from './questions-file.ts';

/** Throws LocalIoError for a file that is there already. */
export async function startFile(run: Run, file: string): Promise<void> {
  const { cwd, io } = run.context;
  const questions = await listedItems<ItemOf<typeof listQuestions>>(run);
  const text = startOfQuestions(questions.map(({ question }) => question));
  await writeWhole(resolve(cwd, file), text, { shown: file });
  done(io, `wrote ${plural(questions.length, 'question')} to ${file}`, {
    ...{ outcome: 'written', file, questions: questions.length },
  });
  note(io, `name the pages that answer each question, then run: ${shell`docs sites eval ${file}`}`);
}
