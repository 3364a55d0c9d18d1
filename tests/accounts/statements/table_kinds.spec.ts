import { utils, write } from '@e965/xlsx'
import { test } from '@japa/runner'
import fc from 'fast-check'
import { balanceCheck } from '#app/accounts/statements/account_file'
import type { ParsedStatementFile } from '#app/accounts/statements/parsed_statement'
import { readStatementFile } from '#app/accounts/statements/read_statement_file'
import { readTableColumns } from '#app/accounts/statements/tables/table_mapping'

const read = (text: string) => readStatementFile(Buffer.from(text))

const amounts = ({ statements }: ParsedStatementFile) =>
  statements[0]?.entries.map(({ amountMinor }) => amountMinor) ?? []
const balances = ({ statements }: ParsedStatementFile) => [
  statements[0]?.openingMinor ?? null,
  statements[0]?.closingMinor ?? null,
]
const codes = (file: ParsedStatementFile) =>
  [...file.issues, ...file.statements.flatMap(({ issues }) => issues)].map(({ code }) => code)
const leftOut = ({ statements }: ParsedStatementFile) =>
  statements[0]?.leftOut.map(({ line, state }) => [line, state]) ?? []

test.group('Tables of banks: rows that never happened', () => {
  test('are left out with their state and counted, and the balance holds - {title}')
    .with([
      {
        title: 'Spanish',
        text: 'Fecha;Concepto;Importe;Saldo;Estado\n02/11/2026;a;100,00;100,00;Realizado\n03/11/2026;b;-10,00;90,00;Ejecutada\n04/11/2026;c;-5,00;;Pendiente\n05/11/2026;d;-7,00;;Rechazada\n',
        states: [
          [4, 'Pendiente'],
          [5, 'Rechazada'],
        ],
      },
      {
        title: 'German, under a heading nobody knows',
        text: 'Datum;Omschrijving;Betrag;Saldo;Bemerkung\n02.11.2026;a;100,00;100,00;gebucht\n03.11.2026;b;-10,00;90,00;gebucht\n04.11.2026;c;-5,00;;vorgemerkt\n05.11.2026;d;-5,00;;storniert\n',
        states: [
          [4, 'vorgemerkt'],
          [5, 'storniert'],
        ],
      },
      {
        title: 'French, Italian and Portuguese words',
        text: 'Fecha;Concepto;Importe;Saldo;Statut\n02/11/2026;a;100,00;100,00;Effectué\n03/11/2026;b;-10,00;90,00;Completato\n04/11/2026;c;-5,00;;Refusé\n05/11/2026;d;-5,00;;Annullato\n06/11/2026;e;-5,00;;Pendente\n',
        states: [
          [4, 'Refusé'],
          [5, 'Annullato'],
          [6, 'Pendente'],
        ],
      },
      {
        title: 'the state stands where the date should',
        text: 'Fecha;Concepto;Importe;Saldo\n02/11/2026;a;100,00;100,00\n03/11/2026;b;-10,00;90,00\nPendiente;c;-5,00;\n',
        states: [[4, 'Pendiente']],
      },
      {
        title: 'several words of a service',
        text: 'Date,Description,Amount,Balance,Status,Card status\n2026-11-02,a,100.00,100.00,Completed,ACTIVE\n2026-11-03,b,-10.00,90.00,Completed,BLOCKED\n2026-11-04,c,-5.00,,Declined by issuer,ACTIVE\n2026-11-05,d,-5.00,,Payment failed,ACTIVE\n',
        states: [
          [4, 'Declined by issuer'],
          [5, 'Payment failed'],
        ],
      },
    ])
    .run(async ({ assert }, { text, states }) => {
      const file = await read(text)

      assert.deepEqual(amounts(file), [10_000, -1000])
      assert.deepEqual(balances(file), [0, 9000])
      assert.deepEqual(leftOut(file), states)
      assert.deepEqual(codes(file), [])
    })

  test('a state that nobody knows is told where no balance proves the row', async ({ assert }) => {
    const file = await read(
      'Fecha;Concepto;Importe;Saldo;Estado\n02/11/2026;a;100,00;100,00;Zeta\n03/11/2026;b;-10,00;;Zeta\n'
    )

    assert.deepEqual(amounts(file), [10_000])
    assert.deepEqual(codes(file), ['unknown_status'])
  })
})

