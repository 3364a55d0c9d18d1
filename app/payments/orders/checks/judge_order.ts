import { type BlacklistHit, blockedText } from '#app/blacklist/check_iban'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { compareDays, formatDay } from '#app/kernel/time/calendar_date'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'
import { judgeAccount, judgeFile, judgeFunds } from '#app/payments/orders/checks/judge_account'
import { judgeNetwork } from '#app/payments/orders/checks/judge_network'
import { judgeBank, judgeBeneficiary, judgePayee } from '#app/payments/orders/checks/judge_payee'
import { error, type OrderCheck, warning } from '#app/payments/orders/checks/order_check'
import type { Funds, OrderFacts } from '#app/payments/orders/checks/order_facts'
import { judgeHold } from '#app/payments/orders/checks/order_holds'
import type { OrderRecord } from '#app/payments/orders/payment_order'

/** Errors stop; warnings are shown; `reinforced` are reasons for one more approval (area 28 §3.2). */
export type Checked = {
  checks: OrderCheck[]
  reinforced: string[]
  availableMinor: number
  funds: Funds
  /** What the list says of its account. */
  hit: BlacklistHit | null
}

/** The reason for one more approval that asks for a comment too (area 27). */
export const LISTED_REASON = 'Lista negra (aviso)'

/** What the facts say of an order (area 28 §4), the gravest first within each kind. */
export function judgeOrder(order: OrderRecord, facts: OrderFacts, hit: BlacklistHit | null): Checked {
  const reinforced: string[] = []
  const checks = [
    ...judgeIban(order, facts, hit, reinforced),
    ...judgeHold(order, facts),
    ...judgeBank(order, facts, reinforced),
    ...judgeBeneficiary(order, facts, reinforced),
    ...judgePayee(order, reinforced),
    ...judgeSource(order, facts),
    ...judgeAccount(order, facts),
    ...judgeFile(order, facts),
    ...judgeNetwork(order, facts),
    ...judgeDuplicate(order, facts),
    ...judgeFunds(order, facts),
    ...judgeDay(order, facts),
  ]
  addReinforcement(order, facts, reinforced)
  const { availableMinor, funds } = facts
  return { checks, reinforced: [...new Set(reinforced)], availableMinor, funds, hit }
}

function judgeIban(
  order: OrderRecord,
  { source }: OrderFacts,
  hit: BlacklistHit | null,
  reinforced: string[]
): OrderCheck[] {
  const isKnownThere = order.providerBeneficiaryId !== null || source?.isAtSameProvider === true
  const isTold = order.creditorIban === null ? isKnownThere : isValidIban(order.creditorIban)
  const found = isTold ? [] : [error('iban', 'El IBAN no es válido.')]
  if (hit?.severity === 'block') found.push(error('blacklist', blockedText(hit)))
  if (hit?.severity === 'warn') reinforced.push(LISTED_REASON)
  return found
}

function judgeSource(order: OrderRecord, { source }: OrderFacts): OrderCheck[] {
  if (!source) throw new Error(`The document of order ${order.id} does not exist`)
  if (source.problem) return [error('source', source.problem)]
  if (source.ordered > source.outstandingMinor)
    return [
      error(
        'source',
        `El importe supera lo pendiente ${kindPaying(order.sourceType).ofDocument} (${formatAmount(Math.max(source.outstandingMinor - source.ordered + order.amountMinor, 0), order.currency)})${source.otherOrder ? `: lo demás está en el pago ${source.otherOrder}` : ''}.`
      ),
    ]
  const said = (source.said ?? []).map((text) => warning('said', text))
  return source.blocking ? [error('source', source.blocking), ...said] : said
}

/** What somebody has confirmed to be no copy is told to who approves all the same, and stops nothing any more. */
function judgeDuplicate(order: OrderRecord, { twin, sameNumber }: OrderFacts): OrderCheck[] {
  const texts = [
    ...(twin ? [`Hay otro pago del mismo importe a la misma cuenta${whichOf(twin)}.`] : []),
    ...(sameNumber ? [`Hay otro pago de una factura con el mismo número${whichOf(sameNumber)}.`] : []),
  ]
  return texts.map((text) =>
    order.duplicateConfirmed
      ? warning('duplicate_confirmed', `${text} Quien lo pasó a la bolsa confirmó que no es un duplicado.`)
      : warning('duplicate', text)
  )
}

const whichOf = ({ number }: { number: string | null }) =>
  number === null ? ' en otra empresa del grupo' : `: ${number}`

function judgeDay(order: OrderRecord, { account }: OrderFacts): OrderCheck[] {
  const day = executionDay(
    order.executionDate,
    earliestExecution({ cutOff: account.cutOff, speed: order.speed })
  )
  if (compareDays(day, order.executionDate) === 0) return []
  return [warning('date', `La fecha se moverá al siguiente día hábil (${formatDay(day)}).`)]
}

function addReinforcement(order: OrderRecord, { history }: OrderFacts, reinforced: string[]): void {
  if (history.payments === 0) reinforced.push('Primer pago a este beneficiario')
  if (history.median && order.amountMinor > 3 * history.median)
    reinforced.push('Importe muy superior al habitual')
  if (order.speed === 'instant') reinforced.push('Transferencia inmediata')
}
