import { test } from '@japa/runner'
import fc from 'fast-check'
import {
  fullCode,
  leaveOutEmpty,
  OPENING_COLUMNS,
  OPENING_ONE_OF,
  readOpeningRow,
} from '#app/books/opening/opening_rows'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'

const open = (...rows: string[]) =>
  openTable(Buffer.from(rows.join('\n')), {
    columns: OPENING_COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: OPENING_ONE_OF,
  })

function read(...rows: string[]) {
  const table = open(...rows)
  if (!table) throw new Error('The file has no rows')
  return leaveOutEmpty(readRows(table, (row: Row) => readOpeningRow(row, 'EUR'), null).rows)
}
type Row = Parameters<typeof readOpeningRow>[0]

const balancesOf = (...rows: string[]) =>
  read(...rows).flatMap(({ value, leftOut }) => (value && !leftOut ? [[value.code, value.amountMinor]] : []))

test.group('Rows of opening balances', () => {
  test('sumas y saldos: the balances count, not the sums, and subtotals and empty accounts are left out', ({
    assert,
  }) => {
    assert.deepEqual(
      balancesOf(
        'Cuenta;Título;Debe;Haber;Saldo deudor;Saldo acreedor',
        '5;Cuentas financieras;9.000,00;7.500,00;1.500,00;0,00',
        '57;Tesorería;9.000,00;7.500,00;1.500,00;0,00',
        '57200001;Banco;9.000,00;7.500,00;1.500,00;0,00',
        '62900000;Gastos;10,00;10,00;0,00;0,00',
        '10000000;Capital;0,00;1.500,00;0,00;1.500,00'
      ),
      [
        ['57200001', 150_000],
        ['10000000', -150_000],
      ]
    )
  })

  test('a signed balance, or debe less haber', ({ assert }) => {
    assert.deepEqual(balancesOf('Cuenta;Saldo', '570;-12,5'), [['570', -1_250]])
    assert.deepEqual(balancesOf('Cuenta;Debe;Haber', '570;100,00;30,25'), [['570', 6_975]])
  })

  test('what cannot be read for sure is told with its line', ({ assert }) => {
    const rows = read('Cuenta;Saldo;Vencimiento', '570;12,34,56;', ';12,00;', '400;-5,00;31/02/2026')

    assert.deepEqual(
      rows.map(({ rowNo, errors }) => [rowNo, errors.length]),
      [
        [2, 1],
        [3, 1],
        [4, 1],
      ]
    )
  })

  test('a file without accounts or balances asks for the column', ({ assert }) => {
    assert.deepEqual(open('Nombre;Saldo', 'Caja;1,00')?.missing, ['code'])
    assert.deepEqual(open('Cuenta;Debe', '570;1,00')?.missing, ['credit'])
    assert.deepEqual(open('Cuenta;Saldo')?.body, [])
  })

  test('a number is as long as those of the company, a point stands for its zeros', ({ assert }) => {
    assert.equal(fullCode('430.1', 8), '43000001')
    assert.equal(fullCode('572', 8), '57200000')
    assert.equal(fullCode('57200001', 8), '57200001')
  })

  test('whatever the columns, the balances of a file keep its sum to the cent', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1 }), (minors) => {
        const text = (minor: number) => (minor / 100).toFixed(2).replace('.', ',')
        const rows = minors.map(
          (minor, at) =>
            `${57200001 + at};${minor > 0 ? text(minor) : '0,00'};${minor < 0 ? text(-minor) : '0,00'}`
        )
        const read = balancesOf('Cuenta;Debe;Haber', ...rows)
        const sum = (all: number[]) => all.reduce((total, minor) => total + minor, 0)
        return sum(read.map(([, minor]) => Number(minor))) === sum(minors)
      })
    )
  })
})
