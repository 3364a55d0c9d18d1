import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { SYSTEM } from '#app/audit/record_event'
import { rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { makeIban } from '#tests/factories/books'
import { readAs } from '#tests/factories/imports'
import { makePaymentStage, type PaymentStage } from '#tests/factories/payments'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { signedIn } from '#tests/factories/sign_in'

const ordersOf = (invoiceIds: readonly number[]) =>
  rows<{ id: number; number: string; sourceId: number; amountMinor: number; debtorAccountId: number }>(
    `select id, number, source_id, amount_minor, debtor_account_id from payment_orders where source_type = 'invoice' and source_id = any(:invoiceIds::bigint[]) order by id`,
    { invoiceIds }
  )

/** A second account of the company, from which it does not pay by itself. */
const makeOtherAccount = (siteId: number) =>
  openBankAccount(
    {
      siteId,
      name: 'Cuenta de obras',
      kind: 'bank',
      providerCode: 'sepa_file',
      currency: 'EUR',
      iban: makeIban(),
      holderName: 'Empresa de prueba',
      openedOn: calendarDate('2025-01-01'),
      openingBalanceMinor: 1_000_000,
      isPayerDefault: false,
    },
    SYSTEM
  )

const create = async (client: ApiClient, stage: PaymentStage, form: object) =>
  client
    .post('/paysuppliers')
    .withSession(await signedIn(stage.creator))
    .withCsrfToken()
    .redirects(0)
    .json(form)

test.group('Payments of several invoices at once', () => {
  test('may pay a part of some, from an account that was chosen; too much of one leaves the others', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const other = await makeOtherAccount(stage.siteId)
    const [first, second, third] = [
      await makeBookedInvoice(stage, 'PP-1', 10_000),
      await makeBookedInvoice(stage, 'PP-2', 20_000),
      await makeBookedInvoice(stage, 'PP-3', 30_000),
    ]
    const ids = [first.id, second.id, third.id]

    const response = await create(client, stage, {
      invoice_ids: ids,
      debtor_account_id: other,
      parts: [
        { invoice_id: second.id, currency: 'EUR', amount: '50,00' },
        { invoice_id: third.id, currency: 'EUR', amount: '300,01' },
      ],
    })

    assert.equal(response.flashMessage('success'), '2 pagos creados.')
    assert.match(String(response.flashMessage('warning')), /supera lo pendiente de la factura \(300,00/)
    assert.deepEqual(
      (await ordersOf(ids)).map(({ sourceId, amountMinor, debtorAccountId }) => [
        sourceId,
        amountMinor,
        debtorAccountId,
      ]),
      [
        [first.id, 10_000, other],
        [second.id, 5_000, other],
      ]
    )
  })

  test('from an account of another company are refused at the field', async ({ assert, client }) => {
    const stage = await makePaymentStage()
    const stranger = await makePaymentStage()
    const { id } = await makeBookedInvoice(stage, 'PP-4', 10_000)
    const response = await create(client, stage, { invoice_ids: [id], debtor_account_id: stranger.accountId })
    assert.include(JSON.stringify(response.flashMessages()), 'La cuenta de origen no pertenece a la empresa.')
    assert.deepEqual(await ordersOf([id]), [])
  })
})

test.group('An invoice that is in a payment already', () => {
  test('names it: where it is paid again, where more is asked than is left, in a file and in the list', async ({
    assert,
    client,
  }) => {
    const stage = await makePaymentStage()
    const { id } = await makeBookedInvoice(stage, 'PP-5', 10_000)
    const order = await createOrder({ invoiceId: id, amountMinor: 6_000 }, stage.creator.actor)
    const refused = (amountMinor: number | null) =>
      createOrder({ invoiceId: id, amountMinor }, stage.creator.actor).then(
        () => '',
        (error: Error) => error.message.replaceAll('\u00a0', ' ')
      )

    assert.equal(
      await refused(5_000),
      `El importe supera lo pendiente de la factura (40,00 €): lo demás está en el pago ${order.number}.`
    )
    const list = await client
      .get(`/paysuppliers?site_ids[]=${stage.siteId}`)
      .withSession(await signedIn(stage.creator))
      .withInertia()
    const { invoices } = list.inertiaProps as { invoices: { rows: { live: object }[] } }
    assert.deepEqual(
      invoices.rows.map(({ live }) => live),
      [{ id: order.id, number: order.number }]
    )

    const rest = await createOrder({ invoiceId: id }, stage.creator.actor)
    assert.equal(await refused(null), `Ya existe un pago en curso para este documento (${rest.number}).`)
    const [provider] = await rows<{ taxId: string }>(`select tax_id::text from providers where id = :id`, {
      id: stage.provider.id,
    })
    const text = `NIF proveedor;Nº factura;Importe\r\n${provider?.taxId};PP-5;10,00`
    const read = await readAs('supplier-payments', text, stage.creator.actor, { scope: [stage.siteId] })
    assert.deepEqual(read[0]?.errors, [`Ya existe un pago en curso para este documento (${rest.number}).`])
  })
})
