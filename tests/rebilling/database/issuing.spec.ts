import { test } from '@japa/runner'
import { unbookInvoice } from '#app/invoices/booking/book_invoice'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { lockMonth } from '#app/ledger/actions/lock_month'
import { checkDerived, checkInvariants } from '#app/ledger/queries/check_invariants'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import {
  asInvoice,
  bookSum,
  findCharge,
  ISSUED_ON,
  makeApprovedCharge,
  makeIssuedCharge,
  makeRebillingStage,
  type RebillingStage,
} from '#tests/factories/rebilling'

type Assert = { deepEqual: (a: unknown, b: unknown) => void }

const assertSound = async (assert: Assert) =>
  assert.deepEqual(
    [...(await checkInvariants()), ...(await checkDerived())].filter((result) => result.violations > 0),
    []
  )

const targetOf = ({ targetIds }: RebillingStage) => targetIds[0] ?? 0

const issuedOf = (siteId: number) =>
  rows<{ number: string }>(`select number from issued_invoices where site_id = :siteId order by id`, {
    siteId,
  })

test.group('Charges that are issued', () => {
  test('as an invoice: income and tax here, cost and tax there, and 5523 between them', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage, await asInvoice())
    const charge = await findCharge(chargeId)

    assert.deepInclude(charge, {
      baseMinor: 10_000,
      markupMinor: 500,
      vatMinor: 2_205,
      totalMinor: 12_705,
      status: 'settled',
      settledMinor: 12_705,
    })
    const [origin, target] = [stage.originId, targetOf(stage)]
    assert.deepEqual(
      [await bookSum(origin, '5523'), await bookSum(origin, '759'), await bookSum(origin, '477')],
      [12_705, -10_500, -2_205]
    )
    assert.deepEqual([await bookSum(target, '5523'), await bookSum(target, '472')], [-12_705, 2_205])
    assert.equal(await bookSum(target, '6'), 10_500)
    await assertSound(assert)
  })

  test('the other company has the invoice with its paper, booked and approved by its own people', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage, await asInvoice())
    const { targetInvoiceId, invoiceNumber } = await findCharge(chargeId)

    const invoice = await oneRow<Record<string, unknown>>(
      `select i.site_id, i.source, i.status, i.payment_state, i.outstanding_minor, i.total_minor, i.invoice_number, p.site_id_if_group as issuer,
          (select count(*)::int from invoice_files f where f.invoice_id = i.id and f.kind = 'original') as papers,
          (select count(distinct d.user_id)::int from approval_decisions d where d.document_type = 'invoice' and d.document_id = i.id and d.decision = 'approve' and d.revoked_at is null) as approvers
         from invoices i join providers p on p.id = i.provider_id where i.id = :targetInvoiceId`,
      { targetInvoiceId }
    )

    assert.deepEqual(invoice, {
      siteId: targetOf(stage),
      source: 'group',
      status: 'booked',
      paymentState: 'offset',
      outstandingMinor: 0,
      totalMinor: 12_705,
      invoiceNumber,
      issuer: stage.originId,
      papers: 1,
      approvers: 1,
    })
  })

  test('what was paid in its name leaves the account of the cost, without income or tax', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const [origin, target] = [stage.originId, targetOf(stage)]
    const { chargeId } = await makeApprovedCharge(stage, { treatment: 'suplido' })
    const before = await bookSum(origin, '6')

    await issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor)

    assert.deepEqual([before, await bookSum(origin, '6')], [10_000, 0])
    assert.deepEqual(
      [await bookSum(origin, '5523'), await bookSum(target, '5523'), await bookSum(target, '6')],
      [10_000, -10_000, 10_000]
    )
    assert.deepEqual([await bookSum(origin, '759'), await bookSum(origin, '477')], [0, 0])
    assert.isNull((await findCharge(chargeId)).targetInvoiceId)
    await assertSound(assert)
  })

  test('a debit note is income without tax', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    await makeIssuedCharge(stage)
    const [origin, target] = [stage.originId, targetOf(stage)]
    assert.deepEqual(
      [await bookSum(origin, '5523'), await bookSum(origin, '759'), await bookSum(target, '5523')],
      [10_000, -10_000, -10_000]
    )
    assert.equal(await bookSum(target, '472'), 0)
  })

  test('a month that is closed in the other company leaves nothing behind, neither number nor book', async ({
    assert,
  }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage, await asInvoice())
    await lockMonth({
      siteId: targetOf(stage),
      month: calendarDate('2026-04-01'),
      reason: null,
      actor: stage.author.actor,
    })

    await assert.rejects(
      () => issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor),
      /El periodo está cerrado en Empresa de prueba/
    )

    assert.equal((await findCharge(chargeId)).status, 'approved')
    assert.deepEqual(await issuedOf(stage.originId), [])
    assert.deepEqual([await bookSum(stage.originId, '5523'), await bookSum(targetOf(stage), '5523')], [0, 0])
    const { number } = await issueCharge(
      { chargeId, issuedOn: calendarDate('2026-05-04') },
      stage.author.actor
    )
    assert.match(number, /\D0*1$/)
  })

  test('the numbers of a company have no gap, however many are issued at once', async ({ assert }) => {
    const stage = await makeRebillingStage(2)
    const made = []
    for (let n = 0; n < 4; n++) made.push(await makeApprovedCharge(stage, await asInvoice()))

    await Promise.all(
      made.map(({ chargeId }) => issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor))
    )

    const { gaps } = await oneRow<{ gaps: number }>(
      `select count(*)::int as gaps from (select sequence - lag(sequence, 1, sequence - 1) over (partition by series_id order by sequence) as step from issued_invoices where site_id = :siteId) s where step <> 1`,
      { siteId: stage.originId }
    )
    assert.equal(gaps, 0)
    assert.lengthOf(await issuedOf(stage.originId), 4)
  })

  test('two clicks issue it once', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage, await asInvoice())
    const issue = () => issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor)

    const clicks = await Promise.allSettled([issue(), issue()])

    assert.deepEqual(clicks.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
    assert.lengthOf(await issuedOf(stage.originId), 1)
  })

  test('a company that is not active any more holds it up', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeApprovedCharge(stage)
    await execute(`update sites set status = 'archived' where id = :siteId`, { siteId: targetOf(stage) })
    await assert.rejects(
      () => issueCharge({ chargeId, issuedOn: ISSUED_ON }, stage.author.actor),
      /no está activa: la refacturación queda retenida/
    )
  })
})

