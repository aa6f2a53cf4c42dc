// What follows where a restore replaces the content of a space: help and the question say the same.
export const REPLACED = 'earlier revisions of it stay; its files stay, too';