test.group('Tables of banks: fees', () => {
  test('in a column of their own are movements, so that the balance adds up', async ({ assert }) => {
    const file = await read(
      'Date,Description,Amount,Fee,Currency,Balance\n2026-11-02,In,100.00,0.00,EUR,100.00\n2026-11-03,Out,-20.00,1.50,EUR,78.50\n2026-11-04,Out 2,-8.50,0.00,EUR,70.00\n'
    )

    assert.deepEqual(amounts(file), [10_000, -2000, -150, -850])
    assert.deepEqual(balances(file), [0, 7000])
    assert.equal(file.statements[0]?.entries[2]?.text, 'Comisión Out')
    assert.deepEqual(codes(file), [])
  })

  test('that the amount has inside, as the balances say, are none', async ({ assert }) => {
    const file = await read(
      'Date,Description,Amount,Fee,Balance\n2026-11-02,In,100.00,0.00,100.00\n2026-11-03,Out,-21.50,1.50,78.50\n2026-11-04,Out,-8.50,0.00,70.00\n'
    )

    assert.deepEqual(amounts(file), [10_000, -2150, -850])
    assert.deepEqual(codes(file), [])
  })

  test('written with their sign are kept, given back they come in; in another currency they are told', async ({
    assert,
  }) => {
    const signed = await read(
      'Date,Description,Gross,Fee,Balance\n2026-11-02,Sale,100.00,-3.00,97.00\n2026-11-03,Sale,50.00,-2.00,145.00\n2026-11-04,Refund,-50.00,2.00,97.00\n'
    )
    const other = await read(
      'Date,Description,Amount,Fee,Fee currency,Currency\n2026-11-02,Out,-20.00,1.50,USD,EUR\n'
    )

    assert.deepEqual(amounts(signed), [10_000, -300, 5000, -200, -5000, 200])
    assert.deepEqual(codes(signed), [])
    assert.deepEqual(amounts(other), [-2000])
    assert.deepEqual(codes(other), ['unreadable_fee'])
  })

  test('of a service with two sides are those of ours', async ({ assert }) => {
    const file = await read(
      'ID,Status,Direction,"Finished on","Source fee amount","Source fee currency","Target fee amount","Source name","Source amount (after fees)","Source currency","Target name","Target amount (after fees)","Target currency",Reference\n' +
        'T1,COMPLETED,OUT,"2026-11-05 10:12:12",0.60,EUR,,"Nosotros SL",300.00,EUR,"Vendor Ltd",260.00,GBP,"F 1"\n' +
        'T0,COMPLETED,IN,"2026-11-02 08:00:00",0.00,USD,,"Buyer Inc",1100.00,USD,"Nosotros SL",1000.00,EUR,"F 2"\n' +
        'T2,CANCELLED,OUT,"2026-11-06 10:12:12",0.75,EUR,,"Nosotros SL",77.00,EUR,"Vendor Ltd",77.00,EUR,"F 3"\n' +
        'T3,COMPLETED,NEUTRAL,"2026-11-07 10:12:12",0.00,EUR,,"Nosotros SL",10.00,EUR,"Nosotros SL",11.00,USD,""\n'
    )

    assert.deepEqual(amounts(file), [-30_000, -60, 100_000])
    assert.deepEqual(
      file.statements[0]?.entries.map(({ counterpartyName, currency }) => [counterpartyName, currency]),
      [
        ['Vendor Ltd', 'EUR'],
        [null, 'EUR'],
        ['Buyer Inc', 'EUR'],
      ]
    )
    assert.deepEqual(leftOut(file), [[4, 'CANCELLED']])
    assert.deepEqual(codes(file), ['unreadable_amount'])
  })
})