test.group('Invoices of the group', () => {
  test('are neither unbooked nor changed on their own', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId } = await makeIssuedCharge(stage, await asInvoice())
    const { targetInvoiceId } = await findCharge(chargeId)
    const id = targetInvoiceId ?? 0

    await assert.rejects(() => unbookInvoice(id, 'No es nuestra', stage.author.actor), /rectifíquela allí/)
    await assert.rejects(
      () => execute(`update invoices set status = 'pending_review' where id = :id`, { id }),
      /invoice_of_group/
    )
    await assert.rejects(
      () => execute(`update invoices set outstanding_minor = total_minor where id = :id`, { id }),
      /invoice_of_group/
    )
  })

  test('annulling the document takes back both books and frees the cost', async ({ assert }) => {
    const stage = await makeRebillingStage(1)
    const { chargeId, lineId } = await makeIssuedCharge(stage, await asInvoice())
    const { issuedInvoiceId, targetInvoiceId } = await findCharge(chargeId)

    await annulFromPage(issuedInvoiceId ?? 0, 'Emitida por error', stage.author.actor)

    assert.equal((await findCharge(chargeId)).status, 'discarded')
    assert.deepEqual([await bookSum(stage.originId, '5523'), await bookSum(targetOf(stage), '5523')], [0, 0])
    const { status } = await oneRow<{ status: string }>(`select status from invoices where id = :id`, {
      id: targetInvoiceId,
    })
    assert.equal(status, 'cancelled')
    const { left } = await oneRow<{ left: number }>(
      `select c.base_minor - coalesce((select sum(x.amount_minor) from rebilling_sources x join rebilling_transactions t on t.id = x.transaction_id where x.source_id = c.source_id and t.status <> 'discarded'), 0) as left from rebillable_costs c where c.source_type = 'invoice_line' and c.source_id = :lineId`,
      { lineId }
    )
    assert.equal(Number(left), 10_000)
    await assertSound(assert)
  })
})
