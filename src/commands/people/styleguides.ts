// docs styleguides: style guides of an organization.
import { listStyleguides, listStyleguideTemplates } from '../../api/people/organizations.ts';
import { command, group } from '../../engine/model/command.ts';

export default group(
  'styleguides',
  'Show style guides',
  [
    command('list', listStyleguides, {
      rows: 'styleguides',
      idField: 'space.id',
      none: 'no style guides in {}',
      columns: ['space.id', 'space.title', 'sites'],
      labels: { 'space.id': 'space id' },
      present: (guide) =>
        'sites' in guide ? { ...guide, sites: guide.sites.map(({ title }) => title) } : guide,
      examples: ['docs styleguides list --dry-run'],
    }),
    command('templates', listStyleguideTemplates, {
      rows: 'templates',
      none: 'no templates in {}',
      columns: ['id', 'title', 'subtitle'],
      examples: ['docs styleguides templates --dry-run'],
    }),
  ],
  [['List the style guides', 'list']],
);
