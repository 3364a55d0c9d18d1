/** A line of a table as texts, with where it is in the file, from 1. */
export type TableRow = { line: number; cells: string[] }
