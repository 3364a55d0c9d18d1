import type { StatementSource } from '#app/accounts/account_labels'
import { isNorma43, readNorma43 } from '#app/accounts/statements/norma43/norma43'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'

/** A layout in which banks write statements as text that is neither XML nor a table. */
export type StatementLayout = {
  /** `format` of the files it reads. */
  format: string
  source: StatementSource
  /** Whether a text is one, by its first lines: no other layout and no table may look like it. */
  isOf: (sample: string) => boolean
  /** Never fails on what is inside; DomainError `E_FILE_TOO_LARGE` beyond 200,000 lines. */
  read: (text: string) => ParsedStatementFile
}

/** Every layout: a new one is a line here. */
const STATEMENT_LAYOUTS: readonly StatementLayout[] = [
  { format: 'n43', source: 'norma43', isOf: isNorma43, read: readNorma43 },
]

const SAMPLE_LENGTH = 8000

/** The layout of a text, by how it begins; undefined for one in none of them. */
export function layoutOf(text: string): StatementLayout | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH)
  return STATEMENT_LAYOUTS.find(({ isOf }) => isOf(sample))
}

/** The layout that a format is of; undefined for other formats. */
export const layoutOfFormat = (wanted: string): StatementLayout | undefined =>
  STATEMENT_LAYOUTS.find(({ format }) => format === wanted)
