import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import type { ImportColumns } from '#app/imports/columns'
import { readRows } from '#app/imports/read_rows'
import type { Moves } from '#app/imports/row_moves'
import type { RowReader } from '#app/imports/row_reader'
import { openTable } from '#app/imports/tables/open_table'
import { readNamedSheets } from '#app/imports/tables/xlsx_rows'

const COLUMNS = {
  name: { title: 'Nombre', kind: 'text', isNeeded: true },
  net: { title: 'Neto', kind: 'money', isNeeded: true, aliases: ['total neto', 'importe'] },
} as const satisfies ImportColumns
type Key = keyof typeof COLUMNS

function open(bytes: Uint8Array) {
  const table = openTable(bytes, {
    columns: COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
  })
  if (!table) throw new Error('The file has no rows')
  return table
}

const read = (bytes: Uint8Array, moves: Moves | null = null) =>
  readRows<Key, number | null>(open(bytes), (row: RowReader<Key>) => row.money('net'), moves)

function workbook(rows: unknown[][], date1904 = false): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Hoja1')
  book.Workbook = { WBProps: { date1904 } }
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
}

test.group('A file that could be misread', () => {
  test('has the amount of the column that is asked for, and says which others it could have been', ({
    assert,
  }) => {
    const bytes = Buffer.from('Nombre;Importe;Neto\r\nAna;2.000,00;1.500,00\r\n')

    assert.deepEqual(
      read(bytes).rows.map(({ value }) => value),
      [150_000]
    )
    assert.deepEqual(
      open(bytes).issues.map(({ message }) => message),
      ['Neto: se lee la columna «Neto» y no «Importe»; cámbielo si no es la suya.']
    )
  })

  test('tells a column that is there twice', ({ assert }) => {
    const bytes = Buffer.from('Nombre;Neto;Neto\r\nAna;2.000,00;1.500,00\r\n')

    assert.deepEqual(
      open(bytes).issues.map(({ message }) => message),
      ['Neto: se lee la columna «Neto» y no «Neto»; cámbielo si no es la suya.']
    )
  })

  test('never makes thousands of the decimals of a figure of Excel', ({ assert }) => {
    const { rows } = read(
      workbook([
        ['Nombre', 'Neto'],
        ['Ana', '1.250,00'],
        ['Eva', 150.125],
        ['Luz', 150.5],
      ])
    )

    assert.deepEqual(
      rows.map(({ value, errors }) => value ?? errors),
      [125_000, ['El importe «150.1250» no es válido.'], 15_050]
    )
  })

  test('counts the days of a book from where the book counts them', ({ assert }) => {
    const dayIn = (date1904: boolean) => {
      const sheet = utils.aoa_to_sheet([[44_000]])
      sheet.A1.z = 'dd/mm/yyyy'
      const book = utils.book_new()
      utils.book_append_sheet(book, sheet, 'Hoja1')
      book.Workbook = { WBProps: { date1904 } }
      const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }))
      return readNamedSheets(bytes)[0]?.rows[0]?.cells[0]
    }

    assert.equal(dayIn(false), '2020-06-18')
    assert.equal(dayIn(true), '2024-06-19')
  })

  test('of debts leaves out what was paid or called off, whatever stands before it: {state}')
    .with([
      { state: 'Vencida y pagada', becomes: 'out' },
      { state: 'Ya pagada', becomes: 'out' },
      { state: 'Programada (ya ejecutada)', becomes: 'out' },
      { state: 'Pendiente de anular', becomes: 'out' },
      { state: 'Compensada', becomes: 'out' },
      { state: 'Parcialmente pagada', becomes: 'wrong' },
      { state: 'Vencida, no pagada', becomes: 'taken' },
      { state: 'Sin pagar', becomes: 'taken' },
      { state: 'Impagada', becomes: 'taken' },
      { state: 'Pendiente de pago', becomes: 'taken' },
    ])
    .run(({ assert }, { state, becomes }) => {
      const { rows, leftOut } = read(Buffer.from(`Nombre;Neto;Estado\r\nAna;10,00;${state}\r\n`), 'due')

      const found = leftOut.length > 0 ? 'out' : rows[0]?.value === null ? 'wrong' : 'taken'
      assert.equal(found, becomes)
    })
})

test.group('The currency of a file', () => {
  test('is read where the file says it: {said}')
    .with([
      { said: 'USD', isRight: false },
      { said: 'GBP', isRight: false },
      { said: '$', isRight: false },
      { said: 'Dólares', isRight: false },
      { said: 'EUR', isRight: true },
      { said: 'euros', isRight: true },
      { said: '€', isRight: true },
      { said: '', isRight: true },
    ])
    .run(({ assert }, { said, isRight }) => {
      const { rows } = read(Buffer.from(`Nombre;Neto;Moneda\r\nAna;10,00;${said}\r\n`))

      assert.equal(rows[0]?.value !== null, isRight)
    })
})

test.group('A row that sums the others up', () => {
  test('stays out, and a name that begins like one does not: {name}')
    .with([
      { name: 'SUMAS', isOut: true },
      { name: 'Suma(s)', isOut: true },
      { name: 'TOTAL A PAGAR', isOut: true },
      { name: 'Total (3)', isOut: true },
      { name: 'Gran total', isOut: true },
      { name: 'TOTALES GENERALES:', isOut: true },
      { name: 'Sumas iguales', isOut: true },
      { name: 'Suma total', isOut: true },
      { name: 'Total grupo 4', isOut: true },
      { name: 'TOTAL DEBE', isOut: true },
      { name: 'Total activo corriente', isOut: true },
      { name: 'Total cuentas (12)', isOut: true },
      { name: 'Totals', isOut: true },
      { name: 'Gesamtsumme', isOut: true },
      { name: 'Suma y sigue', isOut: true },
      { name: 'Balance Consultores', isOut: false },
      { name: 'Saldo Iniciativas, S.L.', isOut: false },
      { name: 'Grupo 4', isOut: false },
      { name: 'Total Quality', isOut: false },
      { name: 'Total Energies', isOut: false },
      { name: 'Sumas y Restas, S.L.', isOut: false },
    ])
    .run(({ assert }, { name, isOut }) => {
      const { leftOut } = read(Buffer.from(`Nombre;Neto\r\nAna;10,00\r\n${name};xx\r\n`))

      assert.equal(leftOut.length > 0, isOut)
    })
})
