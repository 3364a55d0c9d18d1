/**
 * JSON as PostgreSQL stores it: the sign NUL, which its texts cannot hold, is left out of every text. Taken out of the values:
 * in what is written already, a backslash followed by «u0000» looks the same.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part) => (typeof part === 'string' ? part.replaceAll('\0', '') : part))
