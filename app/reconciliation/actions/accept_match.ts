import type { Actor } from '#app/audit/record_event'
import { inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { markReconciled, settleOrder } from '#app/payments/orders/settle_order'
import { learnAssociation } from '#app/reconciliation/actions/learn_association'
import { letterTransit } from '#app/reconciliation/actions/lettering/letter_transit'
import { lockDocuments } from '#app/reconciliation/actions/lock_documents'
import { type LockedMatch, lockLine } from '#app/reconciliation/actions/lock_line'
import { postBankMatch } from '#app/reconciliation/actions/post_bank_match'
import { type MatchItem, type ResolvedItem, resolveItems } from '#app/reconciliation/actions/resolve_items'
import { takeBack } from '#app/reconciliation/actions/take_back'
import { type TakenItem, takeFromMovement } from '#app/reconciliation/actions/take_from_movement'
import { closeMatch, insertMatches, type NewMatch } from '#app/reconciliation/actions/write_match'
import { feeOf } from '#app/reconciliation/scoring/known_fee'
import type { Evidence } from '#app/reconciliation/scoring/match_types'

type Difference = 'leave' | 'write_off' | 'fee'

export type AcceptInput = {
  lineId: number
  items: MatchItem[]
  /**
   * What happens to a difference: it stays pending, goes to 669/769 within the company's tolerance, or is what the payment
   * service is known to keep back and goes to the bank's fees.
   */
  difference?: Difference
  evidence?: Evidence
  actor: Actor
}

/**
 * Matches a movement with what it settles, in one transaction: a payment in transit is settled and reconciled, a line
 * already on the bank's account is linked, a payment that comes back is returned, open items get the bank's entry and are lettered. Less than the movement
 * leaves it partly matched. Items in another currency are paid with the rest of the movement, and the difference of exchange
 * is posted with them. Throws E_MATCHED when it is done, E_ITEM when an item is gone, E_MATCH_AMOUNT when they are more than
 * the movement, E_RATE and E_NO_RATE where the currencies do not go together.
 */
export async function acceptMatch(
  { lineId, items, difference = 'leave', evidence = { score: 0, parts: [] }, actor }: AcceptInput,
  outer?: Transaction
): Promise<void> {
  await inTransaction(async (trx) => {
    const itemIds = items.map((item) => item.journalLineId)
    await lockDocuments(itemIds, trx)
    const locked = await lockLine(lineId, trx, itemIds)
    refuseDone(locked)
    const resolved = await takeFromMovement(locked, await resolveItems(locked, items, trx), trx)
    const writeOffMinor = giveUp(locked, resolved, difference)
    const matches = [
      ...(await settlePayments(locked, resolved, actor, trx)),
      ...(await takeBack(locked, resolved, actor, trx)),
      ...linkPosted(resolved),
    ]
    const openItems = resolved.filter((item) => item.kind === 'open_item')
    if (openItems.length > 0 || writeOffMinor !== 0)
      matches.push(
        await postBankMatch(
          { locked, items: openItems, writeOffMinor, isFee: difference === 'fee', actor },
          trx
        )
      )
    await insertMatches(locked.line, matches, evidence, actor, trx)
    await reconcileOrders(resolved, actor, trx)
    await closeMatch(locked, actor, trx)
    await learnAssociation(
      {
        siteId: locked.account.siteId,
        normText: locked.line.normText,
        parties: resolved.filter(({ kind }) => kind !== 'returned_payment').map((item) => item.party),
      },
      'learn',
      trx
    )
  }, outer)
}

/** Throws E_MATCHED when a movement does not wait for anybody any more. */
export function refuseDone({ line }: LockedMatch): void {
  if (!['pending', 'suggested', 'partially_matched'].includes(line.status) || line.amountMinor === 0) {
    throw new DomainError('E_MATCHED', 'Este movimiento ya está conciliado.')
  }
}

/** The difference that goes to 669/769 or to the fees: none when the items add up or the rest of the movement stays pending. */
function giveUp({ line, account }: LockedMatch, items: readonly TakenItem[], difference: Difference): number {
  const itemsMinor = items.reduce((sum, item) => sum + item.movedMinor, 0)
  const gap = line.amountMinor - itemsMinor
  if (gap === 0) return 0
  if (difference === 'write_off' && Math.abs(gap) <= account.toleranceMinor) return gap
  if (difference === 'fee' && gap === -knownFee(items, account)) return gap
  const isPart =
    Math.sign(itemsMinor) === Math.sign(line.amountMinor) && Math.abs(itemsMinor) < Math.abs(line.amountMinor)
  if (isPart && difference === 'leave') return 0
  const [sum, whole] = [itemsMinor, line.amountMinor].map((minor) => formatAmount(minor, line.currency))
  throw new DomainError('E_MATCH_AMOUNT', `Las partidas suman ${sum} y el movimiento es de ${whole}.`)
}

/** What the service behind the account keeps back of these items; nothing of anything but open items in its currency. */
function knownFee(items: readonly TakenItem[], { fee, currency }: LockedMatch['account']): number {
  const isPaidIn = items.every((item) => item.kind === 'open_item' && item.currency === currency)
  return isPaidIn ? items.reduce((sum, { movedMinor }) => sum + (feeOf(movedMinor, fee) ?? 0), 0) : 0
}

async function settlePayments(
  { line, account }: LockedMatch,
  items: readonly ResolvedItem[],
  actor: Actor,
  trx: Transaction
): Promise<NewMatch[]> {
  const payments = items.filter((item) => item.kind === 'in_transit')
  if (payments.length === 0) return []
  const matches: NewMatch[] = []
  for (const { documentId, amountMinor } of payments) {
    const { bankJournalLineId } = await settleOrder(
      { orderId: documentId ?? 0, settledOn: line.bookedOn, bankAccountId: account.id, actor },
      trx
    )
    matches.push({ journalLineId: bankJournalLineId, amountMinor })
  }
  return matches
}

function linkPosted(items: readonly ResolvedItem[]): NewMatch[] {
  return items
    .filter((item) => item.kind === 'posted')
    .map(({ journalLineId, amountMinor }) => ({ journalLineId, amountMinor }))
}

async function isReturned(orderId: number, trx: Transaction): Promise<boolean> {
  const order = await row<{ status: string }>(
    `select status from payment_orders where id = :orderId`,
    { orderId },
    trx
  )
  return order?.status === 'returned'
}

async function reconcileOrders(
  items: readonly ResolvedItem[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  for (const { kind, documentType, documentId, amountMinor, openMinor } of items) {
    if (
      kind === 'open_item' ||
      documentType !== 'payment_order' ||
      documentId === null ||
      amountMinor !== openMinor
    )
      continue
    // The movement that gives a payment back proves its return: the payment itself ended with it.
    if (await isReturned(documentId, trx)) continue
    await markReconciled(documentId, actor, trx)
    await letterTransit(documentId, actor.userId, trx)
  }
}
