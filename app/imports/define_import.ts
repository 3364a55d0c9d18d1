import type { Actor } from '#app/audit/record_event'
import type { ColumnChoice, ImportColumns } from '#app/imports/columns'
import type { ImportPageName } from '#app/imports/import_page_name'
import type { OpenedImport } from '#app/imports/opened_import'
import type { Client, Transaction } from '#app/kernel/database/sql'

/** A question that goes with the file or, where its answer changes what is read, with the preview. */
export type ImportQuestion = {
  key: string
  label: string
  kind: 'site' | 'day' | 'tick'
  help?: string
  isNeeded?: true
  at: 'file' | 'preview'
}

export type Answers = Readonly<Record<string, string | boolean>>

/**
 * Who asks for a file to be read, and what for: `look`ed at it leaves no trace; `bring`ing it in, and `apply`ing it, may.
 * `apply` reads it again under the locks of the import.
 */
export type Asked = {
  actor: Actor
  scope: number[] | 'all'
  answers: Answers
  purpose: 'look' | 'bring' | 'apply'
}

/** What goes into an import: the bytes, what somebody chose and who asks. */
export type ImportSource = {
  bytes: Uint8Array
  choice: ColumnChoice
  sheet: string | null
  asked: Asked
}

export type ShownKind = 'text' | 'number' | 'day' | 'money'
export type ShownColumn = { key: string; title: string; kind: ShownKind }

/** How an import is taken back. */
export type UndoImport = {
  /** So long after it, in hours. */
  hours: number
  /** Nobody but who made it. */
  onlyOwn?: true
  roles?: readonly string[]
  /** What is asked before it: «Se retirarán los 3 proveedores de «x.csv», siempre que…». */
  question: (file: string, count: number) => string
  /** Takes everything back or throws what keeps it. Gives how many rows it was. */
  act: (made: MadeImport, actor: Actor, trx: Transaction) => Promise<number>
  /** After it was confirmed. */
  told: (count: number) => string
}

/** What was made of the rows of an import, where they stand for documents of their own. */
export type Taken = { rowNo: number; type: string; id: number }
export type MadeImport = { id: string; fileName: string; rowsApplied: number; taken: Taken[] }

/** What an import says of itself to people and to the mechanism; how its rows are read stands in `open`. */
export type ImportAbout = {
  /** Its name in `imports`; never changed. */
  kind: string
  /** Its page, which is no more than `kit/table_import/import_page`. */
  page: ImportPageName
  /** Its first page, what its files are kept under (`importRoutes`), where one comes from and where what it brought is seen. */
  at: {
    create: string
    files: string
    /** Where a new file is sent, when not to `files`. */
    upload?: string
    back: string
    done: string | ((answers: Answers) => string)
  }
  title: string
  subtitle: string
  help?: string
  fileLabel?: string
  /** What its rows are: «empleado», «empleados». */
  nouns: { one: string; many: string }
  /** What the button says before the count, and its colour when the act is a grave one. */
  submit?: { verb: string; color?: string }
  columns: ImportColumns
  questions?: readonly ImportQuestion[]
  /** What the preview shows of each row. */
  shown: readonly ShownColumn[]
  /** Wrong rows keep the whole file out, are left out when somebody says so, or are left out. */
  wrongRows: 'refuse' | 'ask' | 'leave_out'
  /** A file that was taken on before is refused, or only said to have been. */
  repeatedFile: 'refuse' | 'tell'
  /** The file stays beside what it brought, or goes: it held more than was kept of it. */
  keepsFile: boolean
  /** What the rows said stays on record with what each became. */
  keepsRows: boolean
  /** Less than what every file may have. */
  bytesMax?: number
  audit: { objectType: string; applied: string; undone: string }
  /** After it was confirmed: «3 empleados importados.». */
  told: (count: number) => string
  undo: UndoImport | { whyNot: string }
}

/** An import as the mechanism knows it (`defineImport`). */
export type DeclaredImport = ImportAbout & {
  /** Reads a file; null columns where it is no table. Throws at `file` what is none of its files. */
  open: (source: ImportSource, client?: Client) => Promise<OpenedImport>
  /** Its rows call for locks, under which they are read once more. */
  locks: boolean
  /** Once it is confirmed: what else has to be done. Gives a sentence about it. */
  after?: (outcome: Outcome, actor: Actor) => Promise<string>
}

/** What an import became. */
export type Outcome = {
  count: number
  siteIds: number[]
  taken: Taken[]
  /** The one document that it is, and where it is seen. */
  objectId?: number
  resultUrl?: string
  /** What is said of it, where a count says too little. */
  message?: string
}
