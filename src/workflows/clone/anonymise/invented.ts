// Invented people and hosts: the same one for the same ID or name on every run, so that a clone can be filled again.
import { createHash } from 'node:crypto';

const FIRST =
  'Ada Alva Amon Anouk Arlo Aster Bao Bela Bram Cai Ciro Cleo Dara Davi Dilan Edda Eino Elio Enya Esra Fenn Fila Gaia Gwen Hale Hana Ilan Ines Isra Jari Jona Juno Kaja Kenji Lark Leni Liv Lumi Mako Mila Miro Nadi Nell Niko Noor Odin Orla Otis Pia Quill Rafa Remy Rhea Robin Runa Sage Sami Suri Taro Thea Uma Vera Wren Yara'.split(
    ' ',
  );
const LAST =
  'Ashby Aspen Bexley Birch Blythe Brook Calder Carrow Cedar Clove Corbel Dale Denholm Dunmore Elmet Fairley Fallow Fenwick Field Flint Garnet Glade Grove Halden Harrow Hazel Heath Holme Ivory Kestrel Larkin Linden Lowell Marlow Marsh Mead Merrow Moss Nettle Norwood Oakes Orchard Pell Pike Quarry Ravens Reed Ridley Rowan Sedge Selby Shaw Sorrel Stone Tansy Tarn Thorne Vale Verity Wade Weald Westcott Willow Yarrow'.split(
    ' ',
  );
const LETTERS = 'ABCDEFGHIJKLMNOPRSTVW';

/** Nothing answers there: the names are reserved. */
export const PEOPLE_HOST = 'people.example';

export interface Invented {
  displayName: string;
  email: string;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
const short = (text: string): string => digestOf(text).toString('hex').slice(0, 8);

/** Of a user, by ID. */
export function inventedPerson(id: string): Invented {
  const digest = digestOf(`person ${id}`);
  const at = <T>(list: ArrayLike<T>, index: number): T | undefined => list[index % list.length];
  const first = at(FIRST, digest.readUInt32LE(0));
  const last = at(LAST, digest.readUInt32LE(8));
  const displayName = `${first} ${at(LETTERS, digest.readUInt32LE(4))}. ${last}`;
  return { displayName, email: `${first}.${last}.${short(`person ${id}`)}@${PEOPLE_HOST}`.toLowerCase() };
}

/** Of an address that belongs to no user. */
export const inventedEmail = (email: string): string =>
  `someone.${short(`email ${email.toLowerCase()}`)}@${PEOPLE_HOST}`;

/** `isLabel`: one part of a host name, without a dot. */
export const inventedHost = (host: string, isLabel: boolean): string => {
  const name = `host-${short(`host ${host.toLowerCase()}`)}`;
  return isLabel ? name : `${name}.example`;
};

/** What is remembered of a name: enough to know it again, too little to find it by. */
export const markOf = (name: string): string => short(`learned ${name.toLowerCase()}`);
