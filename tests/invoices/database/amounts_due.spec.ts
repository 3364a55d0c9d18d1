import { test } from '@japa/runner'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import { releaseDueRetentions } from '#app/invoices/booking/release_due_retentions'
import { settleInvoice } from '#app/invoices/booking/settle_invoice'
import { changeDue } from '#app/invoices/editing/change_due'
import { releaseHeld } from '#app/invoices/editing/release_held'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { execute, inTransaction, oneRow, row } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createGroupedOrders } from '#app/payments/kinds/supplier/create_grouped_orders'
import { createOrder, createOrders } from '#app/payments/kinds/supplier/create_orders'
import { PAYABLE, payableList } from '#app/payments/kinds/supplier/list_payable_invoices'
import { OPEN } from '#app/reports/queries/open_invoices'
import { makeBankAccount, makeIban } from '#tests/factories/books'
import { facturaeFile, ublFile } from '#tests/factories/e_invoices'
import { approve, entryOf, form, type InvoiceStage, makeInvoiceStage } from '#tests/factories/invoice_stage'
import { classifyAll, partiesOf, readIn } from '#tests/factories/read_in'

let sequence = 0
const number = () => `DUE-${process.pid}-${sequence++}`

async function bookRead(stage: InvoiceStage, bytes: Uint8Array): Promise<number> {
  const id = await readIn(`${number()}.xml`, bytes, stage)
  await classifyAll(id, stage)
  await submitInvoice(id, stage.accountant.actor)
  await approve(id, stage.approver)
  return id
}

/** A stage whose company has an account to pay from. */
async function paying(): Promise<InvoiceStage> {
  const stage = await makeInvoiceStage()
  await makeBankAccount(stage.siteId, makeIban())
  return stage
}

const prepaid = async (stage: InvoiceStage, advance = '21.00', payable = '100.00') =>
  ublFile({
    number: number(),
    parties: await partiesOf(stage),
    sums: `<PrepaidAmount>${advance}</PrepaidAmount>`,
    payable,
  })

const guarantee = async (stage: InvoiceStage) =>
  facturaeFile({
    number: number(),
    parties: await partiesOf(stage),
    sums: '<TotalOutstandingAmount>121.00</TotalOutstandingAmount><AmountsWithheld><WithholdingAmount>6.05</WithholdingAmount></AmountsWithheld><TotalExecutableAmount>114.95</TotalExecutableAmount>',
  })

const isListed = (id: number, condition: string) =>
  row(`select 1 as found from invoices i where i.id = :id and ${condition}`, { id }).then(
    (found) => found !== null
  )

const account = ({ siteId }: InvoiceStage) =>
  oneRow<{ id: number }>(`select id from bank_accounts where site_id = :siteId order by id limit 1`, {
    siteId,
  })

async function order(invoiceId: number, stage: InvoiceStage, amountMinor: number | null = null) {
  const { id: debtorAccountId } = await account(stage)
  return createOrder({ invoiceId, amountMinor, debtorAccountId }, stage.senior.actor)
}

