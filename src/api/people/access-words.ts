// What operations on the access to a space, site or collection do, and what their fields are.

/** `place`: `a space`. */
export const accessTo = (place: string) => ({
  add: `Give members or teams access to ${place}`,
  users: `List the users who were given access to ${place}`,
  updateUser: `Change the role a user was given on ${place}`,
  removeUser: `Remove the access a user was given to ${place}`,
  teams: `List the teams with access to ${place}`,
  updateTeam: `Change the role of a team with access on ${place}`,
  removeTeam: `Remove the access a team was given to ${place}`,
  access: `List everyone with access to ${place}, however they got it`,
});

/** Words for the fields of those that give access, change what was given, and list it. */
export const GIVEN = { role: 'role to give', users: 'members to give it to', teams: 'teams to give it to' };
export const NEW_ROLE = { role: 'new role; if cleared, guest' };
export const OF_ROLE = { role: 'only users with this role' };
