import type { Currency } from '#app/kernel/currency'
import { isValidIban, normalizeIban } from '#app/kernel/iban'
import { foldText } from '#app/kernel/similarity'

/** A line of a table as texts, with where it is in the file, from 1. */
export type TableRow = { line: number; cells: string[] }

export type ColumnName =
  | 'bookedOn'
  | 'valueOn'
  | 'amount'
  | 'sign'
  | 'debit'
  | 'credit'
  | 'balance'
  | 'reference'
  | 'currency'
  | 'counterpartyName'
  | 'counterpartyIban'

/**
 * How the table of a bank is read, kept per bank. Columns are named by their heading (accents, capitals and signs do
 * not matter). `amount` is signed, by itself or by a column `sign` of D and H; without it `debit`
 * and `credit` are read.
 */
export type ColumnMapping = {
  columns: { [Name in ColumnName]?: string }
  /** Headings whose texts make up the text of the movement, in order. */
  text: string[]
  /** Order of the parts of a date; `dmy` unless told. Dates that begin with the year need nothing. */
  dayOrder?: 'dmy' | 'mdy'
  /** The decimal mark; found out from the figures unless told. */
  decimalMark?: ',' | '.'
  /** The currency of the account where no column says it; EUR unless told. */
  currency?: Currency
  iban?: string
}

/** Where the columns of a mapping are in a table. */
export type LocatedColumns = {
  headerIndex: number
  positions: { [Name in ColumnName]?: number }
  text: number[]
}

const headings: Readonly<Record<ColumnName, string>> = {
  bookedOn:
    'fecha,fecha operacion,fecha de operacion,f operacion,fecha oper,f oper,fecha contable,f contable,fecha apunte,' +
    'fecha movimiento,fecha mov,dia,date,booking date,transaction date,completed date,data,data operacio',
  valueOn: 'fecha valor,fecha de valor,f valor,valor,fecha efectiva,value date,data valor',
  amount: 'importe,importe eur,importe euros,importe movimiento,cantidad,amount,import,valor eur,monto',
  sign: 'signo,d h,debe haber,cargo abono,signo importe,sentido,sign',
  debit: 'cargo,cargos,debe,debito,adeudo,adeudos,gasto,gastos,salida,debit,pagos,pago',
  credit: 'abono,abonos,haber,credito,ingreso,ingresos,entrada,credit,cobros,cobro',
  balance: 'saldo,saldo eur,saldo euros,saldo contable,saldo disponible,saldo final,disponible,balance',
  reference: 'referencia,referencia 1,ref,numero de documento,n documento,num documento,reference,codigo',
  currency: 'divisa,moneda,currency',
  counterpartyName:
    'beneficiario,ordenante,beneficiario ordenante,ordenante beneficiario,contraparte,counterparty',
  counterpartyIban: 'iban,iban contraparte,cuenta contraparte,cuenta beneficiario,cuenta destino',
}

const textHeadings: ReadonlySet<string> = new Set(
  (
    'concepto,concepto ampliado,descripcion,description,detalle,detalles,movimiento,observaciones,mas datos,' +
    'informacion adicional,concepto comun,concepto propio,remesa,concepte,descripcio,categoria'
  ).split(',')
)

const columnByHeading: ReadonlyMap<string, ColumnName> = new Map(
  (Object.keys(headings) as ColumnName[]).flatMap((name) =>
    headings[name].split(',').map((heading): [string, ColumnName] => [heading, name])
  )
)

/** Banks write up to a page of their own above the table. */
const preambleRowsMax = 40

/** Finds the columns of a mapping, or null when no row near the top has those headings. */
export function locateColumns(rows: readonly TableRow[], mapping: ColumnMapping): LocatedColumns | null {
  const wanted = Object.values(mapping.columns)
  for (const [headerIndex, row] of rows.slice(0, preambleRowsMax).entries()) {
    const folded = row.cells.map(foldText)
    const at = (heading: string) => folded.indexOf(foldText(heading))
    if (wanted.length === 0 || wanted.some((heading) => at(heading) === -1)) continue
    const positions: LocatedColumns['positions'] = {}
    for (const [name, heading] of Object.entries(mapping.columns)) positions[name as ColumnName] = at(heading)
    return { headerIndex, positions, text: mapping.text.map(at).filter((position) => position !== -1) }
  }
  return null
}

/** Finds the columns by the headings Spanish banks use: the row near the top with the most of them, or null. */
export function guessColumns(rows: readonly TableRow[]): LocatedColumns | null {
  let best: LocatedColumns | null = null
  for (const [headerIndex, row] of rows.slice(0, preambleRowsMax).entries()) {
    const found = guessRow(row, headerIndex)
    if (isUsable(found) && (best === null || countColumns(found) > countColumns(best))) best = found
  }
  return best
}

/** How many columns were found: what tells the right delimiter from the wrong ones. */
export function countColumns({ positions, text }: LocatedColumns): number {
  return Object.keys(positions).length + text.length
}

function guessRow(row: TableRow, headerIndex: number): LocatedColumns {
  const found: LocatedColumns = { headerIndex, positions: {}, text: [] }
  for (const [position, cell] of row.cells.entries()) {
    const heading = foldText(cell)
    const name = columnByHeading.get(heading)
    if (name !== undefined) found.positions[name] ??= position
    else if (textHeadings.has(heading)) found.text.push(position)
  }
  return found
}

function isUsable({ positions }: LocatedColumns): boolean {
  const hasAmount =
    positions.amount !== undefined || positions.debit !== undefined || positions.credit !== undefined
  return positions.bookedOn !== undefined && hasAmount
}

/** The first IBAN written above the table, or null. */
export function findIbanAbove(rows: readonly TableRow[], headerIndex: number): string | null {
  for (const { cells } of rows.slice(0, headerIndex)) {
    for (const cell of cells) {
      const iban = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{2,5}){3,8}/i.exec(cell)?.[0]
      if (iban !== undefined && isValidIban(iban)) return normalizeIban(iban)
    }
  }
  return null
}
