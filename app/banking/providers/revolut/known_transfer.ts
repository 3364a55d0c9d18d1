import type { KnownTransfer, Transfer, TransferState } from '#app/banking/gateway/transfer_gateway'
import { minorOf } from '#app/banking/providers/revolut/money'
import { beneficiaryIdOf, dayOf, orderNumberIn } from '#app/banking/providers/revolut/transform'
import type { WireLeg, WireTransaction } from '#app/banking/providers/revolut/wire'
import { reasonText } from '#app/banking/providers/revolut/words'

const STATES: Readonly<Record<string, TransferState>> = {
  created: 'processing',
  pending: 'processing',
  completed: 'executed',
  declined: 'rejected',
  failed: 'rejected',
  reverted: 'returned',
}

/** A transaction as the transfer that it carries out; `of` is the one that was asked for, where it is known. */
export function knownOf(told: WireTransaction, of: Transfer | null): KnownTransfer {
  const leg = told.legs.find(({ amount }) => amount < 0) ?? told.legs[0]
  const reason = told.reason_code ?? null
  return {
    ref: told.id,
    orderNumber: orderNumberIn(told.reference) ?? of?.orderNumber ?? '',
    ...moneyOf(told, leg, of),
    payee: { iban: null, externalId: leg ? payeeOf(leg, of) : null, email: null },
    state: STATES[told.state] ?? 'processing',
    providerStatus: told.state,
    on: dayOf(told.state === 'completed' ? (told.completed_at ?? told.updated_at) : told.updated_at),
    code: reason,
    message: reason && reasonText(reason),
    authorisation: null,
  }
}

type Sum = { amountMinor: number; currency: string }

/** What was to arrive, where that is in another currency than what was charged. */
function moneyOf(told: WireTransaction, leg: WireLeg | undefined, of: Transfer | null): Sum {
  if (!leg) throw new RangeError(`The transaction ${told.id} has no leg`)
  const sums = [...told.legs, ...told.legs.map(billed)]
    .filter((side): side is { amount: number; currency: string } => side !== null)
    .map(({ amount, currency }) => ({ amountMinor: Math.abs(minorOf(amount, currency)), currency }))
  const asked = sums.find(
    ({ amountMinor, currency }) => of?.amountMinor === amountMinor && of.currency === currency
  )
  const arrives = told.legs.find(({ amount }) => amount > 0) ?? billed(leg) ?? leg
  return (
    asked ?? {
      amountMinor: Math.abs(minorOf(arrives.amount, arrives.currency)),
      currency: arrives.currency,
    }
  )
}

const billed = ({ bill_amount, bill_currency }: WireLeg): { amount: number; currency: string } | null =>
  bill_amount === undefined || !bill_currency ? null : { amount: bill_amount, currency: bill_currency }

/** Only another counterparty than the one asked for is told: which account of it a leg means is not the same everywhere. */
function payeeOf({ counterparty }: WireLeg, of: Transfer | null): string | null {
  if (!counterparty?.id || of?.payee.kind !== 'beneficiary' || of.toOwnRef) return null
  return beneficiaryIdOf(of.payee.externalId).counterpartyId === counterparty.id
    ? of.payee.externalId
    : counterparty.id
}
