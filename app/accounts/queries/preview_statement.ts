import { findLastClosing, identifyEntries, linesApart } from '#app/accounts/queries/identify_entries'
import { missingPages, missingPageText } from '#app/accounts/queries/missing_pages'
import { type ImportAccount, type ReadUpload, readUpload } from '#app/accounts/queries/read_upload'
import { type AccountFile, balanceCheck } from '#app/accounts/statements/account_file'
import type { StatementLine } from '#app/accounts/statements/statement_lines'
import type { TableColumns } from '#app/accounts/statements/tables/table_mapping'
import type { StoredFile } from '#app/files/store_file'
import type { FileIssue } from '#app/imports/tables/file_issues'
import { firstIssues } from '#app/imports/tables/file_issues'
import { row } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import { counted } from '#app/kernel/text/counted'
import { type CalendarDate, formatDay, maxDay, minDay } from '#app/kernel/time/calendar_date'

const linesShown = 20
const issuesShown = 50

export type StatementPreview = {
  file: AccountFile
  columns: TableColumns | null
  period: { from: CalendarDate | null; to: CalendarDate | null }
  openingMinor: number | null
  closingMinor: number | null
  lines: StatementLine[]
  newCount: number
  repeatedCount: number
  rejectedCount: number
  issues: FileIssue[]
  warnings: string[]
}

/**
 * What importing a stored file would do; nothing is written. Only the columns while they have to be chosen. Throws when
 * the file is not of this account.
 */
export async function previewStatement(
  upload: StoredFile,
  account: ImportAccount
): Promise<StatementPreview | Extract<ReadUpload, { file: null }>> {
  const read = await readUpload(upload, account)
  if (read.file === null) return read
  const { file, columns } = read
  const identified = await identifyEntries(account.id, file.statements)
  const all = identified.entries.flatMap((entry) => entry.lines)
  const { repeated } = linesApart(identified)
  const days = all.map((line) => line.bookedOn)
  const [first = null] = file.statements
  return {
    file,
    columns,
    period: periodOf(days),
    openingMinor: first?.openingMinor ?? null,
    closingMinor: file.statements.at(-1)?.closingMinor ?? null,
    lines: all.slice(0, linesShown),
    newCount: all.length - repeated.length,
    repeatedCount: repeated.length,
    rejectedCount: file.rejected.length,
    issues: firstIssues(mostSerious(file), issuesShown),
    warnings: await listWarnings(file, account, periodOf(days)),
  }
}

/** What stops the import comes before what is only told. */
function mostSerious({ issues, controlIssues, rejected }: AccountFile): FileIssue[] {
  const first = new Set([...controlIssues, ...rejected])
  return [...first, ...issues.filter((issue) => !first.has(issue))]
}

function periodOf(days: readonly CalendarDate[]) {
  const [first] = days
  if (first === undefined) return { from: null, to: null }
  return {
    from: days.reduce((least, day) => minDay(least, day), first),
    to: days.reduce((most, day) => maxDay(most, day), first),
  }
}

async function listWarnings(
  file: AccountFile,
  account: ImportAccount,
  { from, to }: { from: CalendarDate | null; to: CalendarDate | null }
): Promise<string[]> {
  const warnings: string[] = []
  const unchecked = file.statements.filter((statement) => balanceCheck(statement) === 'unchecked')
  if (unchecked.length > 0)
    warnings.push(
      'El fichero no trae saldos con que comprobarlo: no se sabe si falta o sobra algún movimiento.'
    )
  if (unchecked.some(isOnlyIncomes))
    warnings.push(
      'Todos los movimientos del fichero son ingresos y no hay saldos con que comprobarlo: mire que no sean cargos sin signo.'
    )
  for (const index of await missingPages(account.id, file.statements)) {
    const statement = file.statements[index]
    if (statement) warnings.push(missingPageText(statement))
  }
  if (file.strangers > 0)
    warnings.push(
      `El fichero trae ${counted(file.strangers, 'extracto de otra cuenta: no se importa', 'extractos de otras cuentas: no se importan')} aquí.`
    )
  const outside = file.statements.reduce((count, statement) => count + countOutside(statement), 0)
  if (outside > 0)
    warnings.push(
      `${counted(outside, 'movimiento tiene fecha', 'movimientos tienen fecha')} fuera del periodo del extracto.`
    )
  if (from === null || to === null) return warnings
  const other = await row<{ source: string }>(
    `select source from bank_statements where bank_account_id = :id and source <> :source and period_from <= :to and period_to >= :from limit 1`,
    { id: account.id, source: file.source, from, to }
  )
  if (other)
    warnings.push(
      'Ya hay movimientos de este periodo importados en otro formato: compruebe que no se dupliquen.'
    )
  const [first] = file.statements
  const before = await findLastClosing(account.id, from)
  if (
    before &&
    first?.openingMinor !== null &&
    first?.openingMinor !== undefined &&
    before.closingMinor !== first.openingMinor
  ) {
    warnings.push(
      `El saldo inicial no es el final del extracto anterior (${formatAmount(before.closingMinor, account.currency)} a ${formatDay(before.periodTo)}): puede faltar un extracto.`
    )
  }
  return warnings
}

const movementsMin = 2

/** Amounts without signs would be read like this: a person can tell. */
function isOnlyIncomes({ entries }: AccountFile['statements'][number]): boolean {
  const booked = entries.filter(({ status }) => status === 'BOOK')
  return booked.length >= movementsMin && booked.every(({ amountMinor }) => amountMinor > 0)
}

function countOutside({ from, to, entries }: AccountFile['statements'][number]): number {
  if (from === null || to === null) return 0
  return entries.filter(({ bookedOn }) => bookedOn !== null && (bookedOn < from || bookedOn > to)).length
}
