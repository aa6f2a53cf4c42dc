// The templates the sandbox ships, by id.
import type { Template } from './template.ts';

const gettingStarted: Template = {
  contentRefs: { cover: ['file', 'url'] },
  pages: [
    {
      title: 'Welcome',
      emoji: '👋',
      description: 'What this is and where to begin',
      cover: 'cover',
      markdown: `Say in two sentences what the product does and for whom.

* [Quickstart](quickstart.md): from nothing to a first result
* [Concepts](concepts.md): the few words everything else is built from
`,
    },
    {
      title: 'Quickstart',
      emoji: '🚀',
      markdown: `## Install

\`\`\`sh
# the one command that installs it
\`\`\`

## Try it

1. Do this.
2. See that.

## Next

Read the [concepts](concepts.md), or go to [how-to guides](how-to-guides/first-task.md).
`,
    },
    {
      title: 'Concepts',
      markdown: '## First concept\n\nOne paragraph.\n\n## Second concept\n\nOne paragraph.\n',
    },
    {
      title: 'How-to guides',
      group: true,
      pages: [
        {
          title: 'First task',
          markdown: '## Before you start\n\n* what is needed\n\n## Steps\n\n1. First.\n',
        },
      ],
    },
  ],
};

const apiDocs: Template = {
  contentRefs: { api: ['openapi'] },
  pages: [
    {
      title: 'Overview',
      emoji: '🔌',
      markdown:
        '## Base address\n\n## Authentication\n\nSee [errors](errors.md) for what a refused key answers.\n',
    },
    { title: 'Errors', markdown: '| Status | Meaning |\n| --- | --- |\n| 400 | The request is wrong |\n' },
    { title: 'Reference', describes: 'api' },
  ],
};

const changelog: Template = {
  contentRefs: {},
  pages: [
    {
      title: 'Changelog',
      emoji: '📣',
      markdown: '## Unreleased\n\n### Added\n\n* what people can now do\n\n### Fixed\n\n* what works again\n',
    },
  ],
};

const handbook: Template = {
  contentRefs: {},
  pages: [
    { title: 'How we work', emoji: '🤝', markdown: '## Principles\n\n## Meetings\n\n## Decisions\n' },
    {
      title: 'People',
      group: true,
      pages: [
        { title: 'First week', markdown: '- [ ] accounts\n- [ ] first meeting\n- [ ] first change\n' },
        { title: 'Time off', markdown: 'How to ask for it, and whom to tell.\n' },
      ],
    },
  ],
};

export const TEMPLATES: Readonly<Record<string, Template>> = {
  'getting-started': gettingStarted,
  'api-docs': apiDocs,
  changelog,
  handbook,
};
