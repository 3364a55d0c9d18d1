import { test } from '@japa/runner'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookLines } from '#app/reconciliation/actions/book_direct'
import type { EntryLine } from '#app/reconciliation/actions/entry_lines'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { entryAccounts, entryOptions } from '#app/reconciliation/queries/entry_options'
import { makeSite } from '#tests/factories/books'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

async function makeMovement(cents: number, text = cents < 0 ? 'CARGO' : 'ABONO') {
  const treasury = await makeTreasury()
  await importBytes(treasury.accountId, csvStatement([{ on: '2026-04-09', cents, text }]))
  const [line] = await linesOf(treasury.accountId)
  const lineId = line?.id ?? 0
  const book = (...lines: EntryLine[]) =>
    bookLines({ lineId, description: 'Cargo del banco', lines, actor: treasury.person.actor })
  return { ...treasury, lineId, book }
}

const to = (accountCode: string, amountMinor: number | null, more: Partial<EntryLine> = {}): EntryLine => ({
  accountCode,
  amountMinor,
  memo: null,
  taxCodeId: null,
  providerId: null,
  centerId: null,
  ...more,
})

const taxId = async (code: string) =>
  (await oneRow<{ id: number }>(`select id from tax_codes where code = :code`, { code })).id

type Posted = {
  account: string
  minor: number
  tax: string | null
  taxBase: number | null
  vatPeriod: string | null
  providerId: number | null
  centerId: number | null
  memo: string | null
}

/** What a movement posted beside the bank's line; each entry in its order. */
const postedFor = (lineId: number) =>
  rows<Posted>(
    `select left(a.code, 3) as account, l.amount_minor as minor, t.code as tax, l.tax_base_minor as tax_base, l.vat_period,
            l.counterparty_id as provider_id, l.center_id, l.memo
       from journal_entries e join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id left join tax_codes t on t.id = l.tax_code_id
      where e.source_type = 'bank_statement_line' and e.source_id = :lineId and a.code !~ '^57' order by e.id, l.line_no`,
    { lineId }
  )

const amountsFor = async (lineId: number) =>
  (await postedFor(lineId)).map(({ account, minor }) => [account, minor])

const statusOf = async (lineId: number) =>
  (await oneRow<{ status: string }>(`select status from bank_statement_lines where id = :lineId`, { lineId }))
    .status

const brokenInvariants = async () => (await checkInvariants()).filter(({ violations }) => violations > 0)

/** Says the field at which it was refused. */
async function fieldOf(work: Promise<void>): Promise<string> {
  try {
    await work
  } catch (error) {
    return String((error as { field?: string }).field)
  }
  return 'nothing was refused'
}

