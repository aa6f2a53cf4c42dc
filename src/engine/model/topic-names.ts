// What `docs help <topic>` explains. The texts are apart: they are long, and hardly any call shows one.

export const TOPIC_SUMMARIES = {
  agents: 'How coding agents use docs',
  backup: 'Back up an organization, check the backup and restore it',
  conflicts: 'Resolve a change request that conflicts with main',
  environment: 'Environment variables',
  'exit-codes': 'What the exit codes mean',
  flags: 'Flags that many commands take',
  output: 'Tables, JSON, CSV and other formats; filter and sort lists',
  plans: 'Review changes before they are made; change many from a CSV file',
  references: 'How to name spaces, sites, pages and people',
  scripting: 'Use docs in scripts and CI, and change many at once',
  testing: 'Test programs against a local API',
} as const;
export type Topic = keyof typeof TOPIC_SUMMARIES;
// Safe: a literal above.
export const topics = Object.keys(TOPIC_SUMMARIES) as readonly Topic[];

export const TOPICS_LINE = `Help topics: docs help ${topics.join(', ')}`;
