import { foldText } from '#app/kernel/text/similarity'

export type ColumnKind = 'text' | 'money' | 'day' | 'iban' | 'taxId' | 'choice'

/** A column that an import knows: what it is called here, and how else. */
export type ImportColumn = {
  title: string
  kind: ColumnKind
  isNeeded?: true
  /** Shown only in part, also where its row is wrong. */
  isPrivate?: true
  /** Other headings, folded. */
  aliases?: readonly string[]
}

export type ImportColumns<Key extends string = string> = Readonly<Record<Key, ImportColumn>>

/** Which heading of the file (or place of it, «Columna 3») stands for which column, as somebody chose it. */
export type ColumnChoice = Readonly<Record<string, string>>

/** The names under which a column is found, folded. */
export const namesOfColumn = ({ title, aliases = [] }: ImportColumn): string[] => [
  foldText(title),
  ...aliases,
]

/** Every heading that a file may have, folded. */
export const knownHeadings = (columns: ImportColumns, choice: ColumnChoice = {}): ReadonlySet<string> =>
  new Set([...Object.values(columns).flatMap(namesOfColumn), ...Object.values(choice).map(foldText)])
