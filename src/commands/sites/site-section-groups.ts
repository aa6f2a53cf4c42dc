// docs sites groups: groups of sections in the navigation of a site.
import * as api from '../../api/sites/site-structure.ts';
import { allItems } from '../../client/pages.ts';
import { leavingWords, leftGroups } from '../../domain/dangers/at-stake.ts';
import dangers from '../../domain/dangers/sites.ts';
import { command, subgroup } from '../../engine/model/command.ts';
import type { Already, Sent } from '../../engine/model/command-type.ts';
import { called, nameThing } from '../../engine/run/outcome.ts';
import type { Run } from '../../engine/run/run.ts';
import { missingFrom } from '../../engine/run/target.ts';
import { note } from '../../output/note.ts';
import { stateBefore, unlessRefused } from '../already.ts';
import { TITLED } from '../required-title.ts';
import { whatIsShown } from './site-consent.ts';

const ROW = ['id', 'title', 'icon', 'sectionGroup', 'draft'] as const;
const shown = { names: { sectionGroup: 'siteSectionGroupId' }, labels: { sectionGroup: 'within' } } as const;

export const groups = subgroup(
  'groups',
  'Manage the section groups of a site',
  [
    command('list', api.listSiteSectionGroups, {
      columns: [...ROW, 'children'],
      ...shown,
      present: (group) => ({ ...group, children: group.children.map(({ title }) => title) }),
      examples: ['docs sites groups list --site "Tarnpost Docs"'],
    }),
    command('create', api.createSiteSectionGroup, {
      ...TITLED,
      columns: ROW,
      ...shown,
      refs: { parent: 'siteSectionGroupId', sections: 'siteSectionId' },
      ...dangers['siteSectionGroups.create'],
      stakes: (run) => ({ what: `section group "${run.input.title}"` }),
      foretell: whatLeaves,
      send: sayWhatLeft,
      examples: ['docs sites groups create Developers --sections API --site "Tarnpost Docs"'],
    }),
    command('update', api.updateSiteSectionGroup, {
      args: ['siteSectionGroupId'],
      columns: ROW,
      ...shown,
      refs: { parentSectionGroupId: 'siteSectionGroupId' },
      target: api.listSiteSectionGroups,
      ...dangers['siteSectionGroups.update'],
      stakes: whatIsShown,
      examples: [
        ['Rename it', 'docs sites groups update Resources --title More --site "Tarnpost Docs"'],
        [
          'Move it to the top level',
          'docs sites groups update Resources --clear-parent --site "Tarnpost Docs"',
        ],
        [
          'Give it a title in French',
          'docs sites groups update Resources --title-in fr="Ressources" --site "Tarnpost Docs"',
        ],
      ],
    }),
    command('delete', api.deleteSiteSectionGroup, {
      args: ['siteSectionGroupId'],
      ...dangers['siteSectionGroups.delete'],
      target: api.listSiteSectionGroups,
      examples: ['docs sites groups delete Resources --site "Tarnpost Docs" --yes --dry-run'],
      notes: 'Its sections move up to the place of the group.',
    }),
    command('add', api.addToSiteSectionGroup, {
      args: ['siteSectionGroupId', 'sectionId'],
      columns: ROW,
      ...shown,
      refs: { sectionId: 'siteSectionId' },
      ...dangers['siteSectionGroups.add'],
      stakes: async (run) => ({
        what: await called(run, 'sectionId'),
        change: `to ${await called(run, 'siteSectionGroupId')}`,
      }),
      foretell: whatLeaves,
      send: sayWhatLeft,
      done: 'added',
      already: inGroup,
      success: async (run, group) => `added ${await called(run, 'sectionId')} to ${nameThing(group)}`,
      examples: ['docs sites groups add Resources API --site "Tarnpost Docs"'],
    }),
    command('remove', api.removeFromSiteSectionGroup, {
      args: ['siteSectionGroupId', 'siteSectionId'],
      already: notInGroup,
      without: async (run) => `is not in ${await called(run, 'siteSectionGroupId')}`,
      where: async (run) => `from ${await called(run, 'siteSectionGroupId')}`,
      success: async (run) =>
        `removed ${await called(run, 'siteSectionId')} from ${await called(run, 'siteSectionGroupId')}`,
      examples: ['docs sites groups remove Resources "Release notes" --site "Tarnpost Docs"'],
      notes: 'The section stays on the site.',
    }),
  ],
  [
    ['List the groups of a site', 'list'],
    ['Group sections under one heading', 'create'],
    ['Add a section to a group', 'add'],
  ],
);

async function whatLeaves(run: Run): Promise<string[]> {
  const left = (await unlessRefused(() => leftGroups(run))) ?? [];
  return left.length > 0 ? [leavingWords(left)] : [];
}

/** What it takes out of another group is read before, and said afterwards. What cannot be read is no reason to fail. */
async function sayWhatLeft(run: Run, request: () => Promise<Sent>): Promise<Sent> {
  const left = await unlessRefused(() => leftGroups(run));
  const sent = await request();
  if (left !== undefined && left.length > 0) note(run.context.io, leavingWords(left, 'left'));
  return sent;
}

/** A dry run and a plan say what the command itself would find. Throws NotFoundError. */
async function notInGroup(run: Run): Promise<Already | undefined> {
  const { dryRun, planOut, ifExists } = run.flags;
  if (dryRun !== true && planOut === undefined) return undefined;
  const section = await stateBefore(run);
  if (section.id === undefined || section.sectionGroup === run.input.siteSectionGroupId) return undefined;
  const missing = await missingFrom(run);
  if (ifExists !== true) throw missing;
  return { outcome: 'absent', line: missing.message };
}

/** What is in the group already keeps its place there. */
async function inGroup(run: Run): Promise<Already | undefined> {
  const section = await stateBefore(run);
  if (section.sectionGroup !== run.input.siteSectionGroupId) return undefined;
  const { organizationId, siteId, siteSectionGroupId } = run.input;
  const place = { organizationId: String(organizationId), siteId: String(siteId) };
  const groups = await allItems((await run.client()).pages(api.listSiteSectionGroups, place));
  return {
    outcome: 'already in the group',
    line: `${nameThing(section)} is already in ${await called(run, 'siteSectionGroupId')}`,
    thing: groups.find(({ id }) => id === siteSectionGroupId),
  };
}
