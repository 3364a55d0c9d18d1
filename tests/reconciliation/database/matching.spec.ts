import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { bookDirect } from '#app/reconciliation/actions/book_direct'
import { ignoreLine } from '#app/reconciliation/actions/ignore_line'
import { matchTransfer } from '#app/reconciliation/actions/match_transfer'
import { suggestMatches } from '#app/reconciliation/actions/unattended/suggest_matches'
import { undoMatch } from '#app/reconciliation/actions/undo_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { makeIban } from '#tests/factories/books'
import {
  makeBatch,
  makeBookedInvoice,
  makeSentOrder,
  makeTreasury,
  type TestTreasury,
} from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

type Movement = Parameters<typeof csvStatement>[0][number]

/** Imports one movement of the day the invoices fall due and gives its key. */
async function importOne(accountId: number, movement: Partial<Movement> = {}): Promise<number> {
  await importBytes(
    accountId,
    csvStatement([{ on: '2026-04-09', cents: -12_100, text: `CARGO ${Date.now()}`, ...movement }])
  )
  return (await linesOf(accountId)).at(-1)?.id ?? 0
}

async function statusOf(lineId: number): Promise<string> {
  const { status } = await oneRow<{ status: string }>(
    `select status from bank_statement_lines where id = :lineId`,
    { lineId }
  )
  return status
}

async function bankBalance(accountId: number): Promise<number> {
  const { balance } = await oneRow<{ balance: number }>(
    `select balance_minor as balance from bank_account_positions where bank_account_id = :accountId`,
    { accountId }
  )
  return balance
}

async function accountBalance({ siteId }: TestTreasury, prefix: string): Promise<number> {
  const { balance } = await oneRow<{ balance: number }>(
    `select coalesce(sum(b.balance_minor), 0)::bigint as balance from account_balances b join ledger_accounts a on a.id = b.account_id where a.site_id = :siteId and a.code like :like`,
    { siteId, like: `${prefix}%` }
  )
  return balance
}

const invoiceOf = (id: number) =>
  oneRow<{ outstandingMinor: number; paymentState: string }>(
    `select outstanding_minor, payment_state from invoices where id = :id`,
    { id }
  )
async function withheldLine(invoiceId: number): Promise<number> {
  const { id } = await oneRow<{ id: number }>(
    `select l.id from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'invoice' and l.document_id = :invoiceId and a.code like '4751%'`,
    { invoiceId }
  )
  return id
}
const orderOf = (id: number) =>
  oneRow<{ status: string }>(`select status from payment_orders where id = :id`, { id })
const brokenInvariants = async () => (await checkInvariants()).filter((result) => result.violations > 0)

