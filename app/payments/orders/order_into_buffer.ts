import type { Actor } from '#app/audit/record_event'
import { inTransaction, type Transaction } from '#app/kernel/database/sql'
import { bufferLocked } from '#app/payments/approvals/decide_order'
import { askPayee, isPayeeAsked, keepPayeeAnswer } from '#app/payments/orders/checks/verify_payee'
import { lockOrder } from '#app/payments/orders/move_order'
import type PaymentOrder from '#app/payments/orders/payment_order'
import { payNowLocked } from '#app/payments/release/pay_now'

/** Makes the draft in the transaction it is given. */
export type Place = (trx: Transaction) => Promise<PaymentOrder>
export type Confirmed = { confirmDuplicate?: boolean; confirmPayee?: boolean }

/**
 * Makes the payment of a document and puts it into the buffer as one act: what the buffer refuses is not made either, and
 * its document can be paid at once in another way.
 */
export function orderIntoBuffer(
  place: Place,
  { confirmDuplicate = false, confirmPayee = false }: Confirmed,
  actor: Actor
): Promise<PaymentOrder> {
  return placeAnd(place, (order, trx) =>
    bufferLocked(order, { confirmDuplicate, confirmPayee, called: nameOf(order) }, actor, trx)
  )
}

/** The same for a draft that is there already, which keeps the number it is known by. */
export function draftIntoBuffer(
  draft: Place,
  { confirmDuplicate = false, confirmPayee = false }: Confirmed,
  actor: Actor
): Promise<PaymentOrder> {
  return placeAnd(draft, (order, trx) => bufferLocked(order, { confirmDuplicate, confirmPayee }, actor, trx))
}

/** The same for «Pagar ahora». */
export function orderNow(
  place: Place,
  { reason, ...confirmed }: Confirmed & { reason: string },
  actor: Actor
): Promise<PaymentOrder> {
  return placeAnd(place, (order, trx) =>
    payNowLocked(order, { reason, ...confirmed, called: nameOf(order), actor }, trx)
  )
}

/** What is refused has no number that anybody could look for: it is called by what it would have said. */
const nameOf = ({ remittance }: PaymentOrder): string => remittance

type Act = (order: PaymentOrder, trx: Transaction) => Promise<void>

/**
 * A bank that is to be asked whose the account is answers over the network, which no transaction waits for: the payment is
 * given up, the bank asked about exactly what it would have been, and then it is made with the answer.
 */
async function placeAnd(place: Place, act: Act): Promise<PaymentOrder> {
  try {
    return await inTransaction(async (trx) => {
      const order = await place(trx)
      if (await isPayeeAsked(order, trx)) throw new PayeeUnknown(order)
      await act(order, trx)
      return order
    })
  } catch (error) {
    if (!(error instanceof PayeeUnknown)) throw error
    const answer = await askPayee(error.order)
    return inTransaction(async (trx) => {
      const { id } = await place(trx)
      if (answer) await keepPayeeAnswer(id, payeeOf(error.order), answer, trx)
      const order = await lockOrder(id, trx)
      await act(order, trx)
      return order
    })
  }
}

const payeeOf = ({ creditorIban, creditorName }: PaymentOrder) => ({
  iban: creditorIban ?? '',
  name: creditorName,
})

/** Ends the transaction of a payment whose bank is asked first. */
class PayeeUnknown extends Error {
  constructor(readonly order: PaymentOrder) {
    super(`The bank of ${order.number} is asked about its payee first`)
  }
}
