import type { KnownTransfer, Transfer } from '#app/banking/gateway/transfer_gateway'

/** Whether a transfer of the bank is this one and no other that happens to carry its number. */
export function isSameTransfer(transfer: Transfer, known: KnownTransfer): boolean {
  return (
    known.orderNumber === transfer.orderNumber &&
    known.amountMinor === transfer.amountMinor &&
    known.currency === transfer.currency &&
    isSamePayee(transfer, known.payee)
  )
}

/** What a provider does not tell of the payee is not held against the order. */
function isSamePayee({ payee, toOwnRef }: Transfer, told: KnownTransfer['payee']): boolean {
  if (payee.kind === 'iban') return isUntoldOr(told.iban, payee.iban)
  if (payee.kind === 'email') return isUntoldOr(told.email?.toLowerCase() ?? null, payee.email.toLowerCase())
  if (toOwnRef !== null) return isUntoldOr(told.externalId, toOwnRef)
  return (
    isUntoldOr(told.externalId, payee.externalId) &&
    (payee.iban === null || isUntoldOr(told.iban, payee.iban))
  )
}

const isUntoldOr = (told: string | null, ours: string) => told === null || told === ours

/** What was asked before payees could be others than an IBAN, in the words of today. */
export function readRequest(stored: Transfer | WithIban): Transfer {
  if ('payee' in stored) return stored
  const { creditorIban, creditorName, ...rest } = stored
  return {
    ...rest,
    debtorRef: null,
    payee: { kind: 'iban', name: creditorName, iban: creditorIban, bic: null },
    quote: null,
    toleranceMinor: 0,
    attachments: [],
    purpose: null,
    toOwnRef: null,
  }
}

type WithIban = Pick<
  Transfer,
  | 'orderNumber'
  | 'endToEndId'
  | 'amountMinor'
  | 'currency'
  | 'debtorName'
  | 'debtorIban'
  | 'remittance'
  | 'executionOn'
  | 'speed'
> & { creditorIban: string; creditorName: string }
