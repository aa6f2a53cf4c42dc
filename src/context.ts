// What a run needs from the outside world: all lazy, all replaceable.
import type { ReadOnly } from './client/client-options.ts';
import type { Fence } from './client/fence.ts';
import type { KeptAnswers } from './client/unexpected-response.ts';
import type { Paths } from './config/paths.ts';
import type { Reach } from './files/private-address.ts';
import type { Io } from './output/io.ts';
import type { PagerProcess } from './output/pager.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export interface Choice {
  name: string;
  value: string;
  /** Shown beside the list while the choice is looked at. */
  description?: string;
}

/** True, or what is wrong with the answer. */
export type Check = (text: string) => true | string | Promise<true | string>;

export type Question =
  | {
      kind: 'text';
      message: string;
      default?: string;
      check?: Check;
    }
  | { kind: 'choice'; message: string; choices: readonly Choice[]; default?: string }
  | { kind: 'yes-no'; message: string; default: boolean };

/** The answer of a person who would rather answer the question before. */
export const BACK: unique symbol = Symbol('back');
export type Answer = string | boolean | typeof BACK;

/** Questions to a person; every one draws on standard error. */
export interface Prompts {
  confirm(message: string): Promise<boolean>;
  /** What `check` does not take is said, and asked for again; an error that it throws ends the question. */
  input(message: string, check?: Check): Promise<string>;
  password(message: string): Promise<string>;
  /** `preset`: offered first. Throws InteractionError for Esc, as `input` and `password` do. */
  select(message: string, choices: readonly Choice[], preset?: string): Promise<string>;
  /** A question of several: it can be left for the one before (Esc). */
  ask(question: Question): Promise<Answer>;
}

/** What git said, whatever its status is. */
export interface GitAnswer {
  status: number;
  stdout: string;
  stderr: string;
}

export interface Context {
  readonly io: Io;
  readonly env: Env;
  readonly cwd: string;
  /** What the person typed after `docs`, for "run this instead" hints. */
  readonly argv: readonly string[];
  readonly version: string;
  /** What runs the program. */
  readonly runtime: { readonly node: string; readonly platform: string };
  readonly signal: AbortSignal;
  /** When the run began, by `ticks()`; absent: it counts from the first question. */
  readonly startedAt?: number;
  now(): Date;
  /** Waits before a request is sent again, and between two looks at work; absent: for the whole time asked. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>;
  paths(): Paths;
  prompts(): Promise<Prompts>;
  /** Opens an https address in the browser of the person. Throws LocalIoError. */
  openUrl(url: string): Promise<void>;
  /** Starts the pager of this command line on the terminal, or the usual one; undefined where that is missing. */
  openPager(command: string | undefined): Promise<PagerProcess | undefined>;
  /** Opens a file in the editor of the person, and waits for its end; absent: nobody is there to edit. Throws LocalIoError. */
  openEditor?(file: string): Promise<void>;
  /** Runs the git of the person in a folder, with their settings and credentials; absent: nothing is pushed. Throws LocalIoError. */
  ownGit?(args: readonly string[], cwd: string): Promise<GitAnswer>;
  /**
   * Runs a program of the person on the streams of this process, with these variables beside their own; resolves with
   * its exit code. Absent: no program is started. Throws LocalIoError.
   */
  runProgram?(words: readonly string[], variables: () => Env): Promise<number>;
  /**
   * Runs a command line of the person, or its words, without a shell or a terminal, and resolves with what it prints. Absent:
   * no program is started. Throws LocalIoError, which never quotes what the program printed.
   */
  readProgram?(line: string | readonly string[], input?: string): Promise<Uint8Array>;
  /** Ends the process with the exit code of another program. */
  exitWith?(code: number): void;
  /** Work that must end before the process may: a sandbox that imports in the background. */
  settleWith(settle: () => Promise<void>): void;
  /** Changes that are being sent, such as `PATCH /v1/spaces/x`: told when the process is ended in the middle of one. */
  readonly writing?: Set<string>;
  /** How external links are reached; absent: public addresses only. Tests have it; no setting and no variable gives one. */
  readonly reach?: Reach;
  /** What may be reached; absent: all that the token reaches. */
  readonly fence?: Fence;
  /** Why this run sends no change, whatever the profile allows. */
  readonly readsOnly?: ReadOnly;
  /** Whoever gives the words of this run is not the person at this machine: no file that they name is opened. */
  readonly opensNoFiles?: boolean;
  /** The program that runs this for somebody: it is named in the history. */
  readonly actor?: string;
  /** Secrets of this run: no text that is printed may hold one of them. */
  readonly secrets: Set<string>;
  /** The newest answers of the platform: they show whether the platform or docs is at fault. */
  readonly answers: KeptAnswers;
}
