import { test } from '@japa/runner'
import fc from 'fast-check'
import { fullCode, readOpeningRows } from '#app/books/opening/opening_rows'

const table = (...rows: string[]) => rows.map((row, at) => ({ line: at + 1, cells: row.split(';') }))
const balancesOf = (...rows: string[]) =>
  readOpeningRows(table(...rows), 'EUR').rows.map(({ code, amountMinor }) => [code, amountMinor])

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
    const { rows, problems } = readOpeningRows(
      table('Cuenta;Saldo;Vencimiento', '570;12,34,56;', ';12,00;', '400;-5,00;31/02/2026'),
      'EUR'
    )

    assert.lengthOf(rows, 0)
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2, 3, 4]
    )
  })

  test('a file without accounts or balances is refused by the name of the column', ({ assert }) => {
    assert.throws(() => balancesOf('Nombre;Saldo', 'Caja;1,00'), 'Falta la columna «Cuenta».')
    assert.throws(() => balancesOf('Cuenta;Debe', '570;1,00'), /Debe/)
    assert.throws(() => balancesOf('Cuenta;Saldo'), 'El fichero no tiene filas.')
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
