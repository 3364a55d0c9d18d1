import { type BlacklistHit, blockedText } from '#app/blacklist/check_iban'
import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { compareDays, formatDay } from '#app/kernel/time/calendar_date'
import { checkCreditTransferFile } from '#app/payments/files/check_credit_transfer_file'
import { kindPaying } from '#app/payments/kinds/payment_kind'
import { earliestExecution, executionDay } from '#app/payments/orders/checks/execution_day'
import { judgeBeneficiary, judgeNetwork } from '#app/payments/orders/checks/judge_network'
import { error, type OrderCheck, warning } from '#app/payments/orders/checks/order_check'
import type { Funds, OrderFacts } from '#app/payments/orders/checks/order_facts'
import { PAYEE_TEXTS } from '#app/payments/orders/page/payee_texts'
import { chargedMinor, type OrderRecord } from '#app/payments/orders/payment_order'
import type { Hold } from '#app/payments/orders/payment_order_workflow'

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

/**
 * What a failed check leaves on an order: one that goes back to draft, or that waits in a file which is frozen then. The others
 * keep it as it is, for they are put right without anybody approving again.
 */
export const HOLDS: Readonly<Record<string, Hold>> = {
  blacklist: 'blacklist',
  source: 'source_changed',
  iban: 'iban_changed',
  bank: 'iban_changed',
  unverified: 'bank_unverified',
  waiting: 'bank_waiting',
  blocked: 'payee_blocked',
  creditor: 'payee_inactive',
  collects: 'payee_collects',
}

/** Said of a payment in a file or a queue that was held there: what was approved is not what it is now. */
const HELD: Record<string, string> = {
  blacklist: 'La cuenta del beneficiario entró en la lista negra después de aprobarse el pago.',
  iban_changed: 'La cuenta del beneficiario cambió después de aprobarse el pago.',
  bank_unverified:
    'La cuenta del beneficiario dejó de estar verificada o en uso después de aprobarse el pago.',
  bank_waiting: 'La cuenta del beneficiario se verificó de nuevo y está en su plazo de espera.',
  payee_blocked: 'El proveedor se bloqueó después de aprobarse el pago.',
  payee_inactive: 'El beneficiario dejó de estar activo después de aprobarse el pago.',
  payee_collects: 'El proveedor pasó a cobrar por domiciliación después de aprobarse el pago.',
  source_changed: 'El documento cambió después de aprobarse el pago.',
}

/** Once approved and on its way it stays held: its approvals were given for something else. A draft is checked anew instead. */
function judgeHold({ status, holdReason }: OrderRecord, { source }: OrderFacts): OrderCheck[] {
  // What its document says itself is truer than that it changed.
  if (holdReason === 'source_changed' && source?.problem) return []
  const held = status === 'sent' ? HELD[holdReason ?? ''] : undefined
  return held ? [error('held', held)] : []
}

const BARRED: Record<string, string> = {
  blocked: 'está bloqueado.',
  draft: 'está por revisar: valídelo antes de pagarle.',
}

function judgeBank(order: OrderRecord, { bank }: OrderFacts, reinforced: string[]): OrderCheck[] {
  if (order.creditorType !== 'provider' && order.creditorType !== 'employee') return []
  const payee = order.creditorType === 'provider' ? 'El proveedor' : 'El empleado'
  if (!bank) return [error('unverified', `${payee} no tiene una cuenta bancaria verificada.`)]
  const found: OrderCheck[] = []
  if (!bank.active || bank.status !== 'active')
    found.push(
      error(
        bank.status === 'blocked' ? 'blocked' : 'creditor',
        `${payee} ${BARRED[bank.status] ?? 'está inactivo.'}`
      )
    )
  if (bank.verification !== 'verified' || bank.isDisabled)
    found.push(error('unverified', 'La cuenta bancaria no está verificada.'))
  else if (!bank.isPayable)
    found.push(
      error(
        'waiting',
        `La cuenta bancaria se verificó hace menos de ${bank.coolingHours} horas: espere antes del primer pago.`
      )
    )
  if (bank.iban !== order.creditorIban)
    found.push(error('bank', 'La cuenta bancaria ha cambiado. Revise el pago.'))
  if (bank.paymentMethod === 'direct_debit')
    found.push(
      error('collects', 'El proveedor cobra por domiciliación: una transferencia la pagaría otra vez.')
    )
  if (bank.isShared) found.push(warning('shared', 'La cuenta bancaria también es de otro beneficiario.'))
  if (bank.isRecent) reinforced.push('Cuenta bancaria reciente')
  return found
}

