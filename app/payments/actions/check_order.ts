import { checkIban } from '#app/blacklist/check_iban'
import { type CalendarDate, compareDays, today } from '#app/kernel/calendar_date'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/iban'
import { formatAmount } from '#app/kernel/money'
import { oneRow, row, type Transaction } from '#app/kernel/sql'
import { nextTargetDay } from '#app/kernel/working_days'
import type PaymentOrder from '#app/payments/models/payment_order'

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
  const checks: OrderCheck[] = []
  const reinforced: string[] = []
  const iban = order.creditorIban ?? ''
  if (!isValidIban(iban)) checks.push(error('iban', 'El IBAN no es válido.'))
  const hit = iban
    ? await checkIban(
        iban,
        { point: `payment_order.${point}`, objectType: 'payment_order', objectId: order.id, userId },
        trx
      )
    : null
  if (hit?.severity === 'block')
    checks.push(error('blacklist', `El IBAN está en la lista negra. Motivo: ${hit.comment}.`))
  if (hit?.severity === 'warn') reinforced.push('Lista negra (aviso)')
  checks.push(
    ...(await checkBank(order, reinforced, trx)),
    ...(await checkSource(order, trx)),
    ...(await checkDuplicate(order, trx)),
    ...(await checkFunds(order, trx))
  )
  await addReinforcement(order, reinforced, trx)
  const day = nextTargetDay(compareDays(order.executionDate, today()) < 0 ? today() : order.executionDate)
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

type Bank = {
  iban: string
  verification: string
  disabledAt: Date | null
  isPayable: boolean
  isRecent: boolean
  legalName: string
  active: boolean
  status: string
}

async function checkBank(order: PaymentOrder, reinforced: string[], trx: Transaction): Promise<OrderCheck[]> {
  if (order.creditorType !== 'provider') return []
  const bank = order.providerBankId
    ? await row<Bank>(
        `select b.iban, b.verification, b.disabled_at, coalesce(b.payable_from <= now(), true) as is_payable, b.created_at > now() - interval '7 days' as is_recent,
                p.legal_name, p.active, p.status from provider_banks b join providers p on p.id = b.provider_id where b.id = :id`,
        { id: order.providerBankId },
        trx
      )
    : null
  if (!bank) return [error('bank', 'El proveedor no tiene una cuenta bancaria verificada.')]
  const found: OrderCheck[] = []
  if (!bank.active || bank.status !== 'active')
    found.push(
      error(
        'creditor',
        bank.status === 'blocked' ? 'El proveedor está bloqueado.' : 'El proveedor está inactivo.'
      )
    )
  if (bank.verification !== 'verified' || bank.disabledAt)
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

async function checkSource(order: PaymentOrder, trx: Transaction): Promise<OrderCheck[]> {
  if (order.sourceType !== 'invoice') return []
  const invoice = await oneRow<{
    status: string
    totalMinor: number
    ordered: number
    blocking: string | null
  }>(
    `select i.status, i.total_minor, (select coalesce(sum(o.amount_minor), 0)::bigint from payment_orders o where o.source_type = 'invoice' and o.source_id = i.id
          and o.status not in ('cancelled', 'failed', 'returned')) as ordered,
        (select a.message from invoice_alarms a where a.invoice_id = i.id and a.status = 'open' and a.severity = 'blocking' limit 1) as blocking
       from invoices i where i.id = :id for update of i`,
    { id: order.sourceId },
    trx
  )
  if (invoice.status === 'disputed') return [error('source', 'La factura está en disputa.')]
  if (invoice.status !== 'booked') return [error('source', 'La factura no está contabilizada.')]
  if (invoice.ordered > invoice.totalMinor)
    return [error('source', 'El importe supera lo pendiente de la factura.')]
  return invoice.blocking ? [error('source', invoice.blocking)] : []
}

async function checkDuplicate(order: PaymentOrder, trx: Transaction): Promise<OrderCheck[]> {
  const twin = await row<{ number: string }>(
    `select number from payment_orders where creditor_iban = :iban and amount_minor = :amountMinor and id <> :id and site_id = :siteId
        and status not in ('cancelled', 'failed', 'returned') and abs(execution_date - :day::date) <= 10 order by id limit 1`,
    {
      iban: order.creditorIban,
      amountMinor: order.amountMinor,
      id: order.id,
      siteId: order.siteId,
      day: order.executionDate,
    },
    trx
  )
  if (!twin || order.duplicateConfirmed) return []
  return [warning('duplicate', `Hay otro pago del mismo importe a la misma cuenta: ${twin.number}.`)]
}

async function checkFunds(order: PaymentOrder, trx: Transaction): Promise<OrderCheck[]> {
  const { availableMinor } = await oneRow<{ availableMinor: number }>(
    `select p.available_minor + coalesce((select sum(amount_minor) from account_holds h where h.document_type = 'payment_order' and h.document_id = :id and h.released_at is null and h.kind = 'hard'), 0)::bigint as available_minor
       from bank_account_positions p where p.bank_account_id = :accountId`,
    { accountId: order.debtorAccountId, id: order.id },
    trx
  )
  if (availableMinor >= order.amountMinor) return []
  return [
    warning(
      'funds',
      `Saldo insuficiente: faltan ${formatAmount(order.amountMinor - availableMinor, order.currency)}.`
    ),
  ]
}

async function addReinforcement(order: PaymentOrder, reinforced: string[], trx: Transaction): Promise<void> {
  const history = await oneRow<{ payments: number; median: number | null }>(
    `select count(*)::int as payments, percentile_cont(0.5) within group (order by amount_minor)::bigint as median from (
        select amount_minor from payment_orders where creditor_type = :type and creditor_id = :creditorId and id <> :id and status in ('sent', 'paid', 'reconciled')
         order by id desc limit 12) last`,
    { type: order.creditorType, creditorId: order.creditorId, id: order.id },
    trx
  )
  if (history.payments === 0) reinforced.push('Primer pago a este beneficiario')
  if (history.payments >= 6 && history.median && order.amountMinor > 3 * history.median)
    reinforced.push('Importe muy superior al habitual')
  if (order.speed === 'instant') reinforced.push('Transferencia inmediata')
}

/** The day the money really moves: never in the past, never on a closed day of TARGET. */
export function executionDay(wanted: CalendarDate): CalendarDate {
  return nextTargetDay(compareDays(wanted, today()) < 0 ? today() : wanted)
}