test.group('Tables of banks: directions', () => {
  test('in a column are the sign of the amount - {words}')
    .with([
      { heading: 'D/C', words: 'D C' },
      { heading: 'Af Bij', words: 'Af Bij' },
      { heading: 'Direction', words: 'OUT IN' },
      { heading: 'S/H', words: 'S H' },
      { heading: 'Cargo/Abono', words: 'C A' },
      { heading: 'Debe/Haber', words: 'Debe Haber' },
      { heading: 'Sin nombre', words: '- +' },
      { heading: 'Tipo', words: 'Cargo Abono' },
      { heading: 'Mouvement', words: 'Debit Credit' },
      { heading: 'DH', words: '1 2' },
      { heading: 'Clave', words: '1 2' },
      { heading: 'Signo', words: '-1 1' },
      { heading: 'Tipo', words: 'Emitida Recibida' },
      { heading: 'Tipo', words: 'Salida Entrada' },
      { heading: 'Tipo', words: 'Gasto Ingreso' },
      { heading: 'C/D', words: 'D C' },
      { heading: 'CdtDbtInd', words: 'DBIT CRDT' },
      { heading: 'Mota', words: 'Irteera Sarrera' },
      { heading: 'Tipus', words: 'Càrrec Abonament' },
    ])
    .run(async ({ assert }, { heading, words }) => {
      const [debit, credit] = words.split(' ')

      const file = await read(
        `Fecha;${heading};Concepto;Importe\n05/11/2026;${debit};a;75,94\n06/11/2026;${credit};b;100,00\n`
      )

      assert.deepEqual(amounts(file), [-7594, 10_000])
      assert.deepEqual(codes(file), [])
    })

  test('that nobody knows are asked for, unless the balances prove the amounts or a person said it', async ({
    assert,
  }) => {
    const rows = (balance: boolean) =>
      `Fecha;Clase;Concepto;Importe${balance ? ';Saldo' : ''}\n` +
      [
        ['Compra', '10,00', '110,00'],
        ['Venta', '20,00', '130,00'],
        ['Compra', '5,00', '135,00'],
      ]
        .map(
          ([word, figure, total], day) =>
            `0${day + 1}/11/2026;${word};x${day};${figure}${balance ? `;${total}` : ''}`
        )
        .join('\n')

    const asked = await read(rows(false))
    const proven = await read(rows(true))
    const said = await readStatementFile(Buffer.from(rows(false)), {
      mapping: {
        columns: { bookedOn: 'Fecha', amount: 'Importe', sign: 'Clase' },
        text: ['Concepto'],
        debitWord: 'Compra',
      },
    })

    assert.deepEqual(asked.statements, [])
    assert.deepEqual(codes(asked), ['ambiguous_sign'])
    assert.include(asked.issues[0]?.message, '«Clase» tiene dos valores')
    assert.deepEqual(amounts(proven), [1000, 2000, 500])
    assert.deepEqual(amounts(said), [-1000, 2000, -500])
  })
})

