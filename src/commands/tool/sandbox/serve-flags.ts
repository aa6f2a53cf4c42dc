// The flags of docs sandbox serve.

import type { Option } from '../../../engine/model/command.ts';
import type { FlagsOf } from '../../../engine/model/flag-types.ts';
import type { Run } from '../../../engine/run/run.ts';

export const SERVE_FLAGS = [
  { flags: '--file <file>', description: 'database file', group: 'Fields:' },
  { flags: '--port <n>', description: 'port; 0 picks a free one', default: '0', group: 'Fields:' },
  {
    flags: '--host <address>',
    reach: 'machine',
    description: 'address to listen on (default 127.0.0.1)',
    group: 'Fields:',
  },
  {
    flags: '--allow-host <name...>',
    description: 'answer requests to this host name too, on any port or as name:port',
    group: 'Fields:',
  },
  {
    flags: '--allow-origin <url...>',
    reach: 'machine',
    description: 'let web pages of this origin use it (CORS)',
    group: 'Fields:',
  },
  {
    flags: '--allow-webhook <host...>',
    reach: 'machine',
    description: 'send events of integrations in development to this host too',
    group: 'Fields:',
  },
  {
    flags: '--seed <source>',
    reach: 'machine',
    description:
      'serve a new sandbox made from demo, empty, a sandbox file, an SQL dump, a plan, or an exported folder',
    group: 'Fields:',
  },
  {
    flags: '--now <time>',
    description: 'start its clock here, such as 2026-01-01 or 2026-01-01T12:00:00Z',
    group: 'Fields:',
  },
  { flags: '--faults <file>', description: 'YAML file with the faults that requests meet', group: 'Fields:' },
  {
    flags: '--strict',
    reach: 'machine',
    description: 'refuse requests with fields that an operation does not declare',
    group: 'Fields:',
  },
  {
    flags: '--contract <version>',
    reach: 'machine',
    description:
      'answer as a host of this version, 0.146 or 0.202, without what it lacks (default: all of both)',
    group: 'Fields:',
  },
  { flags: '--log <file>', description: 'append requests and failures as NDJSON', group: 'Fields:' },
  { flags: '--profile-name <profile>', description: 'name of the profile for it', group: 'Fields:' },
  {
    flags: '--show-token',
    reach: 'machine',
    description: 'print the token too (--json always has it)',
    group: 'Output:',
  },
  {
    flags: '--until-eof',
    reach: 'machine',
    description: 'also stop when stdin closes',
    group: 'Fields:',
  },
] as const satisfies readonly Option[];

export type ServeRun = Run<FlagsOf<typeof SERVE_FLAGS>>;
