// From a change request whose pages main changed, too, to one that is merged: each step a command that can be pasted.
import { shell } from '../../../files/shell-word.ts';
import type { ContentChange } from '../../../workflows/content-change.ts';
import { nameOf } from '../../../workflows/content-change.ts';

/** Whose change a difference from main is. */
export const SIDES = {
  request: '',
  main: ', on main only: a sync brings it in',
  both: ', on both sides: may conflict',
} as const;

/** Takes the changes against main, and how the change request was typed: `2 --space Guides`. */
export function conflictSteps(changes: readonly ContentChange[], typed: readonly string[]): string[] {
  const pages = changes.flatMap((change) =>
    change.kind === 'page' && change.changedOn === 'both' ? nameOf(change) : [],
  );
  if (pages.length === 0)
    return changes.some((change) => change.changedOn === 'main')
      ? [shell`to take over what main changed: docs cr sync ${typed}`]
      : [];
  const fileOf = (page: string) => `${page.split('/').at(-1)}.md`;
  const [number = '', ...space] = typed;
  return [
    `changed on both sides: ${pages.join(', ')}. If a sync conflicts, first keep your text in a file:`,
    ...pages.map(
      (page) =>
        shell`docs pages get ${page} --cr ${number} ${space} --format markdown > ` + shell`${fileOf(page)}`,
    ),
    "then take main's text, and sync:",
    shell`docs cr edit ${typed} ${pages.flatMap((page) => ['--revert-page', page])} --yes`,
    shell`docs cr sync ${typed}`,
    "to keep both, work main's changes into the file (docs help conflicts), and send it:",
    ...pages.map((page) => shell`docs cr edit ${typed} --page ${page} --file ${fileOf(page)}`),
    shell`docs cr merge ${typed}`,
  ];
}
