// docs sites sections: sections of a site.
import {
  createSiteSection,
  deleteSiteSection,
  listSiteSections,
  moveSiteSection,
  updateSiteSection,
} from '../../api/sites/site-sections.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { getSite } from '../../api/sites/sites.ts';
import { command, type Option, subgroup } from '../../engine/model/command.ts';
import { called } from '../../engine/run/display-name.ts';
import dangers from '../../workflows/dangers/sites.ts';
import { onLiveSite } from '../live-site.ts';
import { positionFlags } from '../position.ts';
import { whatIsShown } from './site-consent.ts';
import { readSibling, sayReplaced, siblingRefs } from './site-position.ts';
import { createSection, DETAIL_FLAGS, readDetails } from './site-section-create.ts';

const ROW = ['id', 'title', 'path', 'default', 'draft', 'sectionGroup', 'condition'] as const;
const names = { sectionGroup: 'siteSectionGroupId' };
const SPACE = {
  flags: '--space <space>',
  description: 'first space of the section',
  group: 'Fields:',
  required: true,
} as const satisfies Option;

export const sections = subgroup(
  'sections',
  'Manage the sections of a site',
  [
    command('list', listSiteSections, {
      columns: ROW,
      names,
      examples: ['docs sites sections list --site "Tarnpost Docs"'],
    }),
    command('create', createSiteSection, {
      columns: ROW,
      names,
      hidden: ['spaceId'],
      options: [SPACE, ...DETAIL_FLAGS],
      prepare: readDetails,
      send: createSection,
      refs: { spaceId: 'spaceId', pageId: 'pageId' },
      ...dangers['siteSections.create'],
      stakes: onLiveSite('section with space', 'on'),
      uses: [updateSiteSection, getSite, getSiteStructure],
      where: async (run) => `on ${await called(run, 'siteId')}`,
      examples: [
        'docs sites sections create --site "Tarnpost Docs" --space Handbook --title Handbook --path handbook --yes',
      ],
      notes:
        'Description, path and condition are set by a second request right after the first one. On a published site, the section is a draft until then.',
    }),
    command('update', updateSiteSection, {
      args: ['siteSectionId'],
      columns: ROW,
      names,
      hidden: ['siteSectionGroupId'],
      refs: { defaultSiteSpace: 'siteSpaceId' },
      target: listSiteSections,
      ...dangers['siteSections.update'],
      stakes: whatIsShown,
      examples: [
        [
          'Say what it is about',
          'docs sites sections update API --site "Tarnpost Docs" --description "All endpoints"',
        ],
        ['Take it away from readers', 'docs sites sections update API --site "Tarnpost Docs" --draft'],
        [
          'Give it a title in French',
          'docs sites sections update Guides --site "Tarnpost Docs" --title-in fr="Notes"',
        ],
      ],
    }),
    command('delete', deleteSiteSection, {
      args: ['siteSectionId'],
      ...dangers['siteSections.delete'],
      target: listSiteSections,
      where: async (run) => `from ${await called(run, 'siteId')}`,
      examples: ['docs sites sections delete API --site "Tarnpost Docs" --yes --dry-run'],
      notes: 'Its spaces are not deleted, but no longer appear on the site.',
    }),
    command('move', moveSiteSection, {
      args: ['siteSectionId'],
      columns: ROW,
      names,
      hidden: ['position'],
      options: positionFlags('section'),
      oneOf: ['--before', '--after'],
      prepare: (run) => readSibling(run, 'site-section', 'siteSection'),
      refs: siblingRefs('siteSection'),
      after: async (run) => sayReplaced(run),
      examples: ['docs sites sections move API --before Guides --site "Tarnpost Docs"'],
      notes: 'Deprecated by the platform: use docs sites structure sort.',
    }),
  ],
  [
    ['List the sections of a site', 'docs sites sections list --site "Tarnpost Docs"'],
    [
      'Add a section for a space',
      'docs sites sections create --site "Tarnpost Docs" --space Handbook --title Handbook --path handbook --yes',
    ],
    ['Move a section before another', 'docs sites sections move API --before Guides --site "Tarnpost Docs"'],
  ],
);