/** What the payee's bank said of the name, where it was asked. */
function judgePayee({ vopResult, vopName }: OrderRecord, reinforced: string[]): OrderCheck[] {
  if (vopResult === null) return []
  const result = vopResult as keyof typeof PAYEE_TEXTS
  if (result === 'close_match' || result === 'no_match') reinforced.push('El titular no coincide')
  return [
    { code: 'payee', level: result === 'match' ? 'ok' : 'warning', message: PAYEE_TEXTS[result](vopName) },
  ]
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

function judgeAccount(order: OrderRecord, { account }: OrderFacts): OrderCheck[] {
  const found: OrderCheck[] = []
  if (account.status !== 'active') found.push(error('account', 'La cuenta de cargo no está activa.'))
  if (!account.isAllowed)
    found.push(error('account', 'No tiene permiso para pagar desde la cuenta de cargo.'))
  const isExchanged = order.quoteId !== null && account.paying?.capabilities.quotes === true
  if (account.currency !== order.currency && !isExchanged)
    found.push(
      error(
        'account',
        `La cuenta de cargo está en ${account.currency} y el pago en ${order.currency}: elija una cuenta en ${order.currency}, o páguelo en el banco y concilie el movimiento con la factura.`
      )
    )
  const isInstant = account.paying?.capabilities.instant ?? account.isInstant
  if (order.speed === 'instant' && !(isInstant && order.currency === 'EUR'))
    found.push(error('account', NOT_INSTANT))
  return found
}

/** Said of an instant payment from an account that cannot make it. */
export const NOT_INSTANT = 'El banco de la cuenta de cargo no admite transferencias inmediatas.'

/** What no file could carry, with the words of the file's own checks: found before the order stops others. */
function judgeFile(order: OrderRecord, { account, bank }: OrderFacts): OrderCheck[] {
  if (order.channel === 'api' && !account.paying && order.currency !== 'EUR')
    return [error('file', `Por red solo se pagan euros, y el pago es en ${order.currency}.`)]
  if (order.channel !== 'sepa_file' || !isValidIban(order.creditorIban ?? '')) return []
  if (order.currency !== 'EUR')
    return [error('file', `Un fichero SEPA solo lleva euros, y el pago es en ${order.currency}.`)]
  if (!isValidIban(account.iban ?? ''))
    return [error('file', 'La cuenta de cargo no tiene un IBAN válido para el fichero SEPA.')]
  try {
    checkCreditTransferFile({
      version: account.painVersion,
      messageId: 'CHECK',
      createdAt: new Date(),
      initiator: { name: account.companyName },
      blocks: [
        {
          id: 'CHECK',
          debtor: {
            name: account.companyName,
            iban: account.iban ?? '',
            bic: account.bic ?? undefined,
            address: { town: account.companyTown ?? '', country: account.companyCountry },
          },
          executionOn: order.executionDate,
          batchBooking: false,
          transfers: [
            {
              instructionId: order.number,
              endToEndId: order.endToEndId,
              amountMinor: order.amountMinor,
              creditor: {
                name: order.creditorName,
                iban: order.creditorIban ?? '',
                bic: bank?.bic ?? undefined,
              },
              remittance: order.remittance,
            },
          ],
        },
      ],
    })
    return []
  } catch (problem) {
    if (!(problem instanceof DomainError)) throw problem
    return [error('file', problem.message)]
  }
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

function judgeFunds(order: OrderRecord, { availableMinor }: OrderFacts): OrderCheck[] {
  return availableMinor >= chargedMinor(order) ? [] : [warning('funds', lackOfFunds(order, availableMinor))]
}

/** What is said of a payment for which there is not enough money. */
export function lackOfFunds(
  order: Pick<OrderRecord, 'amountMinor' | 'currency' | 'chargeMinor' | 'chargeCurrency'>,
  availableMinor: number
): string {
  const { chargeCurrency, currency } = order
  return `Saldo insuficiente: faltan ${formatAmount(chargedMinor(order) - availableMinor, chargeCurrency ?? currency)}.`
}

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
