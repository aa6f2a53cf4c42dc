// Taking back what was done to what sites learn from, and to what was found on them.
import { getConnection, updateConnection } from '../../api/insights/context-connections.ts';
import { getFinding, getTopic, updateFinding, updateTopic } from '../../api/insights/site-findings.ts';
import { byGet, made, type Reversals, restoring } from './reversal.ts';

const connection = byGet(getConnection);

export default {
  'contextConnections.create': made('docs connections delete {id}'),
  'contextConnections.update': restoring(updateConnection, {
    read: connection,
    // Secrets are not kept.
    without: ['connector', 'setupSettings'],
    // An empty text clears them.
    fields: { label: ({ label }) => label ?? '', filter: ({ filter }) => filter ?? '' },
  }),
  'contextConnections.delete': {
    read: connection,
    why: 'its records and settings are lost',
    hint: 'docs connections create --help',
  },
  'contextConnections.sync': { why: 'the records that it read stay', hint: 'docs records list' },
  'contextRecords.push': {
    why: 'the platform cannot delete single records',
    hint: 'docs connections delete --help',
  },
  'siteFindings.update': restoring(updateFinding, { read: byGet(getFinding) }),
  'siteFindings.fix': {
    why: 'its change requests can be archived instead',
    hint: 'docs cr update --help',
  },
  'siteTopics.update': restoring(updateTopic, { read: byGet(getTopic) }),
  'siteTopics.clearFindings': {
    read: byGet(getTopic),
    why: 'the next scan finds what is still wrong',
    hint: 'docs scans list',
  },
} satisfies Reversals;
