import { inTransaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { chosenLoan, forgetLoan, noteChoice } from '#app/payments/orders/lending/choose_loan'
import { lendOrder } from '#app/payments/orders/lending/lend_order'
import { lockOrder } from '#app/payments/orders/move_order'

/**
 * Puts a payment that its bank has into the loan that was chosen for it. What the loan refuses by now stays on the current account,
 * and the payment says why. Again it changes nothing.
 */
export async function lendChosen(orderId: number): Promise<{ message: string; isTaken: boolean }> {
  const chosen = await chosenLoan(orderId)
  if (!chosen) return { message: 'No hay préstamo elegido.', isTaken: false }
  const actor = { userId: chosen.chosenBy, kind: 'system' as const }
  try {
    const { loanNumber, isTaken } = await lendOrder({ orderId, loanId: chosen.id, valueOn: null, actor })
    return { message: `Registrado en el préstamo ${loanNumber}.`, isTaken }
  } catch (error) {
    if (!isDomainError(error)) throw error
    await inTransaction(async (trx) => {
      const order = await lockOrder(orderId, trx)
      // Somebody else did it, or dropped it, meanwhile.
      if ((await forgetLoan(orderId, trx)) === 0) return
      await noteChoice(order, 'not_lent', `${chosen.number}: ${error.message}`, actor, trx)
    })
    return { message: `Sigue en la cuenta corriente: ${error.message}`, isTaken: false }
  }
}
