// What a server of docs mcp knows while it runs: whom it speaks to, what it may reach, what was planned and applied.

import type { Context } from '../../context.ts';
import type { Danger } from '../../engine/model/command.ts';
import type { Plan, PlanRow } from '../../engine/plan/plan.ts';
import type { Run } from '../../engine/run/run.ts';
import type { Inside } from './call-docs.ts';
import type { Forced } from './guard.ts';

export type Allowed = 'nothing' | 'mild' | 'moderate';

export interface Session {
  run: Run;
  /** With the fence; changes go through `writing` alone. */
  reading: Context;
  writing: Context;
  forced: Forced;
  allow: Allowed;
  maxChanges: number;
  allowWrite: boolean;
  /** By hash. */
  plans: Map<string, Planned>;
  /** The last one last. */
  applied: Applied[];
  /** What a person was asked about, by a mark that only the question had. */
  asked: Map<string, string>;
}

export interface Applied {
  /** In the history. */
  run: string;
  hash: string;
  danger: Danger;
}

export interface Planned {
  plan: Plan<readonly PlanRow[]>;
  text: string;
  /** What was planned, as a person would type it. */
  command: string;
}

/** Of one call of a tool. */
export interface Call {
  signal: AbortSignal;
  /** Client and version. */
  actor?: string | undefined;
  /** The client can ask a person. */
  canElicit: boolean;
  /** Tells the client that the call goes on, where it asked to know. */
  onProgress?: (() => void) | undefined;
  state?: string | undefined;
  responses?: Record<string, unknown> | undefined;
}

const inside =
  (kind: 'reading' | 'writing') =>
  ({ run: { catalog }, ...session }: Session, { signal, actor, onProgress }: Call): Inside => ({
    context: { ...session[kind], ...(actor !== undefined && { actor }) },
    ...{ catalog, signal, onProgress },
  });

/** For a command that reads or plans. */
export const readingIn = inside('reading');
/** For a command that changes something, with consent. */
export const writingIn = inside('writing');

/** Flags for a command of our own. */
export const forcedFlags = ({ profile, baseUrl }: Forced): string[] => [
  ...(profile === undefined ? [] : ['--profile', profile]),
  ...(baseUrl === undefined ? [] : ['--base-url', baseUrl]),
];
