import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'
import {
  type ReadSupplierPayment,
  readSupplierRow,
  SUPPLIER_COLUMNS,
} from '#app/payments/kinds/supplier/supplier_rows'

type Read = ReturnType<typeof readRows<keyof typeof SUPPLIER_COLUMNS, ReadSupplierPayment | null>>

function read(bytes: Uint8Array, choice: Record<string, string> = {}) {
  const table = openTable(bytes, {
    columns: SUPPLIER_COLUMNS,
    choice,
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
  })
  if (!table) throw new Error('The file has no rows')
  const { rows, leftOut }: Read =
    table.missing.length > 0 ? { rows: [], leftOut: [] } : readRows(table, readSupplierRow, 'due')
  return {
    leftOut,
    columns: { missing: table.missing, headings: table.headings.map(({ name }) => name) },
    rows,
  }
}

const amounts = ({ rows }: ReturnType<typeof read>) =>
  rows.map(({ rowNo, value }) => [rowNo, value?.amountMinor])

test.group('Payments in a file with a title', () => {
  test('the headings are found under it, whatever the delimiter of the title', ({ assert }) => {
    const found = read(
      Buffer.from(
        'Pagos, noviembre, 2026, todos;;;\n\nNIF proveedor;Nº factura;Importe;Vencimiento\nB12345674;F-1;1.155,09;30/11/2026\n'
      )
    )

    assert.deepEqual(found.columns.missing, [])
    assert.deepEqual(amounts(found), [[4, 115_509]])
  })

  test('a row that sums the others up is none of them', ({ assert }) => {
    const found = read(
      Buffer.from(
        'Pagos a proveedores;;;;\nNIF proveedor;Nº factura;Importe;Vencimiento;Empresa\nb-29188349; 26-hbs/371 ;1.155,09;30/11/2026;Sol\n;TOTAL;21.379,00;;'
      )
    )

    assert.deepEqual(amounts(found), [[3, 115_509]])
    assert.deepEqual(found.leftOut, [{ rowNo: 4, reason: 'TOTAL', text: 'TOTAL · 21.379,00' }])
  })

  test('a title may stand over headings that somebody pointed out', ({ assert }) => {
    const mapping = { taxId: 'Quién', number: 'Papel', amount: 'Cuánto' }

    const found = read(Buffer.from('Pagos;;\nQuién;Papel;Cuánto\nB12345674;F-1;10,00\n'), mapping)

    assert.deepEqual(amounts(found), [[3, 1000]])
  })

  test('without known headings the first row is what it was', ({ assert }) => {
    assert.deepEqual(read(Buffer.from('a;b;c\n1;2;3\n')).columns.headings, ['a', 'b', 'c'])
  })

  test('they may be on another sheet, or in a page saved as «.xls»', ({ assert }) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Importe', 'de noviembre']]), 'Portada')
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([['Relación'], ['NIF', 'Factura', 'Importe'], ['B12345674', 'F-1', 10.5]]),
      'Pagos'
    )
    const page =
      '<html><body><table><tr><td>NIF</td><td>Factura</td><td>Importe</td></tr><tr><td>B12345674</td><td>F-1</td><td>10,50</td></tr></table></body></html>'

    assert.deepEqual(amounts(read(write(book, { type: 'buffer', bookType: 'xlsx' }))), [[3, 1050]])
    assert.deepEqual(amounts(read(Buffer.from(page))), [[2, 1050]])
  })
})
