import { today } from '#app/kernel/time/calendar_date'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import { returnOrder } from '#app/payments/orders/fail_order'
import { payOrder } from '#tests/factories/loans'
import { makeBookedInvoice } from '#tests/factories/sent_payments'
import { type Acted, DONE, documentNumber, type Group, loanStage, type Random, someOf } from './stage.js'

const BILL_MAX = 8_000

/** A company pays the supplier of another one; the bank may give it back. */
export async function payForAnother(random: Random, group: Group): Promise<Acted> {
  const { author, provider } = group
  const [payer, debtor] = someOf(random, group.companies, 2)
  if (!payer || !debtor) throw new Error('A group has companies')
  const invoice = await makeBookedInvoice(
    { ...debtor, provider, providerName: 'Proveedor', person: author },
    documentNumber(),
    random.between(100, BILL_MAX)
  )
  const order = await createOrder({ invoiceId: invoice.id, debtorAccountId: payer.accountId }, author.actor)
  await payOrder(loanStage(random, group), order.number, today())
  if (random.between(0, 2) === 0)
    await returnOrder({ orderId: order.id, code: 'MS03', comment: 'Sin motivo', actor: author.actor })
  return DONE
}
