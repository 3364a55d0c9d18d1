import { test } from '@japa/runner'
import { findFile, readFileBytes } from '#app/files/store_file'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { readPain001 } from '#app/payments/files/read_pain001'
import { createGroupedOrders } from '#app/payments/kinds/supplier/create_grouped_orders'
import { releaseOrders } from '#app/payments/release/release_orders'
import { makeBookedCredit } from '#tests/factories/credits'
import { bringFile, readAs, takeBack, takeOn } from '#tests/factories/imports'
import { approveFully, makePaymentStage, type PaymentStage, withNewProvider } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'

const openOf = async (ids: number[]) =>
  (
    await rows<{ minor: number; state: string }>(
      `select outstanding_minor as minor, payment_state as state from invoices where id = any(:ids::bigint[]) order by id`,
      { ids }
    )
  ).map(({ minor, state }) => [minor, state])

const ordersOf = ({ siteId }: PaymentStage) =>
  rows<{ id: number; amountMinor: number; remittance: string; groupId: string | null; status: string }>(
    `select id, amount_minor, remittance, transfer_group_id as group_id, status from payment_orders where site_id = :siteId order by id`,
    { siteId }
  )

const assertSound = async (assert: { deepEqual: (a: unknown, b: unknown) => void }) =>
  assert.deepEqual(
    (await checkInvariants()).filter((result) => result.violations > 0),
    []
  )

test.group('Invoices of a supplier paid together', () => {
  test('leave as one transfer that names them all, less what credit notes take', async ({ assert }) => {
    const stage = await makePaymentStage()
    const first = await makeBookedInvoice(stage, 'G-118', 12_100)
    const second = await makeBookedInvoice(stage, 'G-119', 24_200)
    const credit = await makeBookedCredit(stage, 'G-12', 3_630)

    const outcome = await createGroupedOrders(
      { invoiceIds: [first.id, second.id], debtorAccountId: null, executionDate: null, nets: true },
      stage.creator.actor
    )

    assert.deepEqual(outcome, {
      orders: 2,
      transfers: 1,
      offsets: [{ minor: 3_630, currency: 'EUR' }],
      refused: [],
    })
    assert.deepEqual(await openOf([first.id, second.id, credit.id]), [
      [8_470, 'in_process'],
      [24_200, 'in_process'],
      [0, 'paid'],
    ])
    const orders = await ordersOf(stage)
    assert.lengthOf(new Set(orders.map(({ groupId }) => groupId)), 1)
    for (const { id } of orders) await approveFully(stage, id)
    const { batchIds } = await releaseOrders(
      orders.map(({ id }) => id),
      stage.approvers[0]?.actor ?? stage.person.actor
    )
    const batch = await oneRow<{ fileId: number; count: number; totalMinor: number }>(
      `select file_id, count, total_minor from payment_batches where id = :id`,
      { id: batchIds[0] }
    )
    const file = await findFile(batch.fileId)
    const read = readPain001(file ? Buffer.from(await readFileBytes(file)).toString('utf8') : '')
    assert.deepEqual([batch.count, batch.totalMinor, read.count, read.totalMinor], [2, 32_670, 1, 32_670])
    assert.equal(read.blocks[0]?.transfers[0]?.remittance, 'FRA G-118, NC G-12, G-119')
    await assertSound(assert)
  })

  test('what a credit note covers whole is not paid, and what it leaves stays open', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoice = await makeBookedInvoice(stage, 'G-120', 12_100)
    const credit = await makeBookedCredit(stage, 'G-13', 20_000)

    const outcome = await createGroupedOrders(
      { invoiceIds: [invoice.id], debtorAccountId: null, executionDate: null, nets: true },
      stage.creator.actor
    )

    assert.deepEqual(outcome, {
      orders: 0,
      transfers: 0,
      offsets: [{ minor: 12_100, currency: 'EUR' }],
      refused: [],
    })
    assert.deepEqual(await openOf([invoice.id, credit.id]), [
      [0, 'paid'],
      [-7_900, 'partial'],
    ])
    await assertSound(assert)
  })

  test('a credit note of another supplier is left alone, and one refusal leaves the others', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const other = await withNewProvider(stage)
    const invoice = await makeBookedInvoice(stage, 'G-121', 12_100)
    const foreign = await makeBookedInvoice(other, 'G-122', 12_100)
    const credit = await makeBookedCredit(other, 'G-14', 3_000)
    await inTransaction(async (trx) => {
      await trx.rawQuery(`update provider_banks set disabled_at = now(), is_default = false where id = ?`, [
        other.provider.bankId,
      ])
    })

    const outcome = await createGroupedOrders(
      { invoiceIds: [invoice.id, foreign.id], debtorAccountId: null, executionDate: null, nets: true },
      stage.creator.actor
    )

    assert.equal(outcome.orders, 1)
    assert.lengthOf(outcome.refused, 1)
    assert.deepEqual(await openOf([foreign.id, credit.id]), [
      [12_100, 'unpaid'],
      [-3_000, 'unpaid'],
    ])
  })

  test('the same credit note is set off once, whoever asks at the same moment', async ({ assert }) => {
    const stage = await makePaymentStage()
    const invoices = [
      await makeBookedInvoice(stage, 'G-130', 12_100),
      await makeBookedInvoice(stage, 'G-131', 12_100),
    ]
    const credit = await makeBookedCredit(stage, 'G-15', 5_000)

    await Promise.allSettled(
      invoices.map(({ id }) =>
        createGroupedOrders(
          { invoiceIds: [id], debtorAccountId: null, executionDate: null, nets: true },
          stage.creator.actor
        )
      )
    )

    const { minor } = await oneRow<{ minor: number }>(
      `select coalesce(sum(amount_minor), 0)::bigint as minor from credit_offsets where credit_invoice_id = :id`,
      { id: credit.id }
    )
    assert.equal(minor, 5_000)
    assert.deepEqual(await openOf([credit.id]), [[0, 'paid']])
  })
})

