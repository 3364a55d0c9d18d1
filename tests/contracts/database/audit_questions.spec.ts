import { test } from '@japa/runner'
import { suspendContract, terminateContract } from '#app/contracts/actions/move_contract'
import type { ContractTerms } from '#app/contracts/contract_terms'
import { tierPrice } from '#app/contracts/pricing/rate'
import { findCapUsage } from '#app/contracts/queries/find_cap_usage'
import { findMissingInvoices } from '#app/contracts/queries/find_missing_invoices'
import { findPriceDeviations } from '#app/contracts/queries/find_price_deviations'
import { findRepeatedPeriods } from '#app/invoices/audit/questions/find_repeated_periods'
import { findUncoveredInvoices } from '#app/invoices/audit/questions/find_uncovered_invoices'
import { readAuditContext } from '#app/invoices/audit/read_context'
import { auditProviders } from '#app/invoices/auditing/audit_providers'
import { decideContractLink } from '#app/invoices/editing/decide_contract_link'
import { holdAgainstContracts } from '#app/invoices/editing/hold_against_contracts'
import { holdInvoicesOf } from '#app/invoices/editing/hold_invoices_of_contract'
import { createInvoice } from '#app/invoices/intake/create_invoice'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { makeSite } from '#tests/factories/books'
import { itemTerms, makeContract } from '#tests/factories/contracts'
import { makeProvider } from '#tests/factories/documents'
import { makeUser, type Person } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'

type Stage = { siteId: number; providerId: number; person: Person }
let sequence = 0

async function makeStage(terms: Partial<ContractTerms> = {}) {
  const { siteId } = await makeSite()
  const person = await makeUser('superC0ntab1l1dad')
  const { id: providerId } = await makeProvider(person)
  const contract = await makeContract({ providerId, siteIds: [siteId], ...terms })
  return { siteId, providerId, person, contract }
}

/** A reviewed invoice of one line; the quantity is told afterwards and held against the contracts again. */
async function bill(
  { siteId, providerId, person }: Stage,
  { concept = 'Servicio LAV', baseMinor = 12_500, issuedOn = '2026-03-10' } = {}
): Promise<number> {
  const { id: categoryId } = await oneRow<{ id: number }>(
    `select id from categories where name = 'Lavandería'`
  )
  return createInvoice(
    {
      siteId,
      providerId,
      invoiceNumber: `C-${Date.now()}-${sequence++}`,
      issuedOn: calendarDate(issuedOn),
      lines: [
        { concept, baseMinor, vatCode: 'IVA21', withholdingCode: null, categoryId, accountCode: '629' },
      ],
      source: 'api',
    },
    person.actor
  )
}

const linkOf = (invoiceId: number) =>
  oneRow<{ header: number | null; contractId: number | null; itemId: number | null; code: string | null }>(
    `select i.contract_id as header, l.contract_id, l.contract_item_id as item_id, t.code from invoices i join invoice_lines l on l.invoice_id = i.id
       left join contract_items t on t.id = l.contract_item_id where i.id = :invoiceId order by l.position limit 1`,
    { invoiceId }
  )

