// What can follow the @ of an email address.

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Of email addresses; one with other letters is written in the form that mail servers exchange (`xn--`). */
export const isEmailDomain = (text: string): boolean => DOMAIN.test(text);
