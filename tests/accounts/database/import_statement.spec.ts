import { test } from '@japa/runner'
import { importStatement, reportText } from '#app/accounts/actions/import_statement'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { undoImport } from '#app/accounts/actions/undo_import'
import { saveMapping, uploadStatement } from '#app/accounts/actions/upload_statement'
import { previewProps } from '#app/accounts/queries/preview_props'
import { mappingOf } from '#app/accounts/statements/tables/mapping_form'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { balance, camt, ntry } from '#tests/accounts/statements/camt_message'
import { close, end, header, movement } from '#tests/accounts/statements/norma43_records'
import { makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function makeAccount(iban = makeIban()): Promise<number> {
  const { siteId } = await makeSite()
  return makeBankAccount(siteId, iban)
}

const march = [
  { on: '2026-03-02', cents: -12_100, text: 'RECIBO LUZ', balance: 87_900 },
  { on: '2026-03-03', cents: 50_000, text: 'ABONO TPV', balance: 137_900 },
]

function norma43(totalDebits: number): Buffer {
  const records = [
    header({ cents: 100_000 }),
    movement({ cents: -12_100, documentNo: '1' }),
    movement({ cents: 50_000, documentNo: '2' }),
    close({ debits: [1, totalDebits], credits: [1, 50_000], cents: 137_900 }),
  ]
  return Buffer.from([...records, end(records.length)].join('\r\n'))
}

const norma43Iban = 'ES9121000418450200051332'

/** The account of the Norma 43 records belongs to one test at a time. */
async function makeNorma43Account(): Promise<number> {
  await execute(`update bank_accounts set iban = :other where iban = :iban`, {
    iban: norma43Iban,
    other: makeIban(),
  })
  return makeAccount(norma43Iban)
}

test.group('Statement import', () => {
  test('movements arrive as pending and the bank tells its balance', async ({ assert }) => {
    const accountId = await makeAccount()

    const report = await importBytes(accountId, csvStatement(march))

    const lines = await linesOf(accountId)
    assert.deepEqual([report.imported, report.repeated, report.rejected], [2, 0, 0])
    assert.deepEqual(
      lines.map((line) => [line.amountMinor, line.status, line.normText]),
      [
        [-12_100, 'pending', 'recibo luz'],
        [50_000, 'pending', 'abono tpv'],
      ]
    )
    const account = await oneRow<{ reportedBalanceMinor: number }>(
      `select reported_balance_minor from bank_accounts where id = :accountId`,
      { accountId }
    )
    assert.equal(account.reportedBalanceMinor, 137_900)
  })

  test('the same file is refused the second time, with the day of the first', async ({ assert }) => {
    const accountId = await makeAccount()
    await importBytes(accountId, csvStatement(march))

    await assert.rejects(
      () => importBytes(accountId, csvStatement(march)),
      /Este fichero ya se importó el \d{2}\/\d{2}\/\d{4}/
    )
  })

  test('an overlapping file brings only what is new', async ({ assert }) => {
    const accountId = await makeAccount()
    await importBytes(accountId, csvStatement(march))

    const report = await importBytes(
      accountId,
      csvStatement([
        ...march.slice(1),
        { on: '2026-03-04', cents: -1_000, text: 'COMISION', balance: 136_900 },
      ])
    )

    assert.deepEqual([report.imported, report.repeated], [1, 1])
    assert.lengthOf(await linesOf(accountId), 3)
  })

  test('two identical charges of one day are two movements, in every file that tells them', async ({
    assert,
  }) => {
    const accountId = await makeAccount()
    const coffee = { on: '2026-03-05', cents: -250, text: 'CAFETERIA' }

    const first = await importBytes(accountId, csvStatement([coffee, coffee]))
    const second = await importBytes(accountId, csvStatement([coffee, coffee, coffee]))

    assert.equal(first.imported, 2)
    assert.deepEqual([second.imported, second.repeated], [1, 2])
  })

  test('an equal toll in the next daily file is another toll, and both are known to the file of the month', async ({
    assert,
  }) => {
    const accountId = await makeNorma43Account()
    const toll = movement({ on: '260310', cents: -355 })
    const daily = (on: string, opening: number, tolls: number) => {
      const closing = opening - tolls * 355
      const records = [
        header({ cents: opening, from: on, to: on }),
        ...Array.from({ length: tolls }, () => toll),
        close({ debits: [tolls, tolls * 355], credits: [0, 0], cents: closing }),
      ]
      return Buffer.from([...records, end(records.length)].join('\n'))
    }
    const month = (tolls: number) => {
      const records = [
        header({ cents: 1_000, from: '260301', to: '260331' }),
        ...Array.from({ length: tolls }, () => toll),
        close({ debits: [tolls, tolls * 355], credits: [0, 0], cents: 1_000 - tolls * 355 }),
      ]
      return Buffer.from([...records, end(records.length)].join('\n'))
    }

    const first = await importBytes(accountId, daily('260310', 1_000, 1))
    const second = await importBytes(accountId, daily('260311', 645, 1))
    const again = await importBytes(accountId, Buffer.concat([daily('260311', 645, 1), Buffer.from('\n')]))
    const whole = await importBytes(accountId, month(2))

    assert.deepEqual([first.imported, second.imported], [1, 1])
    assert.deepEqual([again.imported, again.repeated], [0, 1])
    assert.deepEqual([whole.imported, whole.repeated, whole.unbalanced], [0, 2, false])
    assert.lengthOf(await linesOf(accountId), 2)
  })

  test('a statement that leaves the account with less than the bank says does not add up', async ({
    assert,
  }) => {
    const accountId = await makeNorma43Account()
    const statement = (from: string, to: string, opening: number, cents: number[]) => {
      const closing = cents.reduce((sum, amount) => sum + amount, opening)
      const total = opening - closing
      const records = [
        header({ cents: opening, from, to }),
        ...cents.map((amount) => movement({ on: '260310', cents: amount })),
        close({ debits: [cents.length, total], credits: [0, 0], cents: closing }),
      ]
      return Buffer.from([...records, end(records.length)].join('\n'))
    }
    await importBytes(accountId, statement('260310', '260310', 1_000, [-355]))

    // The period overlaps and the opening is the first one's: the equal toll passes for the one that is there.
    const report = await importBytes(accountId, statement('260310', '260311', 645, [-355]))

    assert.deepEqual([report.imported, report.repeated, report.unbalanced], [0, 1, true])
    const { status } = await oneRow<{ status: string }>(`select status from bank_statements where id = :id`, {
      id: report.statementIds[0],
    })
    assert.equal(status, 'unbalanced')
  })

  test('an account without IBAN keeps the number of its first statement and refuses others', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const accountId = await openBankAccount(
      {
        siteId,
        name: 'Tarjeta',
        kind: 'card',
        providerCode: 'sepa_file',
        currency: 'EUR',
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    const other = (number: string) =>
      Buffer.from(norma43(12_100).toString().replaceAll('210004180200051332', number))

    await importBytes(accountId, other('210004180200099999'))

    await assert.rejects(
      () => importBytes(accountId, other('210004180200088888')),
      /El extracto es de la cuenta/
    )
    assert.lengthOf(await linesOf(accountId), 2)
  })

  test('a statement of another account is refused, naming both', async ({ assert }) => {
    const accountId = await makeAccount('ES7921000813610123456789')

    await assert.rejects(
      () => importBytes(accountId, norma43(12_100)),
      'El extracto es de la cuenta ES91 2100 0418 4502 0005 1332, no de ES79 2100 0813 6101 2345 6789.'
    )
    assert.lengthOf(await linesOf(accountId), 0)
  })

  test('a Norma 43 whose totals do not hold is refused with its record, or imported as unbalanced', async ({
    assert,
  }) => {
    const accountId = await makeNorma43Account()

    await assert.rejects(
      () => importBytes(accountId, norma43(99_999)),
      /^Línea 4: La suma de cargos declarada/
    )
    const report = await importBytes(accountId, norma43(99_999), 'insisting')

    assert.isTrue(report.unbalanced)
    const { status } = await oneRow<{ status: string }>(`select status from bank_statements where id = :id`, {
      id: report.statementIds[0],
    })
    assert.equal(status, 'unbalanced')
  })

  test('a sound Norma 43 is balanced', async ({ assert }) => {
    const accountId = await makeNorma43Account()

    const report = await importBytes(accountId, norma43(12_100))

    assert.isFalse(report.unbalanced)
    assert.equal(report.imported, 2)
  })

  test('rows that cannot be read stop the import until somebody leaves them out', async ({ assert }) => {
    const accountId = await makeAccount()
    const bytes = Buffer.concat([
      csvStatement([{ on: '2026-03-02', cents: -12_100, text: 'RECIBO LUZ' }]),
      Buffer.from('\n2026-03-03;ABONO;mil euros;;;;'),
    ])

    await assert.rejects(() => importBytes(accountId, bytes), /Hay 1 fila con error/)
    const report = await importBytes(accountId, bytes, 'insisting')

    assert.deepEqual([report.imported, report.rejected], [1, 1])
  })

  test('a file that was never previewed for this account is not imported', async ({ assert }) => {
    const [mine, theirs] = [await makeAccount(), await makeAccount()]
    const fileId = await uploadStatement({
      bankAccountId: theirs,
      name: 'extracto.csv',
      bytes: csvStatement(march),
      actor: SYSTEM,
    })

    await assert.rejects(
      () =>
        importStatement({
          bankAccountId: mine,
          fileId,
          accepts: { unbalanced: true, unreadableRows: true },
          actor: SYSTEM,
        }),
      /súbalo de nuevo/
    )
  })

  test('an import is undone as one act and may come again', async ({ assert }) => {
    const accountId = await makeAccount()
    const first = await importBytes(accountId, csvStatement(march))

    const deleted = await undoImport({
      bankAccountId: accountId,
      statementId: first.statementIds[0] ?? 0,
      actor: SYSTEM,
    })
    const second = await importBytes(accountId, csvStatement(march))

    assert.equal(deleted, 2)
    assert.equal(second.imported, 2)
  })

  test('an import with reconciled movements is not undone', async ({ assert }) => {
    const accountId = await makeAccount()
    const { statementIds } = await importBytes(accountId, csvStatement(march))
    const [charge] = await linesOf(accountId)
    await bookDirect({
      lineId: charge?.id ?? 0,
      accountCode: '628',
      description: 'Recibo de luz',
      actor: SYSTEM,
    })

    await assert.rejects(
      () => undoImport({ bankAccountId: accountId, statementId: statementIds[0] ?? 0, actor: SYSTEM }),
      /1 movimiento ya está conciliado/
    )
    assert.lengthOf(await linesOf(accountId), 2)
  })

  test('an import that later files count on is undone after them', async ({ assert }) => {
    const accountId = await makeAccount()
    const first = await importBytes(accountId, csvStatement(march))
    await importBytes(
      accountId,
      csvStatement([...march, { on: '2026-03-04', cents: -1_000, text: 'COMISION', balance: 136_900 }])
    )

    await assert.rejects(
      () => undoImport({ bankAccountId: accountId, statementId: first.statementIds[0] ?? 0, actor: SYSTEM }),
      /Deshaga antes la importación/
    )
  })

  test('fifty thousand movements come in as one import', async ({ assert }) => {
    const accountId = await makeAccount()
    const movements = Array.from({ length: 50_000 }, (_, at) => ({
      on: `2026-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`,
      cents: -100 - at,
      text: `RECIBO SUMINISTRO CONTRATO ${100_000 + at} HOTEL`,
    }))

    const report = await importBytes(accountId, csvStatement(movements))

    assert.equal(report.imported, 50_000)
  }).timeout(120_000)
})

const statusOf = async (accountId: number) =>
  (
    await rows<{ status: string }>(
      `select status from bank_statements where bank_account_id = :accountId order by id`,
      { accountId }
    )
  ).map(({ status }) => status)

async function previewOf(accountId: number, bytes: Uint8Array) {
  const fileId = await uploadStatement({ bankAccountId: accountId, name: 'x.xls', bytes, actor: SYSTEM })
  return { fileId, props: await previewProps(accountId, fileId) }
}

test.group('Import of tables that say more than amounts', () => {
  test('rows that never happened are shown and counted, and never become movements', async ({ assert }) => {
    const accountId = await makeAccount()
    const bytes = Buffer.from(
      'Fecha;Concepto;Importe;Saldo;Estado\n02/11/2026;a;100,00;100,00;Realizado\n03/11/2026;Hotel;-5,00;;Anulado\n04/11/2026;Taxi;-7,00;;Pendiente\n'
    )

    const { props } = await previewOf(accountId, bytes)
    const report = await importBytes(await makeAccount(), bytes)

    assert.equal(props?.content?.leftOutCount, 2)
    assert.deepEqual(
      props?.content?.leftOut.map(({ state, text, amount }) => [state, text, amount]),
      [
        ['Anulado', 'Hotel', '-5,00'],
        ['Pendiente', 'Taxi', '-7,00'],
      ]
    )
    assert.deepEqual([report.imported, report.leftOut], [1, 2])
    assert.equal(reportText(report), 'Importadas 1, repetidas 0, rechazadas 0, no ejecutadas 2')
  })

  test('without balances it is unchecked, and is told so', async ({ assert }) => {
    const accountId = await makeAccount()
    const bytes = Buffer.from('Fecha;Concepto;Importe\n02/11/2026;a;100,00\n')

    const { props } = await previewOf(accountId, bytes)
    await importBytes(accountId, bytes)

    assert.isTrue(props?.content?.isUnchecked)
    assert.match(props?.content?.warnings.join(' ') ?? '', /no trae saldos con que comprobarlo/)
    assert.deepEqual(await statusOf(accountId), ['unchecked'])
  })

  test('a page saved as «.xls» is taken, and kept as a text that no browser runs', async ({ assert }) => {
    const accountId = await makeAccount()
    const { fileId, props } = await previewOf(
      accountId,
      Buffer.from(
        '<html><body><table><tr><td>Fecha</td><td>Concepto</td><td>Importe</td></tr><tr><td>05/11/2026</td><td>a</td><td>-100,00</td></tr></table></body></html>'
      )
    )

    const { mime } = await oneRow<{ mime: string }>(`select mime from files where id = :fileId`, { fileId })
    assert.equal(mime, 'text/plain')
    assert.equal(props?.content?.lines[0]?.amount.minor, -10_000)
  })

  test('columns chosen by their place are remembered for files like it, and for no other', async ({
    assert,
  }) => {
    const accountId = await makeAccount()
    const bare = (day: number) =>
      Buffer.from(`0${day}/11/2026;COMPRA;-100,00;x\n0${day}/11/2026;RECIBO;-50,00;y\n`)
    const first = await previewOf(accountId, bare(2))
    assert.isNull(first.props?.content)
    assert.match(first.props?.problem ?? '', /indique qué columnas/)
    assert.deepEqual(first.props?.columns?.samples['Columna 3'], ['-100,00', '-50,00'])

    const chosen = { booked_on: 'Columna 1', amount: 'Columna 3', text: ['Columna 2'], heading_count: 4 }
    await saveMapping(accountId, mappingOf(chosen, 'EUR'), SYSTEM)

    const again = await previewOf(accountId, bare(3))
    assert.deepEqual(
      again.props?.content?.lines.map(({ amount }) => amount.minor),
      [-10_000, -5000]
    )
    const wider = await previewOf(accountId, Buffer.from('04/11/2026;a;-1,00;x;z\n05/11/2026;b;-2,00;y;z\n'))
    assert.isNull(wider.props?.content)
    const headed = await previewOf(accountId, Buffer.from('Fecha;Detalle;Importe\n04/11/2026;a;-1,00\n'))
    assert.deepInclude(headed.props?.columns?.values, { booked_on: 'Fecha', amount: 'Importe' })
    assert.equal(headed.props?.content?.lines[0]?.amount.minor, -100)
  })

  test('a word that a person said to be a charge is remembered', async ({ assert }) => {
    const accountId = await makeAccount()
    const text = (day: number) =>
      Buffer.from(
        `Fecha;Clase;Concepto;Importe\n0${day}/11/2026;Compra;a;10,00\n0${day}/11/2026;Venta;b;20,00\n0${day}/11/2026;Compra;c;5,00\n`
      )
    const asked = await previewOf(accountId, text(2))
    assert.match(asked.props?.problem ?? '', /«Clase» tiene dos valores/)

    const chosen = {
      booked_on: 'Fecha',
      amount: 'Importe',
      sign: 'Clase',
      debit_word: 'Compra',
      text: ['Concepto'],
    }
    await saveMapping(accountId, mappingOf(chosen, 'EUR'), SYSTEM)

    const { props } = await previewOf(accountId, text(3))
    assert.deepEqual(
      props?.content?.lines.map(({ amount }) => amount.minor),
      [-1000, 2000, -500]
    )
  })

  test('a page of a camt that goes on from nothing imported is told and unbalanced', async ({ assert }) => {
    const iban = makeIban()
    const accountId = await makeAccount(iban)
    const page = (no: number, opening: string, closing: string, isLast: boolean) =>
      Buffer.from(
        camt({
          account: `<Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy>`,
          balances: balance(no === 1 ? 'OPBD' : 'ITBD', opening) + balance(isLast ? 'CLBD' : 'ITBD', closing),
          entries: ntry('50.00', {
            sign: 'DBIT',
            booked: '<BookgDt><Dt>2026-03-31</Dt></BookgDt>',
            inside: `<AcctSvcrRef>P${no}</AcctSvcrRef>`,
          }),
        }).replace(
          '</GrpHdr>',
          `<MsgPgntn><PgNb>${no}</PgNb><LastPgInd>${isLast}</LastPgInd></MsgPgntn></GrpHdr>`
        )
      )

    await importBytes(accountId, page(1, '200.00', '150.00', false))
    const { props } = await previewOf(accountId, page(3, '100.00', '50.00', true))
    await importBytes(accountId, page(2, '150.00', '100.00', false))
    await importBytes(accountId, page(3, '100.00', '50.00', true))
    const other = await makeAccount(makeIban())
    await execute(`update bank_accounts set iban = :iban where id = :accountId`, {
      accountId,
      iban: makeIban(),
    })
    await execute(`update bank_accounts set iban = :iban where id = :other`, { other, iban })
    await importBytes(other, page(1, '200.00', '150.00', false))
    await importBytes(other, page(3, '100.00', '50.00', true))

    assert.match(props?.content?.warnings.join(' ') ?? '', /Falta la página anterior a la 3 del extracto 7/)
    assert.deepEqual(await statusOf(accountId), ['balanced', 'balanced', 'balanced'])
    assert.deepEqual(await statusOf(other), ['balanced', 'unbalanced'])
  })
})
