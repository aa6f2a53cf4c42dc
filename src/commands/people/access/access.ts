// docs access: who can do what, where, and why.
import { group } from '../../../engine/model/command.ts';
import { diff } from './diff.ts';
import { matrix } from './matrix.ts';
import { of } from './of.ts';
import { accessPlan } from './plan.ts';
import { whoCan } from './who-can.ts';
import { why } from './why.ts';

export default group(
  'access',
  'Review who has access to what',
  [matrix, of, whoCan, why, diff, accessPlan],
  [
    ['Save the access of everyone for a review', 'docs access matrix --save access.csv'],
    ['See who can edit a space', 'docs access who-can edit space:Handbook'],
    ['Find out why someone still has access', 'docs access why lucas@tarnpost.example space:Guides'],
  ],
);