test.group('Invoices against contracts', () => {
  test('a line is linked with the item in force on its day, and the header with its contract', async ({
    assert,
  }) => {
    const items = [
      itemTerms({ code: 'LAV', validTo: calendarDate('2026-03-31') }),
      itemTerms({ code: 'LAV', validFrom: calendarDate('2026-04-01'), unitPriceMinor4: 20_000 }),
    ]
    const stage = await makeStage({ items })
    const [march, april] = [await bill(stage), await bill(stage, { issuedOn: '2026-04-10' })]
    const [inMarch, inApril] = [await linkOf(march), await linkOf(april)]
    assert.equal(inMarch.header, stage.contract.id)
    assert.equal(inMarch.contractId, stage.contract.id)
    assert.equal(inMarch.code, 'LAV')
    assert.notEqual(inMarch.itemId, inApril.itemId)
  })

  test('neither another company, another supplier, another day nor a draft is covered', async ({
    assert,
  }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV' })], endsOn: calendarDate('2026-06-30') })
    const other = await makeSite()
    const { id: stranger } = await makeProvider(stage.person)
    for (const invoiceId of [
      await bill({ ...stage, siteId: other.siteId }),
      await bill({ ...stage, providerId: stranger }),
      await bill(stage, { issuedOn: '2025-12-31' }),
      await bill(stage, { issuedOn: '2026-07-01' }),
    ])
      assert.deepEqual(await linkOf(invoiceId), { header: null, contractId: null, itemId: null, code: null })
  })

  test('C1: a line above the agreed price says by how much; at the price and a cent of rounding it says nothing', async ({
    assert,
  }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV', unitPriceMinor4: 12_345 })] })
    const [over, exact] = [await bill(stage, { baseMinor: 15_000 }), await bill(stage, { baseMinor: 12_346 })]
    await execute(`update invoice_lines set quantity = 100 where invoice_id = any(:ids::bigint[])`, {
      ids: [over, exact],
    })

    const found = await findPriceDeviations([over, exact])
    assert.lengthOf(found, 1)
    assert.deepInclude(found[0], {
      invoiceId: over,
      code: 'LAV',
      agreedMinor4: 12_345,
      billedMinor4: 15_000,
      excessMinor: 2_655,
      percentBasisPoints: 2_151,
    })
    assert.lengthOf(await findPriceDeviations([over], { tolerancePercent: 22 }), 0)
  })

  test('C1: the price of the database is that of the code, tier by tier', async ({ assert }) => {
    const tiers = [
      { from_qty: '10', price_minor4: 9_000 },
      { from_qty: '100.5', price_minor4: 7_000 },
    ]
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV', tiers })] })
    const { id } = await oneRow<{ id: number }>(
      `select id from contract_items where contract_id = :id`,
      stage.contract
    )
    for (const quantity of ['1', '9.9999', '10', '100.4999', '100.5', '5000', '-12']) {
      const { price } = await oneRow<{ price: number }>(
        `select contract_price_at(:id::bigint, :quantity::numeric, '2026-03-10'::date) as price`,
        { id, quantity }
      )
      assert.equal(price, tierPrice(12_500, tiers, quantity), quantity)
    }
  })

  test('C2 and R3: the cap is passed by the invoice that passes it, period by period', async ({ assert }) => {
    const stage = await makeStage({
      items: [itemTerms({ code: 'LAV' })],
      capMinor: 20_000,
      capPeriod: 'month',
    })
    const [first, second, next] = [
      await bill(stage, { baseMinor: 15_000, issuedOn: '2026-03-05' }),
      await bill(stage, { baseMinor: 6_000, issuedOn: '2026-03-20' }),
      await bill(stage, { baseMinor: 6_000, issuedOn: '2026-04-01' }),
    ]
    const used = await findCapUsage([first, second, next])
    assert.deepEqual(
      used.map(({ invoiceId, usedMinor, capMinor, periodFrom }) => [
        invoiceId,
        usedMinor,
        capMinor,
        periodFrom,
      ]),
      [
        [first, 15_000, 20_000, '2026-03-01'],
        [second, 21_000, 20_000, '2026-03-01'],
        [next, 6_000, 20_000, '2026-04-01'],
      ]
    )
    await execute(`update invoices set status = 'rejected' where id = :first`, { first })
    assert.equal((await findCapUsage([second]))[0]?.usedMinor, 6_000)
  })

  test('C3: why no contract covers an invoice of a supplier who bills by contract', async ({ assert }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV' })], requiresInvoiceMatch: true })
    const [linked, other, before] = [
      await bill(stage),
      await bill(stage, { concept: 'Otra cosa' }),
      await bill(stage, { issuedOn: '2025-11-02' }),
    ]
    const reasons = async () =>
      Object.fromEntries(
        (await findUncoveredInvoices([linked, other, before])).map(({ invoiceId, reason }) => [
          invoiceId,
          reason,
        ])
      )
    assert.deepEqual(await reasons(), { [other]: 'unmatched', [before]: 'not_started' })

    await suspendContract(
      stage.contract.id,
      { onDay: calendarDate('2026-03-01'), reason: 'Obras' },
      stage.person.actor
    )
    assert.equal((await reasons())[other], 'suspended')
    await terminateContract(
      stage.contract.id,
      { onDay: calendarDate('2026-02-28'), reason: 'Cierre' },
      stage.person.actor
    )
    const [found] = await findUncoveredInvoices([other])
    assert.deepInclude(found, { reason: 'terminated', boundary: '2026-02-28', contractId: stage.contract.id })
  })

  test('C4: the later of two invoices for the same days of the same item', async ({ assert }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV' })] })
    const [first, second, apart] = [await bill(stage), await bill(stage), await bill(stage)]
    for (const [id, from, to] of [
      [first, '2026-02-01', '2026-02-28'],
      [second, '2026-02-28', '2026-03-31'],
      [apart, '2026-04-01', '2026-04-30'],
    ])
      await execute(`update invoice_lines set period_from = :from, period_to = :to where invoice_id = :id`, {
        id,
        from,
        to,
      })

    const found = await findRepeatedPeriods([first, second, apart])
    assert.lengthOf(found, 1)
    assert.deepInclude(found[0], {
      invoiceId: second,
      otherInvoiceId: first,
      periodFrom: '2026-02-28',
      periodTo: '2026-02-28',
    })
  })

  test('R10: what a contract expects and did not come, ten days after its day', async ({ assert }) => {
    const stage = await makeStage({ expectedDay: 5, expectedAmountMinor: 206_500, kind: 'rent' })
    await bill(stage, { concept: 'Renta enero', baseMinor: 206_500, issuedOn: '2026-01-07' })
    const missing = async (day: string) =>
      (await findMissingInvoices({ day: calendarDate(day), providerIds: [stage.providerId] })).map(
        ({ periodFrom, expectedOn, expectedAmountMinor }) => [periodFrom, expectedOn, expectedAmountMinor]
      )
    assert.deepEqual(await missing('2026-02-14'), [])
    assert.deepEqual(await missing('2026-02-15'), [['2026-02-01', '2026-02-05', 206_500]])
    await bill(stage, { concept: 'Renta febrero', baseMinor: 206_500, issuedOn: '2026-02-16' })
    assert.deepEqual(await missing('2026-02-28'), [])
  })

  test('R10: the run of the auditor says it with the contract, once, and takes it back when it is over', async ({
    assert,
  }) => {
    const stage = await makeStage({ expectedDay: 5, expectedAmountMinor: 206_500, kind: 'rent' })
    const alarms = () =>
      rows<{ message: string; siteId: number; status: string }>(
        `select message, site_id, status from invoice_alarms where provider_id = :providerId and rule_code = 'R10'`,
        stage
      )
    const audit = async () => auditProviders(await readAuditContext(), ['R10'])

    await audit()
    await audit()
    const [missed, ...more] = await alarms()
    await terminateContract(
      stage.contract.id,
      { onDay: today(), reason: 'Fin del servicio' },
      stage.contract.author.actor
    )
    await audit()

    assert.lengthOf(more, 0)
    assert.match(missed?.message ?? '', new RegExp(`del contrato ${stage.contract.reference} `))
    assert.deepInclude(missed, { siteId: stage.siteId, status: 'open' })
    assert.deepEqual(
      (await alarms()).map(({ status }) => status),
      ['auto_closed']
    )
  })

  test('what is used is counted by item, company and month', async ({ assert }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV' })] })
    const id = await bill(stage)
    const used = await rows<{ month: string; baseMinor: number }>(
      `select month::text, base_minor from contract_usage where contract_id = :id`,
      stage.contract
    )
    assert.deepEqual(used, [{ month: '2026-03-01', baseMinor: 12_500 }])
    assert.equal((await linkOf(id)).contractId, stage.contract.id)
  })

  test('a contract that is entered late gathers its invoices, the booked ones too, and nothing else of them changes', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'TARDE-1')
    const { siteId, provider } = treasury
    const contract = await makeContract({ providerId: provider.id, siteIds: [siteId] })
    await holdInvoicesOf({ contractId: contract.id, providerId: provider.id, siteIds: [siteId] })
    assert.deepEqual((await linkOf(invoice.id)).header, contract.id)
    await assert.rejects(() =>
      execute(
        `update invoice_lines set contract_id = null, base_minor = base_minor + 1 where invoice_id = :id`,
        invoice
      )
    )
  })

  test('what a person decided about a line stays when the invoice is looked at again', async ({ assert }) => {
    const stage = await makeStage({ items: [itemTerms({ code: 'LAV' })] })
    const id = await bill(stage)
    const { line } = await oneRow<{ line: number }>(
      `select id as line from invoice_lines where invoice_id = :id`,
      { id }
    )
    await decideContractLink({ invoiceId: id, lineId: line, choice: 'refuse', actor: stage.person.actor })
    await inTransaction((trx) => holdAgainstContracts([id], trx))
    assert.isNull((await linkOf(id)).contractId)
  })
})
