import { wholeCode } from '#app/books/plan_file/check_plan_rows'
import type { ImportColumns } from '#app/imports/columns'
import type { ReadRow } from '#app/imports/read_rows'
import type { RowReader } from '#app/imports/row_reader'
import type { Currency } from '#app/kernel/money/currency'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** The most rows of a file of opening balances; an entry of the book takes as many lines. */
export const OPENING_ROWS_MAX = 4_999

/** A balance as the file has it; positive is debe, in minor units of the company's currency. */
export type OpeningRow = {
  line: number
  code: string
  /** What the account is called in the file; empty where it does not say. */
  name: string
  taxId: string
  document: string
  dueOn: CalendarDate | null
  memo: string
  amountMinor: number
  /** What it is in the currency of its account, as written; the account says which currency that is. */
  foreign: string
}

export const OPENING_COLUMNS = {
  code: {
    title: 'Cuenta',
    kind: 'text',
    isNeeded: true,
    aliases: ['codigo', 'cuenta contable', 'subcuenta', 'codigo cuenta', 'numero de cuenta', 'account'],
  },
  debit: { title: 'Debe', kind: 'money', aliases: ['suma debe', 'total debe', 'debit'] },
  credit: { title: 'Haber', kind: 'money', aliases: ['suma haber', 'total haber', 'credit'] },
  balance: { title: 'Saldo', kind: 'money', aliases: ['saldo final', 'importe', 'balance'] },
  debtorBalance: { title: 'Saldo deudor', kind: 'money', aliases: ['s deudor', 'deudor'] },
  creditorBalance: { title: 'Saldo acreedor', kind: 'money', aliases: ['s acreedor', 'acreedor'] },
  name: {
    title: 'Nombre',
    kind: 'text',
    aliases: ['titulo', 'nombre de la cuenta', 'descripcion', 'denominacion'],
  },
  taxId: { title: 'NIF', kind: 'taxId', aliases: ['cif', 'nif cif', 'cif nif', 'nif tercero'] },
  document: {
    title: 'Documento',
    kind: 'text',
    aliases: ['factura', 'n factura', 'no factura', 'numero de factura', 'numero factura'],
  },
  dueOn: {
    title: 'Vencimiento',
    kind: 'day',
    aliases: ['fecha de vencimiento', 'fecha vencimiento'],
  },
  memo: { title: 'Detalle', kind: 'text', aliases: ['concepto', 'comentario'] },
  foreign: {
    title: 'Importe en divisa',
    kind: 'money',
    aliases: ['saldo en divisa', 'divisa importe'],
  },
} as const satisfies ImportColumns
type Column = keyof typeof OPENING_COLUMNS
type Row = RowReader<Column>

/** What makes a balance: debe and haber, a signed balance, or what is owed on either side. */
export const OPENING_ONE_OF = [
  ['debit', 'credit'],
  ['balance'],
  ['debtorBalance', 'creditorBalance'],
] as const satisfies readonly (readonly Column[])[]

/**
 * The balance of a row: «Saldo deudor» and «Saldo acreedor», a signed «Saldo», or «Debe» and «Haber» taken from each other, in
 * that order of preference (a file of sumas y saldos has them all). What is wrong is noted; null while anything is.
 */
export function readOpeningRow(row: Row, currency: Currency): OpeningRow | null {
  const code = row.text('code').replaceAll(/[\s']/g, '')
  const pair = pairOf(row)
  const figure = (column: Column) => (row.text(column) === '' ? 0 : row.money(column, currency))
  const [plus, minus] = pair ? [figure(pair[0]), figure(pair[1])] : [figure('balance'), 0]
  const dueOn = row.day('dueOn')
  if (plus === null || minus === null) return null
  if (code === '' && plus !== minus) row.refuse('Falta la cuenta.')
  if (code !== '' && !/^[1-9]\d{0,11}$/.test(code) && !/^[1-9]\d*\.\d+$/.test(code))
    row.refuse(`La cuenta «${code}» no es un número de cuenta.`)
  return {
    line: row.rowNo,
    code,
    name: row.text('name').replaceAll(/\s+/g, ' '),
    taxId: row.taxId('taxId'),
    document: row.text('document'),
    dueOn,
    memo: row.text('memo'),
    amountMinor: plus - minus,
    foreign: row.text('foreign'),
  }
}

/** The two columns that make a balance, if there are both. */
function pairOf(row: Row): [Column, Column] | null {
  if (row.has('debtorBalance') && row.has('creditorBalance')) return ['debtorBalance', 'creditorBalance']
  if (row.has('balance')) return null
  return row.has('debit') && row.has('credit') ? ['debit', 'credit'] : null
}

/** The whole number of an account: «430.1» is 43000001 and «572» is 57200000 where numbers have eight digits. */
export const fullCode = (code: string, width: number): string => wholeCode(code, width).padEnd(width, '0')

/**
 * Rows without a balance are left out, and so are subtotals: sumas y saldos are written at several levels, and an account that
 * only begins others holds what they hold.
 */
export function leaveOutEmpty(read: readonly ReadRow<OpeningRow | null>[]): ReadRow<OpeningRow>[] {
  const codes = [...new Set(read.flatMap(({ value }) => (value ? [value.code] : [])))].toSorted()
  const begins = new Set(
    codes.filter(
      (code, at) => code !== '' && codes.slice(at + 1, at + 2).some((next) => next.startsWith(code))
    )
  )
  return read.map(({ value, ...row }) => {
    if (value === null) return { ...row, value }
    if (value.taxId === '' && begins.has(value.code)) return { ...row, value, leftOut: 'Subtotal' }
    return value.amountMinor === 0 ? { ...row, value, leftOut: 'Sin saldo' } : { ...row, value }
  })
}