test.group('Tables of banks: amounts without signs', () => {
  const header = (more: string) => `Fecha;Concepto;${more}Importe`
  const file = (head: string, ...rows: string[]) => read(`${head}\n${rows.join('\n')}\n`)

  test('of kinds that speak of charges and incomes have the sign of their kind', async ({ assert }) => {
    const known = await file(
      header('Tipo movimiento;'),
      '02/11/2026;a;Transferencia recibida;1.000,00',
      '03/11/2026;b;Transferencia emitida;200,00',
      '04/11/2026;c;Comisión;3,00'
    )
    const unknown = await file(
      header('Tipo movimiento;'),
      '02/11/2026;a;Transferencia recibida;1.000,00',
      '03/11/2026;b;Transferencia emitida;200,00',
      '04/11/2026;c;Devolución;3,00'
    )

    assert.deepEqual(amounts(known), [100_000, -20_000, -300])
    assert.deepEqual([codes(unknown), unknown.statements], [['ambiguous_sign'], []])
  })

  test('are asked for where a column of codes, a text or the balances speak against incomes', async ({
    assert,
  }) => {
    const asked = [
      await file(header('Tipo;'), '02/11/2026;a;2;1.000,00', '03/11/2026;b;1;200,00', '04/11/2026;c;1;20,00'),
      await file(header('DH;'), '02/11/2026;a;X;1.000,00', '03/11/2026;b;Y;200,00'),
      await file(
        header(''),
        '02/11/2026;Cobro de cliente;1.000,00',
        '03/11/2026;Compra Papelería Sol;200,00'
      ),
      await file(`${header('')};Saldo`, '02/11/2026;a;1.000,00;1.000,00', '03/11/2026;b;200,00;800,00'),
    ]

    for (const one of asked) assert.deepEqual([codes(one), one.statements], [['ambiguous_sign'], []])
  })

  test('are incomes where nothing speaks against it', async ({ assert }) => {
    const incomes = await file(header(''), '02/11/2026;Venta 1;1.000,00', '03/11/2026;Venta 2;200,00')

    assert.deepEqual([amounts(incomes), codes(incomes)], [[100_000, 20_000], []])
  })

  test('take the meaning of their column from the balances, whatever its words', async ({ assert }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ['Tipo', '1', '2'],
          ['Tipo', '2', '1'],
          ['DH', '1', '2'],
          ['DH', '2', '1'],
          ['Clase', 'X', 'Y'],
          ['D/H', 'D', 'H'],
          ['D/H', 'H', 'D']
        ),
        fc.uniqueArray(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 900_000 })), {
          minLength: 3,
          maxLength: 12,
          selector: ([, minor]) => minor,
        }),
        async ([heading = '', debit = '', credit = ''], moves) => {
          const signed = moves.map(([isDebit, minor]) => (isDebit ? -minor : minor))
          fc.pre(signed.slice(1).some((minor) => minor < 0) && signed.slice(1).some((minor) => minor > 0))
          let balance = 0
          const lines = moves.map(([isDebit, minor], at) => {
            balance += isDebit ? -minor : minor
            return `${String((at % 27) + 1).padStart(2, '0')}/11/2026;x${at};${isDebit ? debit : credit};${euros(minor)};${euros(balance)}`
          })
          const one = await file(`${header(`${heading};`)};Saldo`, ...lines)
          assert.deepEqual(amounts(one), signed)
        }
      )
    )
  })
})

const euros = (minor: number) => (minor / 100).toFixed(2).replace('.', ',')

test.group('Tables of banks: a column of charges beside the amount', () => {
  test('is a fee where rows have both, and faces the amount where each row has one of the two', async ({
    assert,
  }) => {
    const fee = await read(
      'Fecha;Concepto;Importe;Gastos\n02/11/2026;a;-200,00;12,50\n03/11/2026;b;100,00;0,00\n'
    )
    const pair = await read('Fecha;Concepto;Gastos;Ingresos\n02/11/2026;a;;1.000,00\n03/11/2026;b;200,00;\n')
    const facing = await read('Fecha;Concepto;Importe;Cargo\n02/11/2026;a;1.000,00;\n03/11/2026;b;;200,00\n')
    const beside = await read(
      'Fecha;Concepto;Tipo;Importe;Gastos\n02/11/2026;a;Abono;1.000,00;0,00\n03/11/2026;b;Cargo;200,00;1,50\n'
    )

    assert.deepEqual(amounts(fee), [-20_000, -1250, 10_000])
    assert.deepEqual(amounts(pair), [100_000, -20_000])
    assert.deepEqual(amounts(facing), [100_000, -20_000])
    assert.deepEqual(amounts(beside), [100_000, -20_000, -150])
    for (const one of [fee, pair, facing, beside]) assert.deepEqual(codes(one), [])
  })

  test('is told where it cannot be counted, and is none where it says who bears it', async ({ assert }) => {
    const second = await read('Fecha;Concepto;Importe;Comisión;Gastos\n02/11/2026;a;-200,00;2,50;1,00\n')
    const bearer = await read(
      'Fecha;Concepto;Importe;Gastos\n02/11/2026;a;-200,00;SHA\n03/11/2026;b;5,00;OUR\n'
    )
    const minus = await read('Fecha;Concepto;Signo;Importe\n02/11/2026;a;;200,00\n03/11/2026;b;-;5,00\n')

    assert.deepEqual([amounts(second), codes(second)], [[-20_000, -250], ['unreadable_fee']])
    assert.deepEqual([amounts(bearer), codes(bearer)], [[-20_000, 500], []])
    assert.deepEqual([amounts(minus), codes(minus)], [[20_000, -500], []])
  })
})

