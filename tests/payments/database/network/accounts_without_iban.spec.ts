import { test } from '@japa/runner'
import { oneRow, rows } from '#app/kernel/database/sql'
import { listOf } from '#app/kernel/lists/listing'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { payableList } from '#app/payments/kinds/supplier/list_payable_invoices'
import { addAccountWithoutIban } from '#app/providers/actions/add_account_without_iban'
import { disableBank, verifyBank } from '#app/providers/actions/provider_banks'
import { acceptMatch } from '#app/reconciliation/actions/accept_match'
import { findCandidates } from '#app/reconciliation/queries/find_candidates'
import { american, makeInvoiceTo, payWithoutIban } from '#tests/factories/foreign_accounts'
import { makeUser } from '#tests/factories/people'
import { makeTreasury } from '#tests/factories/sent_payments'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

const WORDS = 'Cuenta sin IBAN: páguela en el banco y concilie'

const payableOf = async (invoiceId: number) => {
  const { rows: found } = await listOf(
    payableList(),
    { page: 1, perPage: 25, sort: 'due_on', direction: 'asc', cursor: null, exactCount: false },
    { where: ['i.id = :invoiceId'], bindings: { invoiceId } }
  )
  return found[0]
}

test.group('Paying an account without IBAN', () => {
  test('no order is made: the list and the refusal say why, and the movement of the bank settles the invoice', async ({
    assert,
  }) => {
    const treasury = await makeTreasury()
    const bankId = await payWithoutIban(treasury.provider, await makeUser('superC0ntab1l1dad'))
    const invoice = await makeInvoiceTo(treasury, bankId, 'NY-1001')

    const row = await payableOf(invoice.id)
    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, treasury.person.actor),
      new RegExp(`FR-TEST-\\d+: ${WORDS}\\.`)
    )
    const orders = await rows(
      `select id from payment_orders where source_type = 'invoice' and source_id = :id`,
      {
        id: invoice.id,
      }
    )
    await importBytes(
      treasury.accountId,
      csvStatement([
        { on: '2026-04-09', cents: -12_100, text: `SUMINISTROS DE PRUEBA NY-1001 ${Date.now()}` },
      ])
    )
    const lineId = (await linesOf(treasury.accountId)).at(-1)?.id ?? 0
    const proposed = (await findCandidates(lineId))?.[0]?.items[0]
    await acceptMatch({
      lineId,
      items: [{ journalLineId: invoice.journalLineId, amountMinor: -12_100 }],
      actor: treasury.person.actor,
    })

    assert.equal(row?.hindrance, WORDS)
    assert.deepEqual(row?.actions, [])
    assert.match(row?.iban ?? '', /^•••• \d{4}$/)
    assert.deepEqual(orders, [])
    assert.equal(proposed?.journalLineId, invoice.journalLineId)
    assert.deepEqual(
      await oneRow(`select outstanding_minor, payment_state from invoices where id = :id`, {
        id: invoice.id,
      }),
      { outstandingMinor: 0, paymentState: 'paid' }
    )
    assert.deepEqual(
      (await checkInvariants()).filter(({ violations }) => violations > 0),
      []
    )
  })

  test('nobody is told to pay it at the bank before it is verified and has waited', async ({ assert }) => {
    const treasury = await makeTreasury()
    const { id: providerId, bankId: withIban } = treasury.provider
    const [accountant, senior] = [await makeUser('c0ntab1l1dad'), await makeUser('superC0ntab1l1dad')]
    const invoice = await makeInvoiceTo(treasury, null, 'NY-1002')
    const bankId = await addAccountWithoutIban(
      { providerId, holderName: 'Suministros de prueba', isConfirmed: true },
      american(),
      accountant.actor
    )

    const beside = await payableOf(invoice.id)
    await disableBank({ providerId, bankId: withIban }, senior.actor)
    const unverified = await payableOf(invoice.id)
    await verifyBank({ providerId, bankId }, 'phone_call', senior.actor)
    const waiting = await payableOf(invoice.id)

    assert.isNull(beside?.hindrance)
    assert.equal(unverified?.hindrance, 'Cuenta sin verificar')
    assert.equal(waiting?.hindrance, 'Cuenta verificada hace poco: en espera')
    await assert.rejects(
      () => createOrder({ invoiceId: invoice.id }, treasury.person.actor),
      new RegExp(WORDS)
    )
  })
})
