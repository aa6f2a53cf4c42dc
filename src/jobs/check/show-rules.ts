// Runs docs check rules, explain and schema: what is known without a folder.

import type { Run } from '../../engine/run/run.ts';
import { chosenFormat, printItem, printRows } from '../../engine/run/view.ts';
import { NotFoundError } from '../../errors.ts';
import { nearest } from '../../files/nearest.ts';
import { shell } from '../../files/shell-word.ts';
import { plural } from '../../output/format.ts';
import { note, prose } from '../../output/note.ts';
import { type ChoiceRun, choiceOf, isChosen } from './check-flags.ts';
import { LEVELS, RULES, topicOf } from './rules.ts';

/** Throws UsageError for rules that do not exist. */
export async function listRules(run: ChoiceRun): Promise<void> {
  const choice = choiceOf(run);
  const rules = RULES.filter((rule) => isChosen(rule, choice));
  await printRows(run, rules);
  note(run.context.io, plural(rules.length, 'rule'));
}

/** Throws NotFoundError. */
export async function explainRule(run: Run): Promise<void> {
  const name = String(run.args.rule);
  const rule = RULES.find(({ id }) => id === name);
  if (!rule) {
    const [near] = nearest(
      name,
      RULES.map(({ id }) => id),
    );
    throw new NotFoundError(`"${name}" is not a rule of docs check`, {
      hint: RULES.some(({ id }) => topicOf(id) === name)
        ? shell`docs check rules --rule ${name}`
        : near === undefined
          ? 'docs check rules'
          : shell`docs check explain ${near}`,
    });
  }
  const { io } = run.context;
  if ((chosenFormat(run) ?? 'table') !== 'table' || run.flags.fields !== undefined)
    return printItem(run, rule);
  const { id, level, summary, why, fix, mechanical } = rule;
  const how = mechanical ? `${fix} Where only one correction is possible: docs check --fix` : fix;
  const lines = [`${id} (${level})`, '', summary, `Why: ${why}`, `Fix: ${how}`];
  await io.out(`${lines.map((line) => prose(io, line)).join('\n')}\n`);
}

/** JSON Schema of .docscheck.yaml. */
export const checkSchema = (): object => {
  const level = { enum: ['off', ...LEVELS] };
  const names = [...new Set(RULES.map(({ id }) => topicOf(id))), ...RULES.map(({ id }) => id)];
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: '.docscheck.yaml',
    description: 'What docs check looks at in a folder of documentation',
    type: 'object',
    additionalProperties: false,
    properties: {
      folders: {
        description: 'Folders that are spaces, relative to this file',
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
      },
      rules: {
        description: 'Rules and topics that are off, or of another level',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          names.map((name) => {
            const description = RULES.find(({ id }) => id === name)?.summary ?? `All rules of ${name}`;
            return [name, { ...level, description }];
          }),
        ),
      },
      spaces: {
        description: 'Folders of other spaces, by their IDs: links to them are checked there',
        type: 'object',
        additionalProperties: { type: 'string' },
      },
    },
  };
};

export async function printSchema({ context, flags }: Run): Promise<void> {
  // A schema has no IDs.
  if (flags.quiet === true) return;
  await context.io.out(`${JSON.stringify(checkSchema(), undefined, 2)}\n`);
}