test.group('Payments to suppliers from a file', () => {
  const csvOf = async ({ provider, siteId }: PaymentStage, lines: string[]) => {
    const { taxId, code } = await oneRow<{ taxId: string; code: string }>(
      `select p.tax_id, s.code from providers p, sites s where p.id = :id and s.id = :siteId`,
      { id: provider.id, siteId }
    )
    return [
      'NIF proveedor;Nº factura;Importe;Vencimiento;Empresa',
      ...lines.map((line) => `${taxId};${line};${code}`),
    ].join('\r\n')
  }
  const process = async (stage: PaymentStage, text: string, withoutInvoice = false) => {
    const bytes = Buffer.from(text, 'utf8')
    const { actor } = stage.creator
    const answers = { without_invoice: withoutInvoice }
    const uploadId = await bringFile('supplier-payments', { name: 'pagos.csv', bytes, answers }, actor)
    const count = await takeOn('supplier-payments', uploadId, actor, { scope: [stage.siteId] })
    return { uploadId, count }
  }

  test('each row is of an invoice that owes so much, or, on request, a payment in advance', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    await makeBookedInvoice(stage, 'U-1', 12_100)
    const text = await csvOf(stage, [
      'U-1;121,00;30/11/2026',
      'U-1;500,00;30/11/2026',
      'U-9;80,00;30/11/2026',
    ])
    const read = async (withoutInvoice: boolean) =>
      (
        await readAs('supplier-payments', text, stage.creator.actor, {
          scope: [stage.siteId],
          answers: { without_invoice: withoutInvoice },
        })
      ).map(({ errors }) => errors.join(' ').replaceAll('\u00a0', ' '))

    assert.deepEqual(await read(false), [
      '',
      'El importe supera lo pendiente de la factura (121,00 €).',
      'No hay ninguna factura con ese número.',
    ])
    assert.equal((await read(true))[2], '')
    assert.equal((await process(stage, text, true)).count, 2)
    assert.deepEqual(
      (await ordersOf(stage)).map(({ amountMinor, remittance, status }) => [amountMinor, remittance, status]),
      [
        [12_100, 'FRA U-1', 'draft'],
        [8_000, 'ANTICIPO Factura U-9', 'draft'],
      ]
    )
  })

  test('an advance is one however its number is written, and other parts make another number', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const text = await csvOf(stage, [
      'ADV-1;80,00;30/11/2026',
      'adv 01;80,00;30/11/2026',
      'A-15;80,00;30/11/2026',
      'A1-5;80,00;30/11/2026',
    ])
    const rows = await readAs('supplier-payments', text, stage.creator.actor, {
      scope: [stage.siteId],
      answers: { without_invoice: true },
    })

    assert.deepEqual(
      rows.map(({ errors }) => errors.join(' ')),
      ['', 'Repetida: es igual que la fila 2.', '', '']
    )
  })

  test('an advance that nobody may be paid for says so in its row, and the others are taken', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const other = await withNewProvider(stage)
    await execute(`update provider_banks set disabled_at = now() where provider_id = :id`, {
      id: other.provider.id,
    })
    const text = [
      await csvOf(stage, ['U-8;70,00;30/11/2026']),
      (await csvOf(other, ['U-9;80,00;30/11/2026'])).split('\r\n')[1],
    ].join('\r\n')

    const read = await readAs('supplier-payments', text, stage.creator.actor, {
      scope: [stage.siteId],
      answers: { without_invoice: true },
    })
    const { count } = await process(stage, text, true)

    assert.deepEqual(
      read.map(({ errors }) => errors.join(' ')),
      ['', 'El proveedor no tiene una cuenta bancaria verificada.']
    )
    assert.equal(count, 1)
  })

  test('the row of an invoice that nobody may be paid for says so, and the others are taken', async ({
    assert,
  }) => {
    const stage = await makePaymentStage()
    const other = await withNewProvider(stage)
    await makeBookedInvoice(stage, 'U-4', 12_100)
    await makeBookedInvoice(other, 'U-5', 12_100)
    await execute(`update provider_banks set disabled_at = now() where provider_id = :id`, {
      id: other.provider.id,
    })
    const text = [
      await csvOf(stage, ['U-4;121,00;30/11/2026']),
      (await csvOf(other, ['U-5;121,00;30/11/2026'])).split('\r\n')[1],
    ].join('\r\n')

    const read = await readAs('supplier-payments', text, stage.creator.actor, { scope: [stage.siteId] })
    const { count } = await process(stage, text)

    assert.deepEqual(
      read.map(({ errors }) => errors.join(' ')),
      ['', 'El proveedor no tiene una cuenta verificada para esta factura.']
    )
    assert.equal(count, 1)
  })

  test('a known row is not taken again, and the file is undone as one act', async ({ assert }) => {
    const stage = await makePaymentStage()
    await makeBookedInvoice(stage, 'U-2', 12_100)
    const { uploadId } = await process(stage, await csvOf(stage, ['U-2;50,00;30/11/2026']))
    const copy = await csvOf(stage, ['U-2;50,00;30/11/2026', ''])
    await assert.rejects(() => process(stage, copy), /Ninguna fila|ya se procesó/)

    const undone = await takeBack('supplier-payments', uploadId, stage.creator.actor, [stage.siteId])
    assert.equal(undone, 1)
    assert.deepEqual(
      (await ordersOf(stage)).map(({ status }) => status),
      ['cancelled']
    )
  })
})
