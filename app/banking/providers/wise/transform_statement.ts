import type { FeedAccount, FeedMovement, MovementType } from '#app/banking/bank_provider'
import { instantOf, minorOf } from '#app/banking/providers/wise/amounts'
import { movement } from '#app/banking/providers/wise/movement'
import { orderNumberIn } from '#app/banking/providers/wise/transform'
import type { WiseStatementLine } from '#app/banking/providers/wise/words'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { normalizeIban } from '#app/kernel/identifiers/iban'

const OWN_MOVES = ['CONVERSION', 'INCOMING_CROSS_BALANCE', 'OUTGOING_CROSS_BALANCE']

const STATEMENT_TYPES: Readonly<Record<string, MovementType>> = {
  CARD: 'card',
  CONVERSION: 'conversion',
  DEPOSIT: 'transfer',
  MONEY_ADDED: 'transfer',
  TRANSFER: 'transfer',
  INCOMING_CROSS_BALANCE: 'transfer',
  OUTGOING_CROSS_BALANCE: 'transfer',
  DIRECT_DEBIT: 'direct_debit',
  BALANCE_INTEREST: 'interest',
  BALANCE_ADJUSTMENT: 'adjustment',
  ACCRUAL_CHARGE: 'fee',
  CARD_ORDER_CHECKOUT: 'fee',
  ACQUIRING_PAYMENT: 'payin',
}

/**
 * A line of a statement (`COMPACT`: its amount contains the fee) as one movement. A transfer with a fee is two: what was
 * ordered and what it cost are matched apart, and together they are the line. Of anything else the fee stays inside, as it
 * does where a company is read by its activities, which do not tell it.
 */
export function statementMovements(line: WiseStatementLine, account: FeedAccount): FeedMovement[] {
  const { currency } = account
  const { amount, totalFees, details = {}, runningBalance, referenceNumber, date, exchangeDetails } = line
  const occurredAt = instantOf(date)
  if (!referenceNumber || !occurredAt || amount?.currency !== currency)
    throw new NoAnswer('Wise escribe una línea de extracto que no se entiende')
  const whole = minorOf(amount.value, currency)
  const fee = totalFees?.currency === currency ? minorOf(totalFees.value ?? 0, currency) : 0
  const after = runningBalance?.value === undefined ? null : minorOf(runningBalance.value, currency)
  const isRefund = details.type === 'TRANSFER' && whole > 0
  const key =
    isRefund && !referenceNumber.startsWith('REFUND') ? `REFUND-${referenceNumber}` : referenceNumber
  const ownFee = details.type === 'TRANSFER' && !isRefund ? fee : 0
  const forAmount = exchangeDetails?.forAmount ?? otherSide(line, currency)
  const local = forAmount?.currency && forAmount.currency !== currency ? forAmount : null
  const shared = { status: 'booked', occurredAt, raw: line } as const
  const reference = details.paymentReference || null
  const main = movement(
    account,
    key,
    {
      ...shared,
      amountMinor: whole + ownFee,
      providerStatus: details.type ?? 'UNKNOWN',
      type: isRefund ? 'refund' : (STATEMENT_TYPES[details.type ?? ''] ?? 'other'),
    },
    {
      local: local && {
        minor: Math.sign(whole) * Math.abs(minorOf(local.value, local.currency ?? currency)),
        currency: local.currency ?? currency,
      },
      counterpartyName: details.senderName ?? details.recipient?.name ?? details.merchant?.name ?? null,
      counterpartyIban: ibanOf(details.senderAccount ?? details.recipient?.bankAccount),
      text: [reference, details.description].filter(Boolean).join(' · '),
      reference,
      transferRef: transferRefOf(line, isRefund),
      orderNumber: reference && orderNumberIn(reference),
      balanceAfterMinor: after === null ? null : after + ownFee,
      category: details.category ?? null,
    }
  )
  if (ownFee === 0) return [main]
  return [
    main,
    movement(
      account,
      `FEE-${key}`,
      { ...shared, amountMinor: -ownFee, providerStatus: 'FEE', type: 'fee' },
      {
        parentExternalId: main.externalId,
        text: `Comisión de Wise · ${details.description ?? key}`,
        balanceAfterMinor: after,
      }
    ),
  ]
}

/** The key by which the gateway knows what this executes: of a transfer, or of a move between own balances. */
function transferRefOf(
  { details, referenceNumber = '' }: WiseStatementLine,
  isRefund: boolean
): string | null {
  if (OWN_MOVES.includes(details?.type ?? '')) return referenceNumber
  if (details?.type !== 'TRANSFER' || isRefund) return null
  return /^TRANSFER-(\d+)$/.exec(referenceNumber)?.[1] ?? null
}

function otherSide({ details = {} }: WiseStatementLine, currency: string) {
  return [details.targetAmount, details.sourceAmount, details.amount].find(
    (one) => one?.currency !== undefined && one.currency !== currency && one.value !== undefined
  )
}

function ibanOf(text: string | undefined): string | null {
  const plain = normalizeIban(text ?? '')
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain) ? plain : null
}