test.group('Tables of banks: headings', () => {
  test('are not needed where amounts and balances prove the columns; then they are known by their place', async ({
    assert,
  }) => {
    const text =
      '05/11/2026|COMPRA|05/11/2026|-100.00|900.00||5402XX\n04/11/2026|RECIBO|04/11/2026|-50.00|1000.00||\n03/11/2026|INGRESO|03/11/2026|1050.00|1050.00||\n'

    const file = await read(text)
    const columns = await readTableColumns(Buffer.from(text), 'EUR')

    assert.deepEqual(amounts(file), [-10_000, -5000, 105_000])
    assert.deepEqual(balances(file), [0, 90_000])
    assert.isTrue(columns?.isSure)
    assert.deepInclude(columns?.guess?.columns, {
      bookedOn: 'Columna 1',
      valueOn: 'Columna 3',
      amount: 'Columna 4',
      balance: 'Columna 5',
    })
    assert.deepEqual(columns?.samples['Columna 4'], ['-100.00', '-50.00', '1050.00'])
  })

  test('missing with nothing that proves the columns, they are asked for and no row is lost', async ({
    assert,
  }) => {
    const text = '05/11/2026;COMPRA;-100,00\n04/11/2026;RECIBO;-50,00\n'
    const mapping = { columns: { bookedOn: 'Columna 1', amount: 'Columna 3' }, text: ['Columna 2'] }

    const asked = await read(text)
    const chosen = await readStatementFile(Buffer.from(text), { mapping })
    const columns = await readTableColumns(Buffer.from(text), 'EUR')

    assert.deepEqual(codes(asked), ['missing_columns'])
    assert.isFalse(columns?.isSure)
    assert.deepEqual(columns?.headings, ['Columna 1', 'Columna 2', 'Columna 3'])
    assert.deepEqual(amounts(chosen), [-10_000, -5000])
    // A place is no heading: a file that has headings is not read by places.
    const headed = await readStatementFile(Buffer.from(`Uno;Dos;Tres\n${text}`), { mapping })
    assert.deepEqual(codes(headed), ['missing_columns'])
  })

  test('a date of value alone, months by name and a title above are read', async ({ assert }) => {
    const value = await read('Movimientos;;\nF. VALOR;DESCRIPCIÓN;IMPORTE (€)\n05/11/2026;a;-1,00\n')
    const named = await read(
      'Fecha;Concepto;Importe\n05-nov-2026;a;-1,00\n6 de noviembre de 2026;b;-1,00\n07 déc. 2026;c;-1,00\n8. März 2026;d;-1,00\n"Nov 9, 2026";e;-1,00\n10 xyz 2026;f;-1,00\n'
    )

    assert.equal(value.statements[0]?.entries[0]?.bookedOn, '2026-11-05')
    assert.deepEqual(
      named.statements[0]?.entries.map(({ bookedOn }) => bookedOn),
      ['2026-11-05', '2026-11-06', '2026-12-07', '2026-03-08', '2026-11-09']
    )
    assert.deepEqual(codes(named), ['unreadable_date'])
  })
})