test.group('Amounts due', () => {
  test('of an invoice with an advance only what is due is proposed, and no more is taken', async ({
    assert,
  }) => {
    const stage = await paying()
    const id = await bookRead(stage, await prepaid(stage))

    const invoice = await Invoice.findOrFail(id)
    const draft = await order(id, stage)

    assert.deepEqual(
      [invoice.totalMinor, invoice.advanceMinor, invoice.outstandingMinor, invoice.payableMinor],
      [12_100, 2_100, 12_100, 10_000]
    )
    assert.equal(draft.amountMinor, 10_000)
    await assert.rejects(() => order(id, stage, 1), /Ya existe un pago en curso/)
  })

  test('more than what is due is refused in the action and in the database', async ({ assert }) => {
    const stage = await paying()
    const id = await bookRead(stage, await prepaid(stage))

    await assert.rejects(() => order(id, stage, 10_001), /supera lo pendiente de la factura \(100,00/)
    const draft = await order(id, stage)
    await assert.rejects(
      () =>
        execute(
          `insert into payment_orders (number, kind, site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban, amount_minor, currency, execution_date,
              remittance, end_to_end_id, channel, status, fingerprint, source_part)
           select number || 'X', kind, site_id, source_type, source_id, debtor_account_id, creditor_type, creditor_id, creditor_name, creditor_iban, 1, currency, execution_date,
              remittance, end_to_end_id || 'X', channel, 'draft', fingerprint, 99 from payment_orders where id = :id`,
          { id: draft.id }
        ),
      /payment_order_exceeds_invoice/
    )
  })

  test('an invoice that was paid already is in no list of what is to be paid', async ({ assert }) => {
    const stage = await paying()
    const id = await bookRead(stage, await prepaid(stage, '121.00', '0.00'))
    const { id: debtorAccountId } = await account(stage)

    const outcome = await createOrders([id], { debtorAccountId, executionDate: null }, stage.senior.actor)

    assert.isFalse(await isListed(id, PAYABLE))
    assert.isFalse(await isListed(id, OPEN))
    assert.isTrue(await isListed(id, 'i.outstanding_minor = 12100'))
    await assert.rejects(() => order(id, stage), /retenido o ya se pagó antes/)
    assert.match(JSON.stringify(outcome), /ya se pagó antes/)
  })

  test('grouped payments take what is due of each', async ({ assert }) => {
    const stage = await paying()
    const [one, other] = [
      await bookRead(stage, await prepaid(stage)),
      await bookRead(stage, await guarantee(stage)),
    ]
    const { id: debtorAccountId } = await account(stage)

    await createGroupedOrders(
      { invoiceIds: [one, other], debtorAccountId, executionDate: null, nets: false },
      stage.senior.actor
    )

    const { paid } = await oneRow<{ paid: number }>(
      `select sum(amount_minor)::bigint as paid from payment_orders where source_type = 'invoice' and source_id in (:one, :other)`,
      { one, other }
    )
    assert.equal(paid, 10_000 + 11_495)
  })

  test('a guarantee stays owed and unpaid until somebody releases it and says why', async ({ assert }) => {
    const stage = await paying()
    const id = await bookRead(stage, await guarantee(stage))
    const release = (reason: string) =>
      releaseHeld({ invoiceId: id, held: 'retention', reason, actor: stage.senior.actor })
    assert.equal((await order(id, stage)).amountMinor, 11_495)

    await assert.rejects(() => release(''), /Indique el motivo/)
    await assert.rejects(
      () => execute(`update invoices set retained_open_minor = 0 where id = :id`, { id }),
      /invoice_held/
    )
    await release('Obra recibida sin defectos')

    const released = await Invoice.findOrFail(id)
    assert.deepEqual([released.payableMinor, released.heldReleasedBy], [12_100, stage.senior.id])
    assert.equal((await order(id, stage)).amountMinor, 605)
    await assert.rejects(() => release('Otra vez lo mismo'), /No queda nada por liberar/)
  })

  test('a guarantee with a day is released when the day comes', async ({ assert }) => {
    const stage = await paying()
    const id = await readIn(`${number()}.xml`, await guarantee(stage), stage)
    await classifyAll(id, stage)
    await changeDue({
      ...(await form(id, stage.accountant)),
      advanceMinor: 0,
      prepaidMinor: 0,
      retainedMinor: 605,
      roundingMinor: 0,
      retainedUntil: calendarDate('2026-10-01'),
    })
    await submitInvoice(id, stage.accountant.actor)
    await approve(id, stage.approver)

    await releaseDueRetentions(calendarDate('2026-09-30'))
    assert.equal((await Invoice.findOrFail(id)).payableMinor, 11_495)
    await releaseDueRetentions(calendarDate('2026-10-01'))

    const { payableMinor, heldReleaseReason } = await Invoice.findOrFail(id)
    assert.deepEqual([payableMinor, heldReleaseReason], [12_100, 'Llegó el día de su devolución: 01/10/2026'])
  })

  test('what is due is part of what is approved, and frozen with it', async ({ assert }) => {
    const stage = await paying()
    const id = await readIn(`${number()}.xml`, await prepaid(stage), stage)
    await classifyAll(id, stage)
    await submitInvoice(id, stage.accountant.actor)
    const before = await invoiceFingerprint(id)

    await changeDue({
      ...(await form(id, stage.accountant)),
      advanceMinor: 0,
      prepaidMinor: 0,
      retainedMinor: 0,
      roundingMinor: 0,
      retainedUntil: null,
    })

    assert.notEqual(await invoiceFingerprint(id), before)
    await approve(id, stage.approver)
    await assert.rejects(
      () => execute(`update invoices set advance_minor = 100 where id = :id`, { id }),
      /invoice_frozen/
    )
  })

  test('more held than the total is refused at its field and in the database', async ({ assert }) => {
    const stage = await paying()
    const id = await readIn(`${number()}.xml`, await prepaid(stage), stage)
    await classifyAll(id, stage)
    const parts = { advanceMinor: 12_101, prepaidMinor: 0, retainedMinor: 0, roundingMinor: 0 }

    await assert.rejects(
      async () => changeDue({ ...(await form(id, stage.accountant)), ...parts, retainedUntil: null }),
      /no puede superar el total \(121,00/
    )
    await execute(`update invoices set advance_minor = 12101 where id = :id`, { id })
    await assert.rejects(() => submitInvoice(id, stage.accountant.actor), /supera el total/)
  })

  test('the rounding of what is paid is booked, so that what is paid is what is due', async ({ assert }) => {
    const stage = await paying()
    const id = await bookRead(
      stage,
      ublFile({
        number: number(),
        parties: await partiesOf(stage),
        sums: '<PayableRoundingAmount>0.03</PayableRoundingAmount>',
        payable: '121.03',
      })
    )

    assert.deepEqual(await entryOf(id), [
      ['628', 10_000],
      ['472', 2_100],
      ['669', 3],
      ['400', -12_103],
    ])
    assert.equal((await order(id, stage)).amountMinor, 12_103)
  })

  test('money of before settles what was paid before; when it comes back that is open again', async ({
    assert,
  }) => {
    const stage = await paying()
    const id = await bookRead(stage, await prepaid(stage))
    const settle = (amountMinor: number, covers: 'due' | 'prior') =>
      inTransaction((trx) => settleInvoice(id, amountMinor, stage.senior.actor, trx, covers))
    const open = async () => {
      const { outstandingMinor, payableMinor } = await Invoice.findOrFail(id)
      return [outstandingMinor, payableMinor]
    }

    await settle(2_100, 'prior')
    assert.deepEqual(await open(), [10_000, 10_000])
    await settle(-2_100, 'prior')
    assert.deepEqual(await open(), [12_100, 10_000])
    await settle(10_000, 'due')
    assert.deepEqual(await open(), [2_100, 0])
    await settle(2_100, 'due')
    assert.deepEqual(await open(), [0, 0])
  })

  test('the list of what is to be paid shows what is due', async ({ assert }) => {
    const stage = await paying()
    const id = await bookRead(stage, await guarantee(stage))

    const { rows: listed } = await listOf(
      payableList(),
      { page: 1, perPage: 10, sort: 'due_on', direction: 'asc', cursor: null } as never,
      { where: [PAYABLE, 'i.id = :id'], bindings: { id } }
    )

    assert.deepEqual(
      listed.map(({ pending, total }) => [pending.minor, total.minor]),
      [[11_495, 12_100]]
    )
  })
})
