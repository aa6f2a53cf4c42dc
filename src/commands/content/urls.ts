// docs urls: what the platform knows a URL to be.
import { lookUpUrl, resolvePublished } from '../../api/content/links.ts';
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
    command('published', resolvePublished, {
      args: ['url'],
      hidden: ['visitor'],
      columns: [
        'site',
        'siteSection',
        'siteSpace',
        'space',
        'pathname',
        'canonicalUrl',
        'target',
        'redirect',
      ],
      idField: 'site',
      examples: [
        [
          'Find the site and space behind a URL',
          'docs urls published https://docs.tarnpost.example/guides/webhooks',
        ],
        [
          'Check where a redirect leads',
          'docs urls published https://docs.tarnpost.example/guides/old-webhooks --fields target,redirect',
        ],
      ],
      notes:
        'Readers who are sent elsewhere, by a redirect or to a sign-in page, have target and redirect instead. On a site with authenticated access, the token of a visitor goes into --data @FILE: {"visitor": {"jwtToken": "..."}}.',
    }),
  ],
  [['Find the page that readers see at a URL', 'get']],
);
