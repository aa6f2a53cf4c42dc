// A host whose every answer has the right shape and a hostile string in every text field.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TSchema } from '@sinclair/typebox';
import { match } from '../../src/sandbox/match.ts';
import { ATTACKS } from './attacks.ts';

export interface Hostility {
  /** Ids and times too, which otherwise stay as they should be. */
  everywhere: boolean;
  /** Every request is answered by a complaint. */
  refuse?: boolean;
  /** What the texts are; absent: attacks on terminals and CI runners. */
  texts?: readonly string[];
  /** The first text of each answer. */
  first?: string;
}

export interface HostileServer {
  url: string;
  /** What stands in text fields from now on. */
  use(options: Hostility): void;
  stop(): Promise<void>;
}

/** Below it stands only what must be there. */
const DEEPEST = 8;
/** Items of a list: their fields together hold about as many attacks as there are. */
const ITEMS = 12;
/** Attacks in a text near the root. */
const TOGETHER = 40;
/** Fields that tell one thing from another. */
const IDS = /^(id|[a-z]+Id|object|type|kind|status|number|space|organization|user|site|revision|slug|name)$/;

export async function startHostileServer(): Promise<HostileServer> {
  let given: Hostility = { everywhere: false };
  // It counts on from answer to answer, so that each one has other attacks in each field.
  const way: Way = { everywhere: false, at: 0, named: new Map(), items: ITEMS };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const path = (request.url ?? '').replace(/\?.*$/s, '');
      const found = match(request.method ?? '', path);
      const { texts = ATTACKS } = given;
      if (given.refuse || !found)
        return answer(response, 400, { error: { code: 400, message: given.first ?? texts.join(' ') } });
      const { result, success } = found.operation;
      const status = success[0] ?? 200;
      if (!result || status >= 204) return answer(response, status, undefined);
      Object.assign(way, { everywhere: given.everywhere, texts: given.texts, first: given.first });
      answer(response, status, hostile(result, way));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(options) {
      given = options;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

interface Way {
  everywhere: boolean;
  /** Which attack comes next. */
  at: number;
  /** Schemas that name themselves, for those that refer to them. */
  named: Map<string, TSchema>;
  /** Items of a list that stands for the answer; absent: one for each attack, and all of them in a text near the root. */
  items?: number;
  /** Short ones in place of the attacks, each by itself. */
  texts?: readonly string[] | undefined;
  /** Given once. */
  first?: string | undefined;
}

/** A value of the schema; where no texts are given, a text near the root holds many attacks. */
export function hostile(schema: TSchema, way: Way, name = '', depth = 0): unknown {
  if (schema.$id !== undefined) way.named.set(schema.$id, schema);
  const meant = way.named.get(schema.$ref ?? '');
  if (meant) return hostile(meant, way, name, depth);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.anyOf)) return hostile(pick(schema.anyOf, way), way, name, depth);
  if (schema.type === 'object') return hostileObject(schema, way, depth);
  if (schema.type === 'array') return hostileList(schema, way, name, depth);
  if (schema.type === 'string') return hostileText(schema, way, name, depth);
  if (schema.type === 'integer' || schema.type === 'number') return 1;
  if (schema.type === 'boolean') return true;
  return schema.type === 'null' ? null : depth > DEEPEST ? null : { [attack(way)]: attack(way) };
}

/** Another one of the forms each time; nothing only where there is no other. */
function pick(options: readonly TSchema[], way: Way): TSchema {
  const forms = options.filter(({ type }) => type !== 'null');
  const form = forms[way.at++ % Math.max(1, forms.length)] ?? options[0];
  if (!form) throw new Error('a union of nothing');
  return form;
}

function hostileObject(schema: TSchema, way: Way, depth: number): unknown {
  const isWhole = depth <= DEEPEST;
  const fields = Object.entries<TSchema>(schema.properties ?? {}).filter(
    ([name]) => name !== 'next' && (isWhole || schema.required?.includes(name)),
  );
  const known = fields.map(([name, inner]) => [name, hostile(inner, way, name, depth + 1)]);
  const free = Object.values<TSchema>(isWhole ? (schema.patternProperties ?? {}) : {}).map((inner) => [
    attack(way),
    hostile(inner, way, '', depth + 1),
  ]);
  return Object.fromEntries([...known, ...free]);
}

function hostileList(schema: TSchema, way: Way, name: string, depth: number): unknown[] {
  if (depth > DEEPEST - 2) return [];
  const count = depth <= 1 ? (way.items ?? ATTACKS.length) : 2;
  return Array.from({ length: count }, () => hostile(schema.items, way, name, depth + 1));
}

function hostileText(schema: TSchema, way: Way, name: string, depth: number): string {
  if (!way.everywhere && schema.format === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (!way.everywhere && IDS.test(name)) return `x${way.at++}`;
  const { first } = way;
  way.first = undefined;
  if (first !== undefined) return first;
  if (depth > 1 || way.texts) return attack(way);
  if (way.items === undefined) return ATTACKS.join(attack(way));
  return Array.from({ length: TOGETHER }, () => attack(way)).join(attack(way));
}

function attack(way: Way): string {
  const texts = way.texts ?? ATTACKS;
  return texts[way.at++ % texts.length] ?? '';
}
