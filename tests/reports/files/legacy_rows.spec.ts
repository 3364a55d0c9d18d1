import { test } from '@japa/runner'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'
import {
  LEGACY_COLUMNS,
  type LegacyPayment,
  readLegacyPayment,
} from '#app/reports/legacy_import/read_legacy_payment'

const context = {
  siteIds: new Map([['hsol', 7]]),
  siteCodes: new Map([[7, 'HSOL']]),
  currencies: new Set(['EUR', 'USD']),
}
const head = ['Fecha', 'Empresa', 'Beneficiario', 'Importe', 'Moneda', 'Concepto', 'IBAN', 'Referencia']

function open(cells: string[][]) {
  const bytes = Buffer.from(cells.map((some) => some.join(';')).join('\n'))
  const table = openTable(bytes, {
    columns: LEGACY_COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
  })
  if (!table) throw new Error('The file has no rows')
  return table
}

function read(cells: string[][]) {
  const found = readRows<keyof typeof LEGACY_COLUMNS, LegacyPayment | null>(
    open(cells),
    (row) => readLegacyPayment(row, context),
    'past'
  )
  return {
    rows: found.rows.flatMap(({ rowNo, value }) => (value ? [{ rowNo, ...value }] : [])),
    errors: found.rows.flatMap(({ rowNo, errors }) => (errors.length > 0 ? [[rowNo, errors.join(' ')]] : [])),
    leftOut: found.leftOut.map(({ rowNo, reason }) => [rowNo, reason]),
  }
}

const table = (...rows: string[][]) => [head, ...rows]
const good = ['15/03/2024', 'HSOL', 'Lavandería Costa', '1.240,50', '', 'Factura 12', '', 'TR-1']

test.group('Rows of payments of before', () => {
  test('a row becomes a payment in cents on its day', ({ assert }) => {
    const { rows, errors } = read(table(good))

    assert.lengthOf(errors, 0)
    assert.containsSubset(rows[0], {
      rowNo: 2,
      paidOn: '2024-03-15',
      siteId: 7,
      payee: 'Lavandería Costa',
      amountMinor: 124_050,
      currency: 'EUR',
      kind: 'other',
      reference: 'TR-1',
    })
  })

  test('what cannot be read says its row and why, and the others go on', ({ assert }) => {
    const { rows, errors } = read(
      table(
        ['31/02/2024', ...good.slice(1)],
        [good[0] ?? '', 'NADIE', ...good.slice(2)],
        [...good.slice(0, 3), 'mucho', ...good.slice(4)],
        [...good.slice(0, 4), 'XXX', ...good.slice(5)],
        [...good.slice(0, 6), 'ES00', 'TR-2'],
        good
      )
    )

    assert.deepEqual(errors, [
      [2, 'La fecha «31/02/2024» no es válida.'],
      [3, 'Empresa desconocida.'],
      [4, 'El importe «mucho» no es válido.'],
      [5, 'La moneda «XXX» no existe.'],
      [6, 'El IBAN no es válido.'],
    ])
    assert.lengthOf(rows, 1)
  })

  test('a payroll is told by its words, whoever wrote them', ({ assert }) => {
    const { rows } = read(
      table(
        [...good.slice(0, 5), 'NÓMINA MARZO', '', ''],
        [...good.slice(0, 5), 'Nominal de acciones', '', '']
      )
    )

    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['payroll', 'other']
    )
  })

  test('the same payment has the same fingerprint in any order of columns', ({ assert }) => {
    const turned = [head.toReversed(), good.toReversed()]

    const [first, second] = [read(table(good)), read(turned)]

    assert.equal(first.rows[0]?.fingerprint, second.rows[0]?.fingerprint)
  })

  test('what never happened and what came in is left out, and a fee is said', ({ assert }) => {
    const { rows, leftOut } = read([
      [...head, 'Estado', 'D/C', 'Comisión'],
      [...good, 'COMPLETED', 'D', '0,00'],
      [...good, 'REVERTED', 'D', ''],
      [...good, 'Declined', 'D', ''],
      [...good, 'CANCELLED', 'D', ''],
      [...good, 'Pendiente', 'D', ''],
      [...good, 'COMPLETED', 'C', ''],
    ])

    assert.lengthOf(rows, 1)
    assert.deepEqual(leftOut, [
      [3, 'REVERTED'],
      [4, 'Declined'],
      [5, 'CANCELLED'],
      [6, 'Pendiente'],
      [7, 'C'],
    ])
  })

  test('a file without a needed column says which', ({ assert }) => {
    assert.deepEqual(
      open([
        ['Fecha', 'Importe'],
        ['x', 'y'],
      ]).missing,
      ['site', 'payee']
    )
  })
})
