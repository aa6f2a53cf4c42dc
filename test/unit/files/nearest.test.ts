// Which names are offered for one that fits nothing: few, and only near ones.
import { expect, it } from 'vitest';
import { nearest } from '../../../src/files/nearest.ts';

it.each([
  ['priya@tarnpost.exampl', ['priya@tarnpost.example', 'aiko@tarnpost.example', 'bram@tarnpost.example'], 1],
  ['pria@tarnpost.example', ['priya@tarnpost.example', 'aiko@tarnpost.example'], 1],
  ['gui', ['Guides', 'Penguin'], 1],
  ['rapid response', ['Rapid responses', 'API'], 1],
  ['Guidse', ['Guides', 'Handbook'], 1],
  ['portal', ['Partner portal', 'Handbook'], 1],
])('near "%s" are the first of %j', (typed, names, count) => {
  const near = nearest(typed, names);
  expect(near).toHaveLength(count);
  expect(near[0]).toBe(names[0]);
});
