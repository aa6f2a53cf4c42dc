// docs urls: what the platform knows a URL to be.
import { lookUpUrl } from '../../api/content/urls.ts';
import { command, group } from '../../engine/model/command.ts';

export default group(
  'urls',
  'Look up what a URL refers to',
  [
    command('get', lookUpUrl, {
      args: ['url'],
      columns: [
        'space.title',
        'changeRequest.number',
        'page.title',
        'collection.title',
        'space.id',
        'page.id',
        'collection.id',
      ],
      labels: {
        'space.title': 'space',
        'changeRequest.number': 'cr',
        'page.title': 'page',
        'collection.title': 'collection',
        'collection.id': 'collection id',
      },
      summary: 'Show the space, change request, page or collection at a URL',
      examples: ['docs urls get https://docs.tarnpost.example/guides/shipments/labels'],
      notes: 'A URL of the app or of a published site. docs whatis also works without the platform.',
    }),
  ],
  [
    [
      'Find the page that readers see at a URL',
      'docs urls get https://docs.tarnpost.example/guides/shipments/labels',
    ],
  ],
);
