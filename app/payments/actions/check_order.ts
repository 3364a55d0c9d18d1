import { type BlacklistHit, checkIbans } from '#app/blacklist/check_iban'
import { type CalendarDate, compareDays, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/iban'
import { formatAmount } from '#app/kernel/money'
import type { Transaction } from '#app/kernel/sql'
import { nextTargetDay } from '#app/kernel/working_days'
import type PaymentOrder from '#app/payments/models/payment_order'
import { type OrderFacts, readOrderFacts } from '#app/payments/queries/order_facts'

export type CheckPoint = 'create' | 'buffer' | 'approve' | 'release'
export type OrderCheck = { code: string; level: 'ok' | 'warning' | 'error'; message: string }

/** Errors stop; warnings are shown; `reinforced` are reasons for one more approval (area 28 §3.2). */
export type Checked = { checks: OrderCheck[]; reinforced: string[] }

const error = (code: string, message: string): OrderCheck => ({ code, level: 'error', message })
const warning = (code: string, message: string): OrderCheck => ({ code, level: 'warning', message })

/** The checks of area 28 §4 on one order at one point of its way. Nothing is changed. */
export async function checkOrder(
  order: PaymentOrder,
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Checked> {
  const [checked] = await checkOrders([order], point, userId, trx)
  if (!checked) throw new Error(`Order ${order.id} was not checked`)
  return checked
}

/**
 * The same on many saved orders, in their order, with as many statements as for one. Each is judged as the books
 * stand now: what another of them frees or takes in the meantime is not seen.
 */
export async function checkOrders(
  orders: PaymentOrder[],
  point: CheckPoint,
  userId: number | null,
  trx: Transaction
): Promise<Checked[]> {
  const facts = await readOrderFacts(
    orders.map(({ id }) => id),
    trx
  )
  const wanted = orders.map(({ id, creditorIban }) => ({ iban: creditorIban ?? '', objectId: id }))
  const hits = await checkIbans(
    wanted,
    { point: `payment_order.${point}`, objectType: 'payment_order', userId },
    trx
  )
  return orders.map((order, index) => {
    const found = facts.get(order.id)
    if (!found) throw new Error(`Order ${order.id} is not in the database`)
    return judge(order, found, hits[index] ?? null)
  })
}

function judge(order: PaymentOrder, facts: OrderFacts, hit: BlacklistHit | null): Checked {
  const checks: OrderCheck[] = []
  const reinforced: string[] = []
  if (!isValidIban(order.creditorIban ?? '')) checks.push(error('iban', 'El IBAN no es válido.'))
  if (hit?.severity === 'block')
    checks.push(error('blacklist', `El IBAN está en la lista negra. Motivo: ${hit.comment}.`))
  if (hit?.severity === 'warn') reinforced.push('Lista negra (aviso)')
  checks.push(
    ...judgeBank(order, facts, reinforced),
    ...judgeSource(order, facts),
    ...judgeDuplicate(order, facts),
    ...judgeFunds(order, facts)
  )
  addReinforcement(order, facts, reinforced)
  const day = executionDay(order.executionDate)
  if (day !== order.executionDate)
    checks.push(
      warning('date', `La fecha se moverá al siguiente día hábil (${day.split('-').reverse().join('/')}).`)
    )
  return { checks, reinforced: [...new Set(reinforced)] }
}

/** Throws the first error among the checks. */
export function refuseFailed({ checks }: Checked, number: string): void {
  const failed = checks.find((check) => check.level === 'error')
  if (failed) throw new DomainError('E_CHECK', `${number}: ${failed.message}`)
}

function judgeBank(order: PaymentOrder, { bank }: OrderFacts, reinforced: string[]): OrderCheck[] {
  if (order.creditorType !== 'provider') return []
  if (!bank) return [error('bank', 'El proveedor no tiene una cuenta bancaria verificada.')]
  const found: OrderCheck[] = []
  if (!bank.active || bank.status !== 'active')
    found.push(
      error(
        'creditor',
        bank.status === 'blocked' ? 'El proveedor está bloqueado.' : 'El proveedor está inactivo.'
      )
    )
  if (bank.verification !== 'verified' || bank.isDisabled)
    found.push(error('bank', 'La cuenta bancaria no está verificada.'))
  else if (!bank.isPayable)
    found.push(
      error('bank', 'La cuenta bancaria se verificó hace menos de 48 horas: espere antes del primer pago.')
    )
  if (bank.iban !== order.creditorIban)
    found.push(error('bank', 'La cuenta bancaria ha cambiado. Revise el pago.'))
  if (bank.isRecent) reinforced.push('Cuenta bancaria reciente')
  return found
}

function judgeSource(order: PaymentOrder, { source }: OrderFacts): OrderCheck[] {
  if (order.sourceType !== 'invoice') return []
  if (!source) throw new Error(`The invoice of order ${order.id} does not exist`)
  if (source.status === 'disputed') return [error('source', 'La factura está en disputa.')]
  if (source.status !== 'booked') return [error('source', 'La factura no está contabilizada.')]
  if (source.ordered > source.totalMinor)
    return [error('source', 'El importe supera lo pendiente de la factura.')]
  return source.blocking ? [error('source', source.blocking)] : []
}

function judgeDuplicate(order: PaymentOrder, { twinNumber }: OrderFacts): OrderCheck[] {
  if (!twinNumber || order.duplicateConfirmed) return []
  return [warning('duplicate', `Hay otro pago del mismo importe a la misma cuenta: ${twinNumber}.`)]
}

function judgeFunds(order: PaymentOrder, { availableMinor }: OrderFacts): OrderCheck[] {
  if (availableMinor >= order.amountMinor) return []
  return [
    warning(
      'funds',
      `Saldo insuficiente: faltan ${formatAmount(order.amountMinor - availableMinor, order.currency)}.`
    ),
  ]
}

function addReinforcement(order: PaymentOrder, { history }: OrderFacts, reinforced: string[]): void {
  if (history.payments === 0) reinforced.push('Primer pago a este beneficiario')
  if (history.payments >= 6 && history.median && order.amountMinor > 3 * history.median)
    reinforced.push('Importe muy superior al habitual')
  if (order.speed === 'instant') reinforced.push('Transferencia inmediata')
}

/** The day the money really moves: never in the past, never on a closed day of TARGET. */
export function executionDay(wanted: CalendarDate): CalendarDate {
  return nextTargetDay(compareDays(wanted, today()) < 0 ? today() : wanted)
}