test.group('Matching a payment in transit', () => {
  test('its charge settles and reconciles the payment, and pays the invoice', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'LUZ-4401')
    const order = await makeSentOrder(treasury, invoice.id)
    const lineId = await importOne(treasury.accountId)

    await acceptMatch({
      lineId,
      items: [{ journalLineId: order.journalLineId, amountMinor: -12_100 }],
      actor: treasury.person.actor,
    })

    assert.equal(await statusOf(lineId), 'matched')
    assert.equal((await orderOf(order.id)).status, 'reconciled')
    assert.deepEqual(await invoiceOf(invoice.id), { outstandingMinor: 0, paymentState: 'paid' })
    assert.equal(await accountBalance(treasury, '5550'), 0)
    assert.equal(await bankBalance(treasury.accountId), 987_900)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('undone, the payment stays paid and the movement waits again, to be linked with it once more', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-4402')).id)
    const lineId = await importOne(treasury.accountId)
    await acceptMatch({
      lineId,
      items: [{ journalLineId: order.journalLineId, amountMinor: -12_100 }],
      actor: SYSTEM,
    })

    await undoMatch({ lineId, actor: SYSTEM })

    assert.equal(await statusOf(lineId), 'pending')
    assert.equal((await orderOf(order.id)).status, 'paid')
    assert.equal(await bankBalance(treasury.accountId), 987_900)
    const [again] = (await findCandidates(lineId)) ?? []
    assert.equal(again?.items[0]?.kind, 'posted')
    await acceptMatch({
      lineId,
      items: [{ journalLineId: again?.items[0]?.journalLineId ?? 0, amountMinor: -12_100 }],
      actor: SYSTEM,
    })
    assert.equal((await orderOf(order.id)).status, 'reconciled')
    assert.equal(await bankBalance(treasury.accountId), 987_900)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('an invoice whose payment is in transit is not offered a second time', async ({ assert }) => {
    const treasury = await makeTreasury()
    await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-4403')).id)
    const lineId = await importOne(treasury.accountId)

    const proposals = (await findCandidates(lineId)) ?? []

    assert.deepEqual(
      proposals.map((proposal) => proposal.items[0]?.kind),
      ['in_transit']
    )
  })

  test('charged a few cents short of the payment, the difference is a gain and the bank has what it says', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    await execute(`update sites set max_writeoff_minor = 5 where id = :siteId`, { siteId: treasury.siteId })
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-4404')).id)
    const lineId = await importOne(treasury.accountId, { cents: -12_096 })

    await acceptMatch({
      lineId,
      items: [{ journalLineId: order.journalLineId, amountMinor: -12_100 }],
      difference: 'write_off',
      actor: SYSTEM,
    })

    assert.equal(await statusOf(lineId), 'matched')
    assert.equal(await accountBalance(treasury, '769'), -4)
    assert.equal(await bankBalance(treasury.accountId), 1_000_000 - 12_096)
    assert.deepEqual(await brokenInvariants(), [])
    await undoMatch({ lineId, actor: SYSTEM })
    assert.equal(await accountBalance(treasury, '769'), 0)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('one charge for a batch settles every payment of it', async ({ assert }) => {
    const treasury = await makeTreasury()
    const batchId = await makeBatch(treasury)
    for (const number of ['LUZ-1', 'LUZ-2', 'LUZ-3'])
      await makeSentOrder(treasury, (await makeBookedInvoice(treasury, number, 10_000)).id, 10_000, batchId)
    const lineId = await importOne(treasury.accountId, {
      cents: -30_000,
      text: 'ADEUDO REMESA TRANSFERENCIAS',
    })

    const [best] = (await findCandidates(lineId)) ?? []
    const items =
      best?.items.map((item) => ({
        journalLineId: item.journalLineId ?? 0,
        amountMinor: item.amountMinor,
      })) ?? []
    await acceptMatch({ lineId, items, actor: SYSTEM })

    assert.equal(best?.kind, 'batch')
    const orders = await rows<{ status: string }>(
      `select status from payment_orders where batch_id = :batchId`,
      { batchId }
    )
    assert.deepEqual(
      orders.map((order) => order.status),
      ['reconciled', 'reconciled', 'reconciled']
    )
    assert.deepEqual(await brokenInvariants(), [])
  })
})

test.group('Matching open items', () => {
  test('a direct debit pays its invoice, lettered under the company’s next code', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'AGUA-77')
    const lineId = await importOne(treasury.accountId, { text: 'RECIBO AGUA-77' })

    await acceptMatch({
      lineId,
      items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
      actor: SYSTEM,
    })

    const lettering = await oneRow<{ code: string; status: string; lines: number }>(
      `select c.code, c.status, count(*)::int as lines from reconciliations c join reconciliation_lines l on l.reconciliation_id = c.id where c.site_id = :siteId group by 1, 2`,
      { siteId: treasury.siteId }
    )
    assert.deepEqual(lettering, { code: 'A-000001', status: 'full', lines: 2 })
    assert.deepEqual(await invoiceOf(invoice.id), { outstandingMinor: 0, paymentState: 'paid' })
    assert.equal(await bankBalance(treasury.accountId), 987_900)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('undone, the invoice owes again and everything is as before', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'AGUA-78', 10_300, 1_800)
    const lineId = await importOne(treasury.accountId, { cents: -10_300 })
    await acceptMatch({
      lineId,
      items: [{ journalLineId: invoice.journalLineId, amountMinor: -10_300 }],
      actor: SYSTEM,
    })
    assert.equal(await accountBalance(treasury, '47510'), -1_800)

    await undoMatch({ lineId, actor: SYSTEM })

    assert.equal(await statusOf(lineId), 'pending')
    assert.deepEqual(await invoiceOf(invoice.id), { outstandingMinor: 10_300, paymentState: 'unpaid' })
    assert.equal(await bankBalance(treasury.accountId), 1_000_000)
    assert.equal(await accountBalance(treasury, '47510'), 0)
    assert.equal((await findCandidates(lineId))?.[0]?.items[0]?.journalLineId, invoice.journalLineId)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('the tax withheld from an invoice is no debt with its supplier', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'ASESOR-15', 10_300, 1_800)
    const lineId = await importOne(treasury.accountId, { cents: -12_100, text: 'RECIBO ASESOR-15' })

    const offered = ((await findCandidates(lineId)) ?? []).flatMap((proposal) => proposal.items)

    assert.deepEqual(
      offered.map((item) => [item.journalLineId, item.amountMinor]),
      [[invoice.journalLineId, -10_300]]
    )
    await assert.rejects(async () => {
      const withheld = await withheldLine(invoice.id)
      await acceptMatch({ lineId, items: [{ journalLineId: withheld, amountMinor: -1_800 }], actor: SYSTEM })
    }, /ya no está pendiente/)
  })

  test('withholding that falls due with a direct debit is lettered with what waited for it, and open again undone', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'ASESOR-17', 10_300, 1_800)
    const lineId = await importOne(treasury.accountId, { cents: -10_300, text: 'RECIBO ASESOR-17' })
    const openOfState = async () =>
      rows<{ openMinor: number }>(
        `select o.open_minor from open_items o join ledger_accounts a on a.id = o.account_id where o.site_id = :siteId and a.code like '47519%'`,
        { siteId: treasury.siteId }
      )
    assert.deepEqual(await openOfState(), [{ openMinor: -1_800 }])

    await acceptMatch({
      lineId,
      items: [{ journalLineId: invoice.journalLineId, amountMinor: -10_300 }],
      actor: SYSTEM,
    })

    assert.deepEqual(await openOfState(), [])
    assert.deepEqual(await brokenInvariants(), [])
    await undoMatch({ lineId, actor: SYSTEM })
    assert.deepEqual(await openOfState(), [{ openMinor: -1_800 }])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('withholding due at registration is paid to the State, not to the supplier', async ({ assert }) => {
    const treasury = await makeTreasury()
    await execute(`update sites set withholding_accrual = 'registration' where id = :siteId`, {
      siteId: treasury.siteId,
    })
    const invoice = await makeBookedInvoice(treasury, 'ASESOR-16', 10_300, 1_800)
    const lineId = await importOne(treasury.accountId, { cents: -1_800, text: 'AEAT MODELO 111' })

    await acceptMatch({
      lineId,
      items: [{ journalLineId: await withheldLine(invoice.id), amountMinor: -1_800 }],
      actor: SYSTEM,
    })

    assert.deepEqual(await invoiceOf(invoice.id), { outstandingMinor: 10_300, paymentState: 'unpaid' })
    assert.equal(await accountBalance(treasury, '4751'), 0)
    await undoMatch({ lineId, actor: SYSTEM })
    assert.deepEqual(await invoiceOf(invoice.id), { outstandingMinor: 10_300, paymentState: 'unpaid' })
    assert.equal(await accountBalance(treasury, '4751'), -1_800)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('part of an invoice may be paid, and part of a movement matched', async ({ assert }) => {
    const treasury = await makeTreasury()
    const [first, second] = [
      await makeBookedInvoice(treasury, 'GAS-1'),
      await makeBookedInvoice(treasury, 'GAS-2'),
    ]
    const lineId = await importOne(treasury.accountId, { cents: -15_000 })

    await acceptMatch({
      lineId,
      items: [{ journalLineId: first.journalLineId, amountMinor: -12_100 }],
      actor: SYSTEM,
    })
    assert.equal(await statusOf(lineId), 'partially_matched')
    await acceptMatch({
      lineId,
      items: [{ journalLineId: second.journalLineId, amountMinor: -2_900 }],
      actor: SYSTEM,
    })

    assert.equal(await statusOf(lineId), 'matched')
    assert.deepEqual(await invoiceOf(second.id), { outstandingMinor: 9_200, paymentState: 'partial' })
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('items worth more than the movement are refused', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'GAS-3')
    const lineId = await importOne(treasury.accountId, { cents: -12_000 })

    await assert.rejects(
      () =>
        acceptMatch({
          lineId,
          items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
          actor: SYSTEM,
        }),
      /Las partidas suman -121,00 € y el movimiento es de -120,00 €|Las partidas suman/
    )
    assert.equal(await statusOf(lineId), 'pending')
  })

  test('cents within the company’s tolerance are given up, never more', async ({ assert }) => {
    const treasury = await makeTreasury()
    await execute(`update sites set max_writeoff_minor = 5 where id = :siteId`, { siteId: treasury.siteId })
    const [dear, cheap] = [
      await makeBookedInvoice(treasury, 'GAS-4'),
      await makeBookedInvoice(treasury, 'GAS-5'),
    ]
    const [more, less, far] = [
      await importOne(treasury.accountId, { cents: -12_103 }),
      await importOne(treasury.accountId, { cents: -12_096 }),
      await importOne(treasury.accountId, { cents: -12_094 }),
    ]

    await assert.rejects(
      () =>
        acceptMatch({
          lineId: far,
          items: [{ journalLineId: dear.journalLineId, amountMinor: -12_100 }],
          difference: 'write_off',
          actor: SYSTEM,
        }),
      /Las partidas suman/
    )
    await acceptMatch({
      lineId: more,
      items: [{ journalLineId: dear.journalLineId, amountMinor: -12_100 }],
      difference: 'write_off',
      actor: SYSTEM,
    })
    await acceptMatch({
      lineId: less,
      items: [{ journalLineId: cheap.journalLineId, amountMinor: -12_100 }],
      difference: 'write_off',
      actor: SYSTEM,
    })

    assert.deepEqual([await statusOf(more), await statusOf(less)], ['matched', 'matched'])
    assert.equal(await accountBalance(treasury, '669'), 3)
    assert.equal(await accountBalance(treasury, '769'), -4)
    assert.equal(await bankBalance(treasury.accountId), 1_000_000 - 12_103 - 12_096)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('two people cannot pay one invoice with two charges', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'GAS-6')
    const lineIds = [
      await importOne(treasury.accountId),
      await importOne(treasury.accountId, { on: '2026-04-10' }),
    ]

    const results = await Promise.allSettled(
      lineIds.map((lineId) =>
        acceptMatch({
          lineId,
          items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
          actor: SYSTEM,
        })
      )
    )

    assert.deepEqual(results.map((result) => result.status).toSorted(), ['fulfilled', 'rejected'])
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('an item of another company is nobody’s to match', async ({ assert }) => {
    const [mine, theirs] = [await makeTreasury(), await makeTreasury()]
    const invoice = await makeBookedInvoice(theirs, 'GAS-7')
    const lineId = await importOne(mine.accountId)

    await assert.rejects(
      () =>
        acceptMatch({
          lineId,
          items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
          actor: SYSTEM,
        }),
      /ya no está pendiente/
    )
  })
})

test.group('Other ends of a movement', () => {
  test('a fee is booked straight to its account and undone by a reversal', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importOne(treasury.accountId, { cents: -350, text: 'COMISION MANTENIMIENTO' })

    await bookDirect({ lineId, accountCode: '626', description: 'Comisión de mantenimiento', actor: SYSTEM })

    assert.equal(await statusOf(lineId), 'booked_direct')
    assert.equal(await accountBalance(treasury, '626'), 350)
    await undoMatch({ lineId, actor: SYSTEM })
    assert.equal(await accountBalance(treasury, '626'), 0)
    await bookDirect({ lineId, accountCode: '626', description: 'Comisión de mantenimiento', actor: SYSTEM })
    assert.equal(await accountBalance(treasury, '626'), 350)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('money itself is not an account to book to', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importOne(treasury.accountId, { cents: -350 })

    await assert.rejects(
      () => bookDirect({ lineId, accountCode: '572', description: 'Traspaso', actor: SYSTEM }),
      /tesorería/
    )
  })

  test('accounts that are kept by party, document or tax take no bare amount', async ({ assert }) => {
    const treasury = await makeTreasury()
    await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'GAS-9')).id)
    const lineId = await importOne(treasury.accountId, { cents: -350 })
    const { code } = await oneRow<{ code: string }>(
      `select code from ledger_accounts where site_id = :siteId and subledger = 'provider'`,
      { siteId: treasury.siteId }
    )

    for (const accountCode of [code, '400', '410', '4751', '472', '477', '5550', '475'])
      await assert.rejects(
        () => bookDirect({ lineId, accountCode, description: 'Pago', actor: SYSTEM }),
        /se lleva por partidas/
      )
    await bookDirect({ lineId, accountCode: '5559', description: 'Por identificar', actor: SYSTEM })
    assert.equal(await accountBalance(treasury, '5559'), 350)
  })

  test('the two sides of an own transfer go together, also back', async ({ assert }) => {
    const treasury = await makeTreasury()
    const otherAccountId = await openBankAccount(
      {
        siteId: treasury.siteId,
        name: 'Ahorro',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        openedOn: calendarDate('2025-01-01'),
        openingBalanceMinor: 0,
      },
      SYSTEM
    )
    const lineId = await importOne(treasury.accountId, { cents: -50_000, text: 'TRASPASO' })
    const otherLineId = await importOne(otherAccountId, {
      cents: 50_000,
      text: 'TRASPASO RECIBIDO',
      on: '2026-04-10',
    })
    assert.equal((await findCandidates(lineId))?.[0]?.items[0]?.otherLineId, otherLineId)

    await matchTransfer({ lineId, otherLineId, actor: SYSTEM })

    assert.deepEqual([await statusOf(lineId), await statusOf(otherLineId)], ['matched', 'matched'])
    assert.deepEqual(
      [await bankBalance(treasury.accountId), await bankBalance(otherAccountId)],
      [950_000, 50_000]
    )
    assert.equal(await accountBalance(treasury, '5729'), 0)
    await undoMatch({ lineId: otherLineId, actor: SYSTEM })
    assert.deepEqual([await statusOf(lineId), await statusOf(otherLineId)], ['pending', 'pending'])
    assert.equal(await bankBalance(otherAccountId), 0)
    assert.deepEqual(await brokenInvariants(), [])
  })

  test('a movement is ignored only with a reason', async ({ assert }) => {
    const treasury = await makeTreasury()
    const lineId = await importOne(treasury.accountId)

    await assert.rejects(() => ignoreLine({ lineId, reason: ' ', actor: SYSTEM }), /Indique el motivo/)
    await ignoreLine({ lineId, reason: 'Duplicado del banco', actor: SYSTEM })

    assert.equal(await statusOf(lineId), 'ignored')
  })
})

test.group('Suggestions', () => {
  test('an import asks for them in the background', async ({ assert }) => {
    const treasury = await makeTreasury()

    await importOne(treasury.accountId)

    const runs = await rows<{ queue: string }>(
      `select queue from job_runs where object_type = 'bank_account' and object_id = :id`,
      { id: treasury.accountId }
    )
    assert.deepEqual(
      runs.map((run) => run.queue),
      ['reconciliation.suggest-matches']
    )
  })

  test('the payment whose reference came back is matched without anybody', async ({ assert }) => {
    const treasury = await makeTreasury()
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-9')).id)
    const lineId = await importOne(treasury.accountId, { text: `TRANSFERENCIA ${order.endToEndId}` })

    const report = await suggestMatches(treasury.accountId)

    assert.deepEqual(report, { looked: 1, suggested: 0, matched: 1, booked: 0 })
    assert.equal(await statusOf(lineId), 'matched')
    assert.equal((await orderOf(order.id)).status, 'reconciled')
  })

  test('the same amount of another partner is at most suggested', async ({ assert }) => {
    const treasury = await makeTreasury()
    await makeBookedInvoice(treasury, 'LUZ-10')
    const lineId = await importOne(treasury.accountId, {
      text: 'CARGO DOMICILIADO',
      name: 'AGUAS MUNICIPALES DE LEVANTE',
    })

    const report = await suggestMatches(treasury.accountId)

    assert.equal(report.matched, 0)
    assert.notEqual(await statusOf(lineId), 'matched')
  })

  test('a company that does not want it gets suggestions only', async ({ assert }) => {
    const treasury = await makeTreasury()
    await execute(`update sites set auto_reconcile = false where id = :siteId`, { siteId: treasury.siteId })
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-11')).id)
    const lineId = await importOne(treasury.accountId, { text: `TRANSFERENCIA ${order.endToEndId}` })

    const report = await suggestMatches(treasury.accountId)

    assert.deepEqual(report, { looked: 1, suggested: 1, matched: 0, booked: 0 })
    const { suggestion } = await oneRow<{ suggestion: { score: number }[] }>(
      `select suggestion from bank_statement_lines where id = :lineId`,
      { lineId }
    )
    assert.equal(suggestion[0]?.score, 100)
  })

  test('a statement that does not add up is never matched by itself', async ({ assert }) => {
    const treasury = await makeTreasury()
    const order = await makeSentOrder(treasury, (await makeBookedInvoice(treasury, 'LUZ-12')).id)
    await importBytes(
      treasury.accountId,
      csvStatement([
        { on: '2026-04-08', cents: -100, text: 'COMISION', balance: 50_000 },
        { on: '2026-04-09', cents: -12_100, text: `TRANSFERENCIA ${order.endToEndId}`, balance: 30_000 },
      ])
    )

    const report = await suggestMatches(treasury.accountId)

    assert.equal(report.matched, 0)
    assert.equal(report.suggested, 1)
  })

  test('what was matched twice is remembered, and forgotten when it is undone', async ({ assert }) => {
    const treasury = await makeTreasury()
    for (const number of ['SEG-1', 'SEG-2']) {
      const invoice = await makeBookedInvoice(treasury, number)
      const lineId = await importOne(treasury.accountId, { text: `SEGURO HOTEL POLIZA ${number}` })
      await acceptMatch({
        lineId,
        items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
        actor: SYSTEM,
      })
    }
    await makeBookedInvoice(treasury, 'OTRA-3')
    const lineId = await importOne(treasury.accountId, { text: 'SEGURO HOTEL POLIZA SEG-3' })

    const [best] = (await findCandidates(lineId)) ?? []

    assert.include(best?.parts.map((part) => part.label) ?? [], 'Conciliado así 2 veces')
  })
})