test.group('A movement on several accounts', () => {
  test('a fee leaves its base as a cost and its VAT where the VAT books look, and both are undone', async ({
    assert,
  }) => {
    const { lineId, book, provider, person } = await makeMovement(-1_210)

    await book(to('626', null, { taxCodeId: await taxId('IVA21'), providerId: provider.id }))

    const [cost, vat, ...others] = await postedFor(lineId)
    assert.deepEqual(others, [])
    assert.deepInclude(cost, { account: '626', minor: 1_000, tax: null, providerId: provider.id })
    assert.deepInclude(vat, {
      account: '472',
      minor: 210,
      tax: 'IVA21',
      taxBase: 1_000,
      vatPeriod: '2026-04',
    })
    assert.equal(vat?.providerId, provider.id)
    const found = await oneRow<{ documentId: number }>(
      `select l.document_id from journal_lines l join journal_entries e on e.id = l.entry_id
        where e.source_id = :lineId and l.document_type = 'bank_statement_line' and l.tax_code_id is not null`,
      { lineId }
    )
    assert.equal(found.documentId, lineId)

    await undoMatch({ lineId, actor: person.actor })
    assert.equal(await statusOf(lineId), 'pending')
    const [, taken] = (await postedFor(lineId)).slice(2)
    assert.deepInclude(taken, { account: '472', minor: -210, taxBase: -1_000, vatPeriod: '2026-04' })
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('an instalment is capital and interest, each with its text', async ({ assert }) => {
    const { lineId, book } = await makeMovement(-55_000)

    await book(to('520', 50_000, { memo: 'Capital' }), to('662', null, { memo: 'Intereses' }))

    assert.deepEqual(
      (await postedFor(lineId)).map(({ account, minor, memo }) => [account, minor, memo]),
      [
        ['520', 50_000, 'Capital'],
        ['662', 5_000, 'Intereses'],
      ]
    )
    assert.equal(await statusOf(lineId), 'booked_direct')
  })

  test('what a receipt was made smaller by goes the other way', async ({ assert }) => {
    const { lineId, book } = await makeMovement(97_580)

    await book(to('705', 100_000), to('626', -2_420, { taxCodeId: await taxId('IVA21') }))

    assert.deepEqual(await amountsFor(lineId), [
      ['705', -100_000],
      ['626', 2_000],
      ['472', 420],
    ])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('the surcharge inside a payment is what its invoice leaves', async ({ assert }) => {
    const { lineId, book, person, siteId, ...treasury } = await makeMovement(-12_700)
    const invoice = await makeBookedInvoice({ siteId, person, ...treasury }, 'REC-1')
    const items = [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }]
    await acceptMatch({ lineId, items, actor: person.actor })
    assert.equal(await statusOf(lineId), 'partially_matched')
    const center = await oneRow<{ id: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'C1', 'Oficina') returning id`,
      { siteId }
    )

    await book(to('678', 600, { centerId: center.id }))

    assert.equal(await statusOf(lineId), 'booked_direct')
    const last = (await postedFor(lineId)).at(-1)
    assert.deepInclude(last, { account: '678', minor: 600, centerId: center.id })
    await undoMatch({ lineId, actor: person.actor })
    assert.equal(await statusOf(lineId), 'pending')
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('VAT of a period that is filed goes to the next one', async ({ assert }) => {
    const { lineId, book, siteId } = await makeMovement(-1_210)
    await execute(`insert into period_locks (site_id, month, scope) values (:siteId, '2026-04-01', 'vat')`, {
      siteId,
    })

    await book(to('626', null, { taxCodeId: await taxId('IVA21') }))

    assert.equal((await postedFor(lineId))[1]?.vatPeriod, '2026-05')
  })

  test('what is wrong is refused at its field and nothing is posted', async ({ assert }) => {
    const { lineId, book } = await makeMovement(-1_000)
    const other = await makeSite()
    const foreign = await oneRow<{ id: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'C1', 'Ajena') returning id`,
      other
    )
    const refused = [
      await fieldOf(book(to('626', 400), to('662', 500))),
      await fieldOf(book(to('626', 1_100))),
      await fieldOf(book(to('626', 1_000), to('662', null))),
      await fieldOf(book(to('626', 400), to('472', 600))),
      await fieldOf(book(to('626', null, { taxCodeId: await taxId('IGIC7') }))),
      await fieldOf(book(to('626', null, { taxCodeId: await taxId('ISP21') }))),
      await fieldOf(book(to('626', null, { taxCodeId: await taxId('IVA5') }))),
      await fieldOf(book(to('626', null, { centerId: foreign.id }))),
      await fieldOf(book(to('626', null, { providerId: 999_999_999 }))),
    ]

    assert.deepEqual(refused, [
      'lines.1.amount',
      'lines.0.amount',
      'lines.1.amount',
      'lines.1.account_code',
      'lines.0.tax_code_id',
      'lines.0.tax_code_id',
      'lines.0.tax_code_id',
      'lines.0.center_id',
      'lines.0.provider_id',
    ])
    assert.equal(await statusOf(lineId), 'pending')
    assert.deepEqual(await postedFor(lineId), [])
  })
})

test.group('What a new entry offers', () => {
  test('the account that the company gives to fees comes first for a fee, and only for one', async ({
    assert,
  }) => {
    const fee = await makeMovement(-350, 'COMISION MANTENIMIENTO CUENTA')
    const rent = await makeMovement(-90_000, 'ALQUILER LOCAL')
    await execute(
      `insert into ledger_account_roles (role, site_id, account_code) values ('bank_fees', :siteId, '669')`,
      fee
    )

    const offered = await entryOptions(fee.lineId)
    assert.match(offered.fee?.value ?? '', /^669/)
    assert.include(
      offered.taxes.map(({ label }) => label),
      'IVA 21 %'
    )
    assert.match((await entryAccounts(fee.lineId, ''))[0]?.value ?? '', /^669/)
    assert.isNull((await entryOptions(rent.lineId)).fee)
    assert.match((await entryAccounts(rent.lineId, '626'))[0]?.value ?? '', /^626/)
  })

  test('accounts of money, parties and taxes are not offered', async ({ assert }) => {
    const { lineId, ...treasury } = await makeMovement(-350)
    await makeBookedInvoice(treasury, 'OFR-1')

    for (const code of ['572', '410', '472', '4751', '5550'])
      assert.deepEqual(
        (await entryAccounts(lineId, code)).filter(({ value }) => value.startsWith(code)),
        [],
        code
      )
  })
})
