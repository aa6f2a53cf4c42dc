// conf without its disk: the one place that depends on the inside of conf, whose version is pinned exactly.
// conf offers no option for who writes. Its own write takes no lock, leaves the folder unsynced and, where a rename fails
// between file systems, writes over the file in place; ours (src/files/writer.ts) holds the lock from reading to writing.
import { basename, dirname } from 'node:path';
import Conf, { type Options } from 'conf';
import type { JsonObject } from '../files/json-file.ts';

export interface UnwrittenConf {
  /** Gives conf this text as what the file holds; returns the settings in it. Throws Error where they break the schema. */
  read(text: string): JsonObject;
  /** Returns what conf would write. Throws Error where that breaks the schema. */
  check(next: JsonObject): JsonObject;
}

/** Opens a conf for the file at `path` that holds `text`. Throws what `parse` throws, and Error where the schema is broken. */
export function openUnwritten(
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
