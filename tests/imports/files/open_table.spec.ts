import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import iconv from 'iconv-lite'
import type { ImportColumns } from '#app/imports/columns'
import { readRows } from '#app/imports/read_rows'
import type { RowReader } from '#app/imports/row_reader'
import { openTable, type TableAsked } from '#app/imports/tables/open_table'

const COLUMNS = {
  name: { title: 'Nombre', kind: 'text', isNeeded: true, aliases: ['proveedor'] },
  amount: { title: 'Importe', kind: 'money', isNeeded: true },
  on: { title: 'Fecha', kind: 'day' },
} as const satisfies ImportColumns
type Key = keyof typeof COLUMNS

function open(bytes: Uint8Array, more: Partial<TableAsked> = {}) {
  const table = openTable(bytes, {
    columns: COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
    ...more,
  })
  if (!table) throw new Error('The file has no rows')
  return table
}

const read = (bytes: Uint8Array, more: Partial<TableAsked> = {}) =>
  readRows<Key, unknown[]>(
    open(bytes, more),
    (row: RowReader<Key>) => [row.text('name'), row.money('amount'), row.day('on')],
    null
  ).rows.map(({ rowNo, value, errors }) => [rowNo, value ?? errors.join(' ')])

const GOOD = [[2, ['Peña', 123_450, '2026-03-31']]]
const TEXT = 'Nombre;Importe;Fecha\r\nPeña;1.234,50;31/03/2026\r\n'

test.group('A table in a file', () => {
  test('is read whatever its letters are written in: {encoding}')
    .with([
      { encoding: 'utf8', mark: '' },
      { encoding: 'utf8', mark: '\uFEFF' },
      { encoding: 'windows-1252', mark: '' },
      { encoding: 'utf-16le', mark: '\uFEFF' },
      { encoding: 'utf-16be', mark: '\uFEFF' },
    ])
    .run(({ assert }, { encoding, mark }) => {
      assert.deepEqual(read(iconv.encode(mark + TEXT, encoding)), GOOD)
    })

  test('is read from a page or a workbook in XML that is called «.xls»', ({ assert }) => {
    const cells = TEXT.trim()
      .split('\r\n')
      .map((line) => line.split(';'))
    const page = `<html><table>${cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table></html>`
    const book = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Hoja1"><Table>${cells.map((row) => `<Row>${row.map((cell) => `<Cell><Data ss:Type="String">${cell}</Data></Cell>`).join('')}</Row>`).join('')}</Table></Worksheet></Workbook>`

    assert.deepEqual(read(Buffer.from(page)), GOOD)
    assert.deepEqual(read(Buffer.from(book)), GOOD)
  })

  test('stands on the sheet that has its headings, and the others with the same ones are said', ({
    assert,
  }) => {
    const book = utils.book_new()
    const sheet = (name: string) => utils.aoa_to_sheet([['Relación'], ['Nombre', 'Importe'], [name, 10.5]])
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Portada']]), 'Portada')
    utils.book_append_sheet(book, sheet('Enero SL'), 'Enero')
    utils.book_append_sheet(book, sheet('Febrero SL'), 'Febrero')
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer

    assert.deepEqual(read(bytes), [[3, ['Enero SL', 1050, null]]])
    assert.match(open(bytes).issues[0]?.message ?? '', /«Enero»; otra tiene .*«Febrero»/)
    assert.deepEqual(read(bytes, { sheet: 'Febrero' }), [[3, ['Febrero SL', 1050, null]]])
    assert.deepEqual(open(bytes, { sheet: 'Febrero' }).issues, [])
  })

  test('under headings that nobody knows says which columns are missing, with what stands in each', ({
    assert,
  }) => {
    const bytes = Buffer.from('Quién;Cuánto\nSol;1,50\nLuna;2,50\nSol;3,00')
    const asked = open(bytes)

    assert.deepEqual(asked.missing, ['name', 'amount'])
    assert.deepEqual(asked.headings, [
      { name: 'Quién', samples: ['Sol', 'Luna'] },
      { name: 'Cuánto', samples: ['1,50', '2,50', '3,00'] },
    ])
    assert.deepEqual(read(bytes, { choice: { name: 'Quién', amount: 'Cuánto' } })[0], [2, ['Sol', 150, null]])
  })

  test('without headings is read by the places that somebody chose', ({ assert }) => {
    const bytes = Buffer.from('31/03/2026;Sol;1,50\n01/04/2026;Luna;2,50')

    assert.deepEqual(
      open(bytes).headings.map(({ name }) => name),
      ['Columna 1', 'Columna 2', 'Columna 3']
    )
    assert.deepEqual(read(bytes, { choice: { on: 'Columna 1', name: 'Columna 2', amount: 'Columna 3' } }), [
      [1, ['Sol', 150, '2026-03-31']],
      [2, ['Luna', 250, '2026-04-01']],
    ])
  })

  test('tells the order of its days by all of them, and asks where they do not agree', ({ assert }) => {
    const days = (...cells: string[]) =>
      read(Buffer.from(['Nombre;Importe;Fecha', ...cells.map((cell) => `A;1,00;${cell}`)].join('\n'))).map(
        ([, value]) => (Array.isArray(value) ? value[2] : value)
      )

    assert.deepEqual(days('03/04/2026', '25/04/2026'), ['2026-04-03', '2026-04-25'])
    assert.deepEqual(days('03/04/2026', '04/25/2026'), ['2026-03-04', '2026-04-25'])
    assert.deepEqual(days('25/04/2026', '04/26/2026', '03/04/2026'), [
      '2026-04-25',
      '2026-04-26',
      'La fecha «03/04/2026» puede leerse de dos maneras: escríbala como 2026-03-31.',
    ])
  })

  test('tells its decimal mark by all figures, and asks about one that may be two', ({ assert }) => {
    const figures = (...cells: string[]) =>
      read(Buffer.from(['Nombre;Importe', ...cells.map((cell) => `A;${cell}`)].join('\n'))).map(
        ([, value]) => (Array.isArray(value) ? value[1] : value)
      )

    assert.deepEqual(figures('1.234', '0,50'), [123_400, 50])
    assert.deepEqual(figures('1,234', '0.50'), [123_400, 50])
    assert.deepEqual(figures('1.234'), [
      'El importe «1.234» puede leerse de dos maneras: escríbalo con decimales.',
    ])
  })
})
