/** The time by the clock of the machine, in milliseconds since 1970, as an expression of SQL. */
export const CLOCK = `cast(round(unixepoch('now', 'subsec') * 1000) as integer)`;
