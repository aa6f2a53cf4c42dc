// Tells the tests the seed of their run.
import type { TestProject } from 'vitest/node';
import './rotation.ts';

export default function provideSeed({ config, provide }: TestProject): void {
  provide('seed', config.sequence.seed);
}
