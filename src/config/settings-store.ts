// Changing config.json. conf knows its schema and its defaults; our own writer puts it on the disk (unwritten-conf.ts). Loaded only by
// commands that change settings: importing conf costs 20 ms and installs signal handlers.

import { basename, dirname } from 'node:path';
import Conf, { type Options } from 'conf';
import { DocsError, isError, UsageError } from '../errors.ts';
import {
  corrupt,
  isJsonObject,
  type JsonObject,
  parseJsonFile,
  refuseNewer,
  toJsonFile,
} from '../files/json-file.ts';
import { updateFile } from '../files/writer.ts';
import type { Paths } from './paths.ts';
import { PROFILE_NAME, SETTINGS_VERSION, settingsPath } from './settings.ts';

// conf without its disk: the one place that depends on the inside of conf, whose version is pinned exactly.
// conf offers no option for who writes. Its own write takes no lock, leaves the folder unsynced and, where a rename fails
// between file systems, writes over the file in place; ours (src/files/writer.ts) holds the lock from reading to writing.

interface UnwrittenConf {
  /** Gives conf this text as what the file holds; returns the settings in it. Throws Error where they break the schema. */
  read(text: string): JsonObject;
  /** Returns what conf would write. Throws Error where that breaks the schema. */
  check(next: JsonObject): JsonObject;
}

/** Opens a conf for the file at `path` that holds `text`. Throws what `parse` throws, and Error where the schema is broken. */
function openUnwritten(
  path: string,
  text: string,
  parse: (text: string) => JsonObject,
  options: Pick<Options<JsonObject>, 'schema' | 'defaults'>,
): UnwrittenConf {
  const held = { text, written: {} as JsonObject };
  class Unwritten extends Base {
    override _write(value: JsonObject): void {
      held.written = value;
    }
  }
  const conf = new Unwritten({
    ...options,
    cwd: dirname(path),
    configName: basename(path, '.json'),
    accessPropertiesByDotNotation: false,
    deserialize: () => parse(held.text),
  });
  return {
    read(next) {
      held.text = next;
      return conf.store;
    },
    check(next) {
      conf.store = next;
      return held.written;
    },
  };
}

/** What we use of conf. Its types hide `_write`, where alone it touches the file. */
declare class Opened {
  constructor(options: Options<JsonObject>);
  store: JsonObject;
  _write(value: JsonObject): void;
}
const Base = Conf as unknown as typeof Opened;

/** What `change` may alter. A profile holds unknown keys as well, and they are kept. */
export interface SettingsDraft {
  defaultProfile: string | undefined;
  profiles: Map<string, JsonObject>;
}

const name = { type: 'string', minLength: 1, maxLength: 500 } as const;
const schema = {
  version: { type: 'integer', minimum: 1 },
  defaultProfile: { type: 'string', pattern: PROFILE_NAME },
  profiles: {
    type: 'object',
    propertyNames: { pattern: PROFILE_NAME },
    additionalProperties: {
      type: 'object',
      required: ['baseUrl'],
      properties: {
        baseUrl: { type: 'string', minLength: 1, maxLength: 2000 },
        organization: name,
        space: name,
        site: name,
        readOnly: { type: 'boolean' },
        kind: { type: 'string', enum: ['host', 'sandbox'] },
      },
    },
  },
} satisfies Options<JsonObject>['schema'];

/** Reads, changes and writes the settings in one locked step. Throws what `updateFile` and `readSettings` throw, and ConfigError `CONFIG_NEWER`. */
export async function changeSettings(paths: Paths, change: (draft: SettingsDraft) => void): Promise<void> {
  const path = settingsPath(paths);
  await updateFile(path, (old) => changedText(path, old, change), { ownDir: true });
}

function changedText(path: string, old: string | undefined, change: (draft: SettingsDraft) => void): string {
  refuseNewer(path, parseJsonFile(path, old ?? '{}').version, SETTINGS_VERSION);
  const { before, check } = openConf(path, old);
  const { defaultProfile: _, ...file } = before;
  const draft = toDraft(before);
  change(draft);
  return toJsonFile(
    check({
      ...file,
      ...(draft.defaultProfile === undefined ? {} : { defaultProfile: draft.defaultProfile }),
      profiles: Object.fromEntries(draft.profiles),
    }),
  );
}

function toDraft({ defaultProfile, profiles }: JsonObject): SettingsDraft {
  const entries = isJsonObject(profiles) ? Object.entries(profiles) : [];
  return {
    defaultProfile: typeof defaultProfile === 'string' ? defaultProfile : undefined,
    profiles: new Map(entries.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))),
  };
}

const DEFAULTS: JsonObject = { version: SETTINGS_VERSION, profiles: {} };

/** One conf a file: making one compiles the schema, which is most of what a change costs. */
const opened = new Map<string, UnwrittenConf>();

/** The settings in `old`, checked, and a check of what comes next. */
function openConf(path: string, old = '{}'): { before: JsonObject; check: (next: JsonObject) => JsonObject } {
  const { conf, before } = orThrow(
    () => {
      const conf = opened.get(path) ?? newConf(path, old);
      return { conf, before: { ...DEFAULTS, ...conf.read(old) } };
    },
    () => corrupt(path, 'does not follow the schema of the settings'),
  );
  const check = (next: JsonObject) =>
    orThrow(
      () => conf.check(next),
      (reason) => new UsageError(reason, { code: 'BAD_SETTING', hint: 'docs profiles list' }),
    );
  return { before, check };
}

function newConf(path: string, old: string): UnwrittenConf {
  const parse = (text: string) => parseJsonFile(path, text);
  const conf = openUnwritten(path, old, parse, { schema, defaults: DEFAULTS });
  opened.set(path, conf);
  return conf;
}

/** conf throws plain errors, whose text names keys and rules and no values. */
function orThrow<T>(work: () => T, toError: (reason: string) => DocsError): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof DocsError) throw error;
    throw toError(isError(error) ? error.message : 'settings not valid');
  }
}
