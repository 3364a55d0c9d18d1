import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import { readCsvStatement } from '#app/accounts/statements/tables/csv_statement'

function codes(file: ParsedStatementFile): string[] {
  return [...file.issues, ...file.statements.flatMap(({ issues }) => issues)].map(({ code }) => code)
}

function amounts(file: ParsedStatementFile): (number | undefined)[] {
  return file.statements[0]?.entries.map(({ amountMinor }) => amountMinor) ?? []
}

test.group('Statements in CSV', () => {
  test('headings are found below what the bank writes above, and totals below are skipped', ({ assert }) => {
    const file = readCsvStatement(
      [
        '\ufeffMovimientos de la cuenta;ES91 2100 0418 4502 0005 1332',
        '',
        'Fecha;F. Valor;Concepto;Más datos;Importe;Saldo',
        '12/03/2026;13/03/2026;"Recibo; luz";HOTEL;-1.234,56;765,44',
        '10/03/2026;10/03/2026;Nómina;;2.000,00;2.000,00',
        'Total;;;;765,44;',
      ].join('\r\n')
    )

    const [statement] = file.statements
    assert.deepEqual(codes(file), [])
    assert.equal(statement?.iban, 'ES9121000418450200051332')
    assert.deepEqual(amounts(file), [-123_456, 200_000])
    assert.equal(statement?.entries[0]?.text, 'Recibo; luz HOTEL')
    assert.deepEqual(
      [statement?.entries[0]?.bookedOn, statement?.entries[0]?.valueOn],
      ['2026-03-12', '2026-03-13']
    )
    assert.deepEqual([statement?.openingMinor, statement?.closingMinor], [0, 76_544])
  })

  test('debits and credits in columns of their own make one signed amount', ({ assert }) => {
    const file = readCsvStatement('Fecha,Descripción,Cargo,Abono\n10/03/2026,a,12.30,\n11/03/2026,b,,5.00\n')

    assert.deepEqual(amounts(file), [-1230, 500])
  })

  test('a refund among the charges is an income, however the bank signs its charges', ({ assert }) => {
    const plain = readCsvStatement(
      'Fecha;Concepto;Cargo;Abono\n10/03/2026;a;12,30;\n11/03/2026;b;20,00;\n12/03/2026;devolución;-12,30;'
    )
    const minus = readCsvStatement(
      'Fecha;Concepto;Cargo;Abono\n10/03/2026;a;-12,30;\n11/03/2026;b;-20,00;\n12/03/2026;devolución;12,30;'
    )

    assert.deepEqual(amounts(plain), [-1230, -2000, 1230])
    assert.deepEqual(amounts(minus), [-1230, -2000, 1230])
  })

  test('a column of D and H signs the amounts; a sign that nobody knows leaves its row out', ({ assert }) => {
    const file = readCsvStatement(
      [
        'Fecha;Concepto;Importe;Signo',
        '10/03/2026;recibo;12,30;D',
        '11/03/2026;abono;5,00;H',
        '12/03/2026;a;7,00;Cargo',
        '13/03/2026;b;7,00;X',
        '14/03/2026;c;7,00;',
        '15/03/2026;d;-7,00;H',
      ].join('\n')
    )

    assert.deepEqual(amounts(file), [-1230, 500, -700])
    assert.deepEqual(codes(file), ['unreadable_amount', 'unreadable_amount', 'unreadable_amount'])
  })

  test('a mapping of the bank decides over what the headings look like', ({ assert }) => {
    const mapping = {
      columns: { bookedOn: 'Día de pago', amount: 'Neto' },
      text: ['Quién', 'Qué'],
      dayOrder: 'mdy' as const,
      decimalMark: '.' as const,
      currency: 'USD',
    }

    const file = readCsvStatement('Dia de Pago\tQuién\tQué\tNETO\n03/15/2026\tACME\tFee\t1,234.50', {
      mapping,
    })

    const [entry] = file.statements[0]?.entries ?? []
    assert.equal(entry?.bookedOn, '2026-03-15')
    assert.equal(entry?.amountMinor, 123_450)
    assert.equal(entry?.currency, 'USD')
    assert.equal(entry?.text, 'ACME Fee')
  })

  test('rows that cannot be read are named with their line and left out', ({ assert }) => {
    const file = readCsvStatement(
      'Fecha;Concepto;Importe\n31/02/2026;a;1,00\n10/03/2026;b;doce\n10/03/2026;c;\n10/03/2026;d;1,00'
    )

    assert.deepEqual(
      file.statements[0]?.issues.map(({ code, line }) => [code, line]),
      [
        ['unreadable_date', 2],
        ['unreadable_amount', 3],
        ['unreadable_amount', 4],
      ]
    )
    assert.deepEqual(amounts(file), [100])
  })

  test('"1.234" is only read when the other figures tell how', ({ assert }) => {
    const header = 'Fecha;Concepto;Importe\n'

    assert.deepEqual(codes(readCsvStatement(`${header}10/03/2026;a;1.234`)), [
      'unreadable_amount',
      'no_entries',
    ])
    assert.deepEqual(
      amounts(readCsvStatement(`${header}10/03/2026;a;1.234\n10/03/2026;b;5,20`)),
      [123_400, 520]
    )
    assert.deepEqual(
      amounts(readCsvStatement(`${header}10/03/2026;a;1,234\n10/03/2026;b;5.20`)),
      [123_400, 520]
    )
  })

  test('balances that do not follow are told at the first movement that breaks them', ({ assert }) => {
    const file = readCsvStatement(
      'Fecha;Concepto;Importe;Saldo\n01/03/2026;a;1,00;11,00\n02/03/2026;b;1,00;12,00\n03/03/2026;c;1,00;20,00'
    )

    assert.deepInclude(file.statements[0]?.issues[0], { code: 'closing_balance_mismatch', line: 4 })
  })

  test('quotes that never close do not lose the rest', ({ assert }) => {
    const file = readCsvStatement('Fecha;Concepto;Importe\n01/03/2026;"a;1,00\n02/03/2026;b;2,00')

    assert.include(codes(file), 'broken_quotes')
    assert.deepEqual(amounts(file), [100, 200])
  })

  test('a table without a date or an amount is told', ({ assert }) => {
    assert.deepEqual(codes(readCsvStatement('a;b;c\n1;2;3')), ['missing_columns'])
  })

  test('a file of more than 200,000 lines is refused', ({ assert }) => {
    const lines = `Fecha;Concepto;Importe\n${'01/03/2026;a;1,00\n'.repeat(200_001)}`

    assert.throws(() => readCsvStatement(lines), 'El fichero supera el máximo (20 MB / 200.000 líneas).')
  })
})

test.group('Statements in Excel', () => {
  test('a sheet with real dates and numbers is read as one with texts', async ({ assert }) => {
    const book = utils.book_new()
    const rows = [
      ['Cuenta', 'ES91 2100 0418 4502 0005 1332'],
      ['Fecha', 'Concepto', 'Importe', 'Saldo'],
      [new Date(Date.UTC(2026, 2, 3)), 'Nómina', 0.1 + 0.2, 100.3],
      ['04/03/2026', 'Luz', '-1.234,56', -1134.26],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), 'Movimientos')

    const file = await readStatementFile(write(book, { type: 'buffer', bookType: 'xlsx' }))

    assert.equal(file.format, 'xlsx')
    assert.deepEqual(codes(file), [])
    assert.deepEqual(amounts(file), [30, -123_456])
    assert.deepEqual(
      file.statements[0]?.entries.map(({ bookedOn }) => bookedOn),
      ['2026-03-03', '2026-03-04']
    )
    assert.deepEqual([file.statements[0]?.openingMinor, file.statements[0]?.closingMinor], [10_000, -113_426])
  })
})