test.group('Tables of banks: balances', () => {
  const header = 'Fecha;Concepto;Importe;Saldo\n'

  test('rows in any order are one chain', async ({ assert }) => {
    const mixed = await read(
      `${header}03/11/2026;b;-20,00;80,00\n03/11/2026;a;100,00;100,00\n04/11/2026;d;-30,00;40,00\n04/11/2026;c;-10,00;70,00\n`
    )
    const shuffled = await read(
      `${header}04/11/2026;d;-30,00;40,00\n03/11/2026;a;100,00;100,00\n04/11/2026;c;-10,00;70,00\n03/11/2026;b;-20,00;80,00\n`
    )

    for (const file of [mixed, shuffled]) {
      assert.deepEqual(balances(file), [0, 4000])
      assert.deepEqual(codes(file), [])
    }
  })

  test('a row without balance does not switch the check off', async ({ assert }) => {
    const right = await read(
      `${header}03/11/2026;a;100,00;100,00\n04/11/2026;b;-20,00;\n05/11/2026;c;-30,00;50,00\n`
    )
    const wrong = await read(
      `${header}03/11/2026;a;100,00;100,00\n04/11/2026;b;-20,00;\n05/11/2026;c;-30,00;40,00\n`
    )

    assert.deepEqual(balances(right), [0, 5000])
    assert.deepEqual(codes(right), [])
    assert.deepEqual(codes(wrong), ['closing_balance_mismatch'])
  })

  test('a movement missing in the middle is told, and no balances are unchecked', async ({ assert }) => {
    const gap = await read(
      `${header}03/11/2026;a;100,00;100,00\n05/11/2026;c;-30,00;50,00\n06/11/2026;d;20,00;70,00\n`
    )
    const none = await read('Fecha;Concepto;Importe\n03/11/2026;a;-100,00\n')

    assert.deepEqual(codes(gap), ['closing_balance_mismatch'])
    assert.equal(none.statements[0] && balanceCheck(none.statements[0]), 'unchecked')
  })
})

test.group('Tables of banks: files that are not what their name says', () => {
  test('a page of tables is read with its days before its months and its commas', async ({ assert }) => {
    const file = await read(
      '<html><head><meta charset="utf-8"><style>td { color: red }</style></head><body><table><tr><td>Cuenta</td><td>ES91 2100 0418 4502 0005 1332</td></tr></table>' +
        '<TABLE><TR><TH>Fecha Operaci&oacute;n</TH><TH>Concepto</TH><TH>Importe</TH><TH>Saldo</TH></TR>' +
        '<tr><td>05/11/2026</td><td>COMPRA &amp; <b>PAPEL</b></td><td>-100,00&nbsp;&euro;</td><td>900,00&nbsp;&euro;</td></tr></TABLE></body></html>'
    )

    const [statement] = file.statements
    assert.equal(file.format, 'html')
    assert.equal(statement?.iban, 'ES9121000418450200051332')
    assert.deepEqual(
      statement?.entries.map(({ bookedOn, amountMinor, text }) => [bookedOn, amountMinor, text]),
      [['2026-11-05', -10_000, 'COMPRA & PAPEL']]
    )
  })

  test('a workbook of Excel 2003 in XML is read, also where cells are left out', async ({ assert }) => {
    const cell = (type: string, text: string, index = '') =>
      `<Cell${index}><Data ss:Type="${type}">${text}</Data></Cell>`
    const file = await read(
      `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
        <Worksheet ss:Name="Portada"><Table><Row>${cell('String', 'Banco')}</Row></Table></Worksheet>
        <Worksheet ss:Name="M"><Table><Row>${['Fecha', 'Valor', 'Concepto', 'Importe'].map((name) => cell('String', name)).join('')}</Row>
        <Row>${cell('DateTime', '2026-11-05T00:00:00.000')}${cell('String', 'COMPRA', ' ss:Index="3"')}${cell('Number', '-1234.5')}</Row></Table></Worksheet></Workbook>`
    )

    assert.equal(file.format, 'spreadsheetml')
    const [entry] = file.statements[0]?.entries ?? []
    assert.deepEqual(
      [entry?.bookedOn, entry?.valueOn, entry?.text, entry?.amountMinor],
      ['2026-11-05', null, 'COMPRA', -123_450]
    )
  })

  test('the movements may be on any sheet', async ({ assert }) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Posición'], ['Fecha', '05/11/2026']]), 'Portada')
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Fecha', 'Concepto', 'Importe'],
        ['05/11/2026', 'a', -100],
      ]),
      'Movimientos'
    )

    const file = await readStatementFile(write(book, { type: 'buffer', bookType: 'xlsx' }))

    assert.deepEqual(amounts(file), [-10_000])
  })
})

