// What `docs help <topic>` explains. The texts are apart: they are long, and hardly any call shows one.

export const topics = [
  'agents',
  'backup',
  'environment',
  'exit-codes',
  'flags',
  'output',
  'plans',
  'references',
  'scripting',
  'testing',
] as const;
export type Topic = (typeof topics)[number];

export const TOPICS_LINE = `Help topics: docs help ${topics.join(', ')}`;
