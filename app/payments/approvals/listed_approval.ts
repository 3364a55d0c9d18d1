import { noteReleased, warnedText } from '#app/blacklist/check_iban'
import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { Checked } from '#app/payments/orders/checks/judge_order'
import type { OrderRecord } from '#app/payments/orders/payment_order'

const COMMENT_LENGTH_MIN = 5

/** True when so much was written that it says something. */
export const isComment = (comment: string | null | undefined): boolean =>
  (comment ?? '').trim().length >= COMMENT_LENGTH_MIN

/** Throws E_LISTED at `comment` where a payment goes to an account that the list warns of and nobody said why (area 27). */
export function refuseSilent(checked: readonly Checked[], comment: string | null): void {
  const warned = checked.map(({ hit }) => hit).find((hit) => hit?.severity === 'warn')
  if (!warned || isComment(comment)) return
  throw new DomainError('E_LISTED', `${warnedText(warned)} Indique por qué lo aprueba.`, { field: 'comment' })
}

/** With the last approval: what the list warned of and passes all the same stays on record. */
export async function noteListedApproval(
  orders: readonly OrderRecord[],
  checked: readonly Checked[],
  userId: number | null,
  trx: Transaction
): Promise<void> {
  const released = orders.flatMap(({ id, creditorIban }, index) => {
    const hit = checked[index]?.hit
    return hit?.severity === 'warn' ? [{ entryId: hit.entryId, iban: creditorIban ?? '', objectId: id }] : []
  })
  await noteReleased(released, { point: 'payment_order.approve', objectType: 'payment_order', userId }, trx)
}
