// docs insights: what visitors of a site do, counted.
import { listPages } from '../../api/content/pages.ts';
import { aggregateEvents, listVisitorSegments, RANGES } from '../../api/insights/insights.ts';
import { COLUMN_VALUES, MEASURES } from '../../api/insights/insights-columns.ts';
import { getSiteStructure } from '../../api/sites/site-structure.ts';
import { command, group } from '../../engine/model/command.ts';
import { readQuery, showEvents } from './insights-query.ts';

export default group(
  'insights',
  'Count what visitors of a site do',
  [
    command('events', aggregateEvents, {
      columns: [],
      fields: Object.keys(COLUMN_VALUES),
      hidden: ['select', 'where', 'groupBy', 'order', 'range'],
      options: [
        {
          flags: '--by <columns>',
          description: 'columns to count by, separated by commas: page, datetime:day, visitorClaim:plan',
          group: 'Fields:',
        },
        {
          flags: '--count <measures>',
          description: 'what to count, separated by commas: events, sessions, visitors (default events)',
          group: 'Fields:',
        },
        {
          flags: '--only <filters...>',
          description: 'events to count: eventType=page_view, dayOfWeek>5, siteSpace!=null',
          group: 'Fields:',
        },
        {
          flags: '--range <range>',
          reach: 'platform',
          description: 'how far back (default last30Days)',
          choices: RANGES,
          group: 'Fields:',
        },
        {
          flags: '--from <time>',
          description: 'count events from this time on: 7d ago, or a date',
          group: 'Fields:',
        },
        {
          flags: '--to <time>',
          description: 'count events before this time (default now)',
          group: 'Fields:',
        },
        {
          flags: '--order <column>',
          reach: 'platform',
          description:
            'column to sort by; -column sorts descending (default the time, or the first count, descending)',
          group: 'Fields:',
        },
      ],
      synonyms: { '--since': '--from', '--until': '--to' },
      none: 'events',
      prepare: readQuery,
      send: showEvents,
      uses: [listPages, getSiteStructure],
      examples: [
        [
          'Count the views of the ten most read pages',
          'docs insights events --site "Tarnpost Docs" --by page --only eventType=page_view --limit 10',
        ],
        [
          'Count visitors and sessions by day',
          'docs insights events --site "Tarnpost Docs" --by datetime:day --count visitors,sessions --range last7Days',
        ],
        [
          'Count what visitors searched for',
          'docs insights events --site "Tarnpost Docs" --by eventSearchQuery --only eventType=search_type_query',
        ],
      ],
      notes: `Prints a row for each value of --by. --fields without names lists the columns. Counts are named ${MEASURES.join(', ')}.`,
    }),
    command('segments', listVisitorSegments, {
      rows: 'items',
      none: 'segments',
      columns: ['title', 'events', 'visitors', 'sessions', 'claims'],
      table: ['title', 'events', 'visitors', 'sessions'],
      examples: ['docs insights segments --site "Tarnpost Docs"'],
    }),
  ],
  [
    ['List the pages that are read most', 'docs insights events --site "Tarnpost Docs" --by page --limit 10'],
    ['List what visitors search for', 'docs insights events --site "Tarnpost Docs" --by eventSearchQuery'],
  ],
);
