import { test } from '@japa/runner'
import { acceptRequest, requestProvider } from '#app/expenses/actions/provider_requests'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { moveProvider } from '#app/providers/actions/move_provider'
import { verifyBank } from '#app/providers/actions/provider_banks'
import { makeIban } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'
import { makeDni } from '#tests/factories/staff'
import { tinyPdf } from '#tests/reading/tiny_pdf'

let made = 0

/** A supplier that asked over the public page and was taken in, its account verified long enough ago to be paid. */
async function makeAccepted() {
  const taxId = makeDni()
  const name = `Carpintería ${process.pid} ${++made}`
  await requestProvider(
    {
      name,
      country: 'ES',
      taxId,
      email: 'hola@carpinteria.example',
      phone: null,
      address: 'Calle Mayor 1, Sevilla',
      activity: null,
      iban: makeIban(),
      certificate: { name: 'titularidad.pdf', bytes: Buffer.from(tinyPdf([name])) },
    },
    { userId: null, kind: 'public' }
  )
  const { requestId } = await oneRow<{ requestId: number }>(
    `select id as request_id from provider_requests where tax_id = :taxId`,
    { taxId }
  )
  const [accepter, second] = [await makeUser('superC0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
  const id = await acceptRequest(requestId, accepter.actor)
  const { bankId, iban } = await oneRow<{ bankId: number; iban: string }>(
    `select id as bank_id, iban from provider_banks where provider_id = :id`,
    { id }
  )
  await verifyBank({ providerId: id, bankId }, 'certificate', second.actor)
  await execute(`update provider_banks set payable_from = now() - interval '1 day' where id = :bankId`, {
    bankId,
  })
  return { id, bankId, iban, senior: second }
}

const alarmsOf = (invoiceId: number) =>
  oneRow<{ barred: number }>(
    `select count(*)::int as barred from invoice_alarms where invoice_id = :invoiceId and rule_code = 'P1' and status = 'open'`,
    { invoiceId }
  )

test.group('A supplier that waits to be looked at', () => {
  test('is not paid before somebody validates it; then its invoices no longer say so', async ({ assert }) => {
    const { senior, ...provider } = await makeAccepted()
    const treasury = { ...(await makeTreasury()), provider }
    const { status } = await oneRow<{ status: string }>(`select status from providers where id = :id`, {
      id: provider.id,
    })
    const invoice = await makeBookedInvoice(treasury, 'D-1')
    const { barred: before } = await alarmsOf(invoice.id)

    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, treasury.person.actor),
      /El proveedor está por revisar: valídelo antes de pagarle/
    )
    await moveProvider(provider.id, 'validate', null, senior.actor)
    const { barred: after } = await alarmsOf(invoice.id)
    const order = await createOrder({ invoiceId: invoice.id }, treasury.person.actor)

    assert.equal(status, 'draft')
    assert.deepEqual([before, after], [1, 0])
    assert.equal(order.creditorId, provider.id)
  })

  test('the database lets no payment name it, and lets nobody become it again', async ({ assert }) => {
    const draft = await makeAccepted()
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'D-2')
    const order = await createOrder({ invoiceId: invoice.id }, treasury.person.actor)

    await assert.rejects(
      () =>
        inTransaction((trx) =>
          execute(
            `update payment_orders set creditor_id = :draftId where id = :id`,
            { draftId: draft.id, id: order.id },
            trx
          )
        ),
      /payment_order_draft_supplier/
    )
    await assert.rejects(
      () => execute(`update providers set status = 'draft' where id = :id`, { id: treasury.provider.id }),
      /provider_draft_again/
    )
  })
})
