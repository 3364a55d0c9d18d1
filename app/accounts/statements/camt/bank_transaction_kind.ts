/** Our kinds of movement, of the many ISO 20022 has. */
export type BankTransactionKind =
  | 'transfer_sent'
  | 'transfer_received'
  | 'transfer_returned'
  | 'instant_sent'
  | 'instant_received'
  | 'direct_debit_paid'
  | 'direct_debit_returned'
  | 'direct_debit_refunded'
  | 'card'
  | 'card_settlement'
  | 'fees'
  | 'loan'
  | 'other'

/** Beginnings of domain, family and sub-family, the longer before the shorter. */
const kinds: readonly [string, BankTransactionKind][] = [
  ['PMNT/IDDT/UPDD', 'direct_debit_returned'],
  ['PMNT/RDDT', 'direct_debit_paid'],
  ['PMNT/ICDT', 'transfer_sent'],
  ['PMNT/RCDT', 'transfer_received'],
  ['PMNT/IRCT', 'instant_sent'],
  ['PMNT/RRCT', 'instant_received'],
  ['PMNT/CCRD', 'card'],
  ['PMNT/MCRD', 'card_settlement'],
  ['ACMT/MDOP', 'fees'],
  ['LDAS', 'loan'],
]

const labels: Readonly<Record<BankTransactionKind, string>> = {
  transfer_sent: 'Transferencia emitida',
  transfer_received: 'Transferencia recibida',
  transfer_returned: 'Transferencia devuelta',
  instant_sent: 'Transferencia inmediata emitida',
  instant_received: 'Transferencia inmediata recibida',
  direct_debit_paid: 'Adeudo domiciliado pagado',
  direct_debit_returned: 'Adeudo domiciliado devuelto',
  direct_debit_refunded: 'Devolución de adeudo domiciliado',
  card: 'Tarjeta',
  card_settlement: 'Liquidación de comercio con tarjeta',
  fees: 'Comisiones e intereses',
  loan: 'Préstamos',
  other: 'Otros',
}

/** What comes back of each kind: the money goes the other way than its code says. */
const returned: Partial<Record<BankTransactionKind, BankTransactionKind>> = {
  transfer_sent: 'transfer_returned',
  transfer_received: 'transfer_returned',
  instant_sent: 'transfer_returned',
  instant_received: 'transfer_returned',
  direct_debit_paid: 'direct_debit_refunded',
}

/** Kinds that only take money from the account. */
const charges: ReadonlySet<BankTransactionKind> = new Set([
  'transfer_sent',
  'instant_sent',
  'direct_debit_paid',
  'direct_debit_returned',
])

/** Kinds that only bring money to the account. */
const incomes: ReadonlySet<BankTransactionKind> = new Set([
  'transfer_received',
  'instant_received',
  'card_settlement',
])

/**
 * Our kind of a bank transaction code written "PMNT/RCDT/ESCT"; `other` when there is none of ours. What a bank gives back
 * (its code says so, or the movement) is a return; a credit is never called a charge, nor a charge an income, whatever its code.
 */
export function bankTransactionKind(
  code: string | null,
  { isReturn, isCredit }: { isReturn: boolean; isCredit: boolean | null } = {
    isReturn: false,
    isCredit: null,
  }
): BankTransactionKind {
  const kind = kinds.find(([start]) => code?.startsWith(start))?.[1] ?? 'other'
  if (isReturn || isReturnCode(code) || (isCredit === true && charges.has(kind))) {
    const back = returned[kind] ?? kind
    return isCredit === true && charges.has(back) ? 'other' : back
  }
  return isCredit === false && incomes.has(kind) ? 'other' : kind
}

/** Whether a code is of money that comes back: a returned transfer, a direct debit unpaid, refunded or reversed. */
export function isReturnCode(code: string | null): boolean {
  return code !== null && /\/(RRTN|UPDD|RPCR|PRDD)$/.test(code)
}

/** The Spanish name of a kind of movement. */
export function bankTransactionKindLabel(kind: BankTransactionKind): string {
  return labels[kind]
}
