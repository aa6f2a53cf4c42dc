// What the sandbox answers to requests about git, with repositories of the real git: the scripts of test/sandbox/git.
import { describe } from 'vitest';
import { playScripts } from '../helpers/api-scripts.ts';
import { lacks } from '../helpers/needs.ts';

describe.skipIf(lacks('git import and export of the sandbox', 'git'))('with git', () => {
  playScripts('test/sandbox/git');
});
