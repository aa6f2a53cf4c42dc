// Rules about translations.

import { listSpaces } from '../../../api/content/spaces.ts';
import type { Translation } from '../../../api/translations/translations.generated.ts';
import { listTranslations } from '../../../api/translations/translations.ts';
import { shell } from '../../../files/shell-word.ts';
import { type AuditContext, type AuditFinding, type AuditRule, daysSince } from '../rule.ts';
import { allSpaces } from './spaces.ts';

/** What is wrong with each translation, once its source is known. */
async function each(
  context: AuditContext,
  judge: (translation: Translation, sourceUpdatedAt: string | undefined) => string | undefined,
): Promise<AuditFinding[]> {
  const { lists, organizationId } = context;
  const translations = await lists.all(listTranslations, { organizationId });
  const spaces = new Map(
    (translations.length === 0 ? [] : await allSpaces(context)).map((space) => [space.id, space]),
  );
  return translations.flatMap((translation) => {
    const source = spaces.get(translation.source.space);
    const message = judge(translation, source?.updatedAt);
    if (message === undefined) return [];
    const title = `${source?.title ?? translation.source.space} in ${translation.language}`;
    const mend = shell`docs translations run ${translation.id}`;
    return [{ target: { kind: 'translation', id: translation.id, title }, message, mend }];
  });
}

export const rules: readonly AuditRule[] = [
  {
    id: 'translations/behind',
    severity: 'medium',
    summary: 'A translation is behind its source.',
    why: 'Readers of the other language follow instructions that are no longer true.',
    mend: 'docs translations run <translation>',
    reads: [listTranslations, listSpaces],
    find: (context) =>
      each(context, ({ stats, updatedAt, status }, sourceUpdatedAt) => {
        if (stats.runs === 0 || status !== 'completed' || sourceUpdatedAt === undefined) return undefined;
        if (!(Date.parse(sourceUpdatedAt) > Date.parse(updatedAt))) return undefined;
        return `its source changed ${daysSince(sourceUpdatedAt, context.now)} days ago and was not translated since`;
      }),
  },
  {
    id: 'translations/never-run',
    severity: 'low',
    summary: 'A translation was created and never run.',
    why: 'There is nothing to read in the other language, though it looks set up.',
    mend: 'docs translations run <translation>',
    reads: [listTranslations, listSpaces],
    find: (context) =>
      each(context, ({ stats, status }) =>
        stats.runs === 0 && status === 'pending' ? 'was never run' : undefined,
      ),
  },
];
