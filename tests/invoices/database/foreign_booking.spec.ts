import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { bookDirectly } from '#app/invoices/booking/book_directly'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { changeHeader } from '#app/invoices/editing/edit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { approve, form, type InvoiceStage, makeInvoiceStage } from '#tests/factories/invoice_stage'
import { bookedForeign, foreignInvoice, publishRate } from '#tests/factories/other_currencies'
import { letApprove, makeUser } from '#tests/factories/people'
import { agreeDirectBooking } from '#tests/factories/second_person'

const DAY = '2025-07-03'

/** Lines of an invoice's entries: account, currency, its minor units, the euros, and the base of the tax. */
const entryLines = async (invoiceId: number) =>
  (
    await rows<{ code: string; currency: string; minor: number; baseMinor: number; taxBase: number | null }>(
      `select left(a.code, 3) as code, l.currency, l.amount_minor as minor, l.base_minor, l.tax_base_minor as tax_base from journal_entries e
         join journal_lines l on l.entry_id = e.id join ledger_accounts a on a.id = l.account_id where e.source_type = 'invoice' and e.source_id = :invoiceId order by e.id, l.line_no`,
      { invoiceId }
    )
  ).map(({ code, currency, minor, baseMinor, taxBase }) => [code, currency, minor, baseMinor, taxBase])

const broken = async () =>
  [...(await checkInvariants()), ...(await checkDerived())].filter(({ violations }) => violations > 0)

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error & { code?: string }) => error.code ?? error.message
  )

test.group('Booking an invoice in another currency', (group) => {
  let stage: InvoiceStage
  group.setup(async () => {
    stage = await makeInvoiceStage()
    await publishRate('CHF', DAY, '0.9371')
  })

  test('the supplier is owed in its currency, the books take euros to the cent', async ({ assert }) => {
    const id = await bookedForeign(stage, { currency: 'CHF', issuedOn: DAY, totalMinor: 12_101 })

    assert.deepEqual(await entryLines(id), [
      ['628', 'EUR', 10_672, 10_672, null],
      ['472', 'EUR', 2_241, 2_241, 10_672],
      ['400', 'CHF', -12_101, -12_913, null],
    ])
    assert.isEmpty(await broken())
  })

  test('what is withheld is owed in euros, and taking it out of the books leaves nothing', async ({
    assert,
  }) => {
    const id = await bookedForeign(stage, {
      currency: 'CHF',
      issuedOn: DAY,
      totalMinor: 106_000,
      withholdingMinor: 15_000,
    })
    const booked = await entryLines(id)
    assert.deepInclude(booked, ['475', 'EUR', -16_007, -16_007, 106_712])
    await unbookInvoice(id, 'Se registró por error', stage.senior.actor)

    assert.deepEqual(
      (await entryLines(id)).slice(booked.length),
      booked.map(([code, currency, minor, base, taxBase]) => [
        code,
        currency,
        -Number(minor),
        -Number(base),
        taxBase === null ? null : -Number(taxBase),
      ])
    )
    assert.isEmpty(await broken())
  })

  test('a supplier has one account a currency', async ({ assert }) => {
    await bookedForeign(stage, { currency: 'CHF', issuedOn: DAY })
    const accounts = await rows<{ currency: string }>(
      `select currency from ledger_accounts where subledger = 'provider' and subledger_id = :id order by 1`,
      { id: stage.provider.id }
    )

    assert.deepEqual(accounts, [{ currency: 'CHF' }])
  })

  test('a rate is frozen with the amounts', async ({ assert }) => {
    const id = await bookedForeign(stage, { currency: 'CHF', issuedOn: DAY })

    assert.equal(await codeOf(execute(`update invoices set fx_rate = 1 where id = :id`, { id })), 'CA032')
  })
})

test.group('Approving an invoice in another currency', (group) => {
  group.setup(() => publishRate('JPY', DAY, '162.5'))

  test('limits are held against what it is worth', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const [little, enough] = [await makeUser('aprobador'), await makeUser('aprobador')]
    await letApprove(stage.siteId, little, ['invoice'], 74_462)
    await letApprove(stage.siteId, enough, ['invoice'], 74_463)
    // 121.001 yen are 744,62 €, rounded up from 744,6215 by nothing and to 744,63 with one more.
    const id = await foreignInvoice(stage, { currency: 'JPY', issuedOn: DAY, totalMinor: 121_002 })
    await submitInvoice(id, stage.accountant.actor)

    assert.equal(await codeOf(approve(id, little)), 'E_LIMIT')
    assert.equal(await codeOf(approve(id, enough)), 'done')
    const decided = await oneRow<{ amountMinor: number }>(
      `select amount_minor from approval_decisions where document_type = 'invoice' and document_id = :id`,
      { id }
    )
    assert.equal(decided.amountMinor, 74_463)
  })

  test('open invoices of several currencies add up in euros', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await execute(
      `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days) values (:siteId, 'invoice', 0, 1, 30), (:siteId, 'invoice', 20000, 2, 30)`,
      { siteId: stage.siteId }
    )
    const yen = await foreignInvoice(stage, { currency: 'JPY', issuedOn: DAY, totalMinor: 12_100 })
    await submitInvoice(yen, stage.accountant.actor)
    const required = async (totalMinor: number) => {
      const id = await foreignInvoice(stage, { currency: 'EUR', issuedOn: DAY, totalMinor })
      return (await askApproval(await Invoice.findOrFail(id), stage.siteId)).required
    }

    // 12.100 yen are 74,46 €.
    assert.deepEqual([await required(12_500), await required(12_554)], [1, 2])
  })

  test('without approvals goes what is worth little enough, in the database too', async ({ assert }) => {
    await publishRate('JPY', '2026-03-10', '162.5')
    const stage = await makeInvoiceStage()
    await agreeDirectBooking(stage.siteId, 10_000)
    const yen = (totalMinor: number) =>
      foreignInvoice(stage, { currency: 'JPY', issuedOn: '2026-03-10', totalMinor })
    const small = await yen(16_000)

    assert.equal(await codeOf(bookDirectly(small, stage.senior.actor)), 'done')

    const large = await yen(16_500)
    assert.equal(await codeOf(bookDirectly(large, stage.senior.actor)), 'E_DIRECT_LIMIT')
    await execute(`delete from invoice_alarms where invoice_id = :large`, { large })
    assert.equal(
      await codeOf(
        execute(`update invoices set status = 'booked', required_approvals = 0 where id = :large`, { large })
      ),
      'CA035'
    )
  })
})

test('a rate far from the published one raises X1', async ({ assert }) => {
  const stage = await makeInvoiceStage()
  await publishRate('GBP', '2025-07-08', '0.86')
  const id = await foreignInvoice(stage, { currency: 'GBP', issuedOn: '2025-07-08' })
  const raised = () =>
    rows<{ message: string }>(
      `select message from invoice_alarms where invoice_id = :id and rule_code = 'X1' and status = 'open'`,
      { id }
    )
  assert.isEmpty(await raised())
  await changeHeader({ ...(await form(id, stage.senior)), fxRate: '0.9' })

  assert.match(
    (await raised())[0]?.message ?? '',
    /^El cambio 0,9\d* GBP\/EUR se aparta un 4,7 % del de referencia/
  )
})
