// Who may set the states that no operation makes.
import { expect, it } from 'vitest';
import { accessOf } from '../../src/sandbox/access.ts';
import { hostnameRow } from '../../src/sandbox/db/sites/site-settings.ts';
import { setHostnameState, setPlan } from '../../src/sandbox/resources/people/organizations-rules.ts';
import { perTest } from '../helpers/lasting.ts';
import { openTestSandbox } from '../helpers/sandbox.ts';

const box = perTest(() => openTestSandbox({ demo: true }));

const callOf = (userId: string) => ({
  ...box.sandbox,
  caller: { kind: 'user' as const, userId },
  access: accessOf(box.sandbox.db, userId),
});

it('a free plan is set by administrators', () => {
  const planOf = () => box.sandbox.db.get("SELECT settings ->> '$.plan' AS plan FROM organizations");
  expect(() => setPlan(callOf(box.addMember('create')), box.organizationId, 'free_2024')).toThrow(/"admin"/);
  expect(() => setPlan(callOf('nobody'), box.organizationId, 'free_2024')).toThrow(/not found/);
  expect(planOf()).toEqual({ plan: 'pro_2024' });
  setPlan(callOf(box.adminId), box.organizationId, 'free_2024');
  expect(planOf()).toEqual({ plan: 'free_2024' });
});

it('a domain is in the state that was set, by administrators of its organization', () => {
  const hostname = 'docs.tarnpost.example';
  setHostnameState(callOf(box.adminId), hostname, 'dns_no_cname');
  expect(hostnameRow(box.sandbox.db, hostname)?.status).toBe('dns_no_cname');
  expect(() => setHostnameState(callOf(box.addMember('create')), hostname, 'live')).toThrow(/"admin"/);
  expect(() => setHostnameState(callOf(box.adminId), 'nowhere.example', 'live')).toThrow(/not found/);
});
