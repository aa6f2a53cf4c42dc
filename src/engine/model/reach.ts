// What a flag, an argument or a column of rows may reach. Agents, aliases of a repository and rows are judged by it alone.

/**
 * platform: things and texts of the platform, and which of them are meant. form: how a run shows, waits or plans.
 * machine: a file, folder or program here, or a request that is sent from here. account: another profile or host.
 * person: consent, and what only a person may see.
 */
export type Reach = 'platform' | 'form' | 'machine' | 'account' | 'person';

/** By what usage calls the value: `--space <space>`, `<member>`. A word that may be a path is never of the platform. */
const VALUES = {
  age: 'platform',
  branch: 'platform',
  collection: 'platform',
  columns: 'platform',
  cr: 'platform',
  days: 'platform',
  emoji: 'platform',
  fields: 'platform',
  filters: 'platform',
  group: 'platform',
  'i/n': 'platform',
  integration: 'platform',
  item: 'platform',
  level: 'platform',
  markdown: 'platform',
  measures: 'platform',
  member: 'platform',
  members: 'platform',
  n: 'platform',
  new: 'platform',
  old: 'platform',
  org: 'platform',
  page: 'platform',
  predicate: 'platform',
  rate: 'platform',
  role: 'platform',
  rule: 'platform',
  rules: 'platform',
  seconds: 'platform',
  site: 'platform',
  sites: 'platform',
  slug: 'platform',
  space: 'platform',
  spaces: 'platform',
  status: 'platform',
  team: 'platform',
  thing: 'platform',
  time: 'platform',
  title: 'platform',
  version: 'platform',
  file: 'machine',
  files: 'machine',
  folder: 'machine',
  profile: 'account',
  // What commands about this machine call theirs: a flag or argument of another command says its own reach.
  change: 'machine',
  command: 'machine',
  hostname: 'machine',
  key: 'machine',
  method: 'machine',
  name: 'machine',
  'new-name': 'machine',
  path: 'machine',
  plan: 'machine',
  report: 'machine',
  shell: 'machine',
  text: 'machine',
  value: 'machine',
} as const satisfies Readonly<Record<string, Reach>>;

export type ValueKind = keyof typeof VALUES;
/** The notation of a flag whose value says what it reaches. */
export type Valued = `${string}--${string} ${'<' | '['}${ValueKind}${'' | '...'}${'>' | ']'}`;

/** Undefined for what nobody has marked: whoever asks refuses it. */
export const reachOf = ({ flags, reach }: { flags: string; reach?: Reach | undefined }): Reach | undefined =>
  reach ?? reachOfValue(/[<[]([^<>[\]]*?)(?:\.\.\.)?[\]>]$/.exec(flags)?.[1] ?? '');

export const reachOfValue = (kind: string): Reach | undefined =>
  Object.hasOwn(VALUES, kind) ? VALUES[kind as ValueKind] : undefined;

/** Whether whoever is not the person at the terminal may give it. */
export const isHarmless = (reach: Reach | undefined): boolean => reach === 'platform' || reach === 'form';
