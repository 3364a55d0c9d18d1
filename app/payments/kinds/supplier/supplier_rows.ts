import { createHash } from 'node:crypto'
import type { ImportColumns } from '#app/imports/columns'
import type { RowReader } from '#app/imports/row_reader'
import { numberKey } from '#app/invoices/series_number'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

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
    title: 'NIF proveedor',
    kind: 'taxId',
    isNeeded: true,
    aliases: ['cif proveedor', 'nif del proveedor', 'nif', 'cif', 'nif cif'],
  },
  number: {
    title: 'Nº factura',
    kind: 'text',
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
  amount: {
    title: 'Importe',
    kind: 'money',
    isNeeded: true,
    aliases: ['importe a pagar', 'a pagar', 'pendiente', 'total'],
  },
  dueOn: {
    title: 'Vencimiento',
    kind: 'day',
    aliases: ['fecha de vencimiento', 'fecha vencimiento', 'fecha de pago', 'fecha'],
  },
  site: { title: 'Empresa', kind: 'text', aliases: ['sociedad', 'pagador'] },
} as const satisfies ImportColumns

/** What a row says of a payment; everything that is wrong with it is noted. Null while something is. */
export function readSupplierRow(row: RowReader<keyof typeof SUPPLIER_COLUMNS>): ReadSupplierPayment | null {
  const taxId = row.taxId('taxId')
  const number = row.text('number')
  if (taxId === '') row.refuse('Falta el NIF.')
  if (number === '') row.refuse('Falta el número de factura.')
  const amountMinor = row.money('amount')
  if (row.text('amount') === '' || (amountMinor !== null && amountMinor <= 0))
    row.refuse(`El importe «${row.text('amount')}» no es válido.`)
  const dueOn = row.day('dueOn')
  return amountMinor === null ? null : { taxId, number, amountMinor, dueOn, site: row.text('site') || null }
}

/** What is the same of a payment in every copy of a file, however its number is written: «ADV-1», «adv 1». */
export const supplierHash = ({ taxId, number, amountMinor, dueOn }: ReadSupplierPayment): string =>
  createHash('sha256')
    .update(JSON.stringify(['supplier', taxId, numberKey(number), amountMinor, dueOn]))
    .digest('hex')
