import type { TableRow } from '#app/imports/tables/table_row'
import { findDecimalMark, readFigure, readTableDay } from '#app/imports/tables/table_values'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import {
  type ColumnSpecs,
  type FoundColumns,
  hashOf,
  type UploadRow,
} from '#app/payments/uploads/upload_columns'

/** A payment to a supplier as it stands in a file; cents. */
export type ReadSupplierPayment = {
  taxId: string
  number: string
  amountMinor: number
  dueOn: CalendarDate | null
  site: string | null
}

export const SUPPLIER_COLUMNS = {
  taxId: {
    label: 'NIF proveedor',
    isNeeded: true,
    aliases: ['nif', 'cif', 'nif cif', 'cif proveedor', 'nif del proveedor'],
  },
  number: {
    label: 'Nº factura',
    isNeeded: true,
    aliases: [
      'n factura',
      'no factura',
      'factura',
      'numero de factura',
      'num factura',
      'documento',
      'numero factura',
    ],
  },
  amount: { label: 'Importe', isNeeded: true, aliases: ['total', 'importe a pagar', 'pendiente', 'a pagar'] },
  dueOn: {
    label: 'Vencimiento',
    isNeeded: false,
    aliases: ['fecha de vencimiento', 'fecha', 'fecha de pago', 'fecha vencimiento'],
  },
  site: { label: 'Empresa', isNeeded: false, aliases: ['sociedad', 'pagador'] },
} as const satisfies ColumnSpecs
type Column = keyof typeof SUPPLIER_COLUMNS

/** Rows of a table under columns that were found; each with what cannot be read of it. */
export function readSupplierRows(
  body: readonly TableRow[],
  { places }: FoundColumns
): UploadRow<ReadSupplierPayment>[] {
  const cellOf = (row: TableRow, column: Column) => (row.cells[places[column] ?? -1] ?? '').trim()
  const mark = findDecimalMark(body.map((row) => cellOf(row, 'amount')))
  return body.map((row) => {
    const cell = (column: Column) => cellOf(row, column)
    const taxId = normalizeTaxId(cell('taxId'))
    const amountMinor = readFigure(cell('amount'), mark, 'EUR')
    const dueOn = cell('dueOn') === '' ? null : readTableDay(cell('dueOn'), 'dmy')
    const errors = [
      ...(taxId === '' ? ['Falta el NIF.'] : []),
      ...(cell('number') === '' ? ['Falta el número de factura.'] : []),
      ...(amountMinor === null || amountMinor <= 0 ? [`El importe «${cell('amount')}» no es válido.`] : []),
      ...(cell('dueOn') !== '' && dueOn === null ? [`La fecha «${cell('dueOn')}» no es válida.`] : []),
    ]
    const parsed =
      errors.length === 0 && amountMinor !== null
        ? { taxId, number: cell('number'), amountMinor, dueOn, site: cell('site') || null }
        : null
    return {
      rowNo: row.line,
      raw: Object.fromEntries(
        Object.entries(places).map(([column, place]) => [column, row.cells[place] ?? ''])
      ),
      hash: hashOf(['supplier', taxId, cell('number').toLowerCase(), amountMinor, dueOn]),
      parsed,
      errors,
      shown: {
        name: '',
        taxId,
        number: cell('number'),
        amount: cell('amount'),
        dueOn: dueOn ? formatDay(dueOn) : cell('dueOn'),
      },
    }
  })
}