test.group('Tables of banks: rows that are no movements', () => {
  test('«{$self}» sums others up, also with a date, and is told as left out')
    .with([
      'Saldo inicial',
      'SALDO ANTERIOR',
      'Opening balance',
      'Closing balance',
      'Anfangssaldo',
      'Endsaldo',
      'Solde précédent',
      'Saldo iniziale',
      'TOTAL MOVIMIENTOS',
      'Suma y sigue',
      'Subtotal día',
    ])
    .run(async ({ assert }, text) => {
      const rows = `05/11/2026;a;-10,00\n06/11/2026;${text};100,00\n07/11/2026;b;20,00\n`
      const file = await read(`Fecha;Concepto;Importe\n${rows}`)

      assert.deepEqual([amounts(file), leftOut(file)], [[-1000, 2000], [[3, text]]])
    })

  test('a balance before the first row is no movement of it', async ({ assert }) => {
    const file = await read(
      'Fecha;Concepto;Importe;Saldo\n01/11/2026;SALDO INICIAL;100,00;100,00\n05/11/2026;a;-10,00;90,00\n06/11/2026;b;20,00;110,00\n'
    )

    assert.deepEqual(
      [amounts(file), balances(file)],
      [
        [-1000, 2000],
        [10_000, 11_000],
      ]
    )
  })

  test('the state «{$self}» denies that it happened')
    .with([
      'No contabilizado',
      'Nicht gebucht',
      'Not yet posted',
      'Non exécuté',
      'No procesada',
      'Aún no contabilizado',
    ])
    .run(async ({ assert }, state) => {
      const file = await read(
        `Fecha;Concepto;Importe;Estado\n05/11/2026;a;-10,00;Realizado\n06/11/2026;b;-20,00;${state}\n07/11/2026;c;5,00;Realizado\n`
      )

      assert.deepEqual([amounts(file), leftOut(file)], [[-1000, 500], [[3, state]]])
    })

  test('a column of two accounts is refused', async ({ assert }) => {
    const file = await read(
      'Cuenta;Fecha;Concepto;Importe\nES9121000418450200051332;05/11/2026;a;-10,00\nES7921000813610123456789;06/11/2026;b;20,00\n'
    )

    assert.deepEqual([amounts(file), codes(file)], [[], ['several_accounts']])
  })

  test('an amount that a comma without quotes cuts in two is not imported', async ({ assert }) => {
    const file = await read(
      'Date,Description,Amount\n2026-11-05,a,-1,000.50\n2026-11-16,b,20.00\n2026-11-17,c,30.00\n'
    )

    const whole = await read(
      'Date,Description,Amount,Balance\n2026-11-05,a,20,250.00\n2026-11-16,b,30,280.00\n'
    )

    assert.deepEqual([amounts(file), codes(file)], [[2000, 3000], ['unreadable_amount']])
    assert.deepEqual(amounts(whole), [2000, 3000])
  })
})

test.group('Tables of banks: without rows', () => {
  test('what holds nothing is said to hold nothing, and no columns are asked for', async ({ assert }) => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['', ''], ['']]), 'Hoja1')
    const empty = await readStatementFile(Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })))

    assert.deepEqual(
      empty.issues.map(({ code, message }) => [code, message]),
      [['no_statements', 'El fichero no tiene filas.']]
    )
  })
})
