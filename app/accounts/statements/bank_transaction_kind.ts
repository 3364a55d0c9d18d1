/** Our kinds of movement, of the many ISO 20022 has. */
export type BankTransactionKind =
  | 'transfer_sent'
  | 'transfer_received'
  | 'instant_sent'
  | 'instant_received'
  | 'direct_debit_paid'
  | 'direct_debit_returned'
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
  instant_sent: 'Transferencia inmediata emitida',
  instant_received: 'Transferencia inmediata recibida',
  direct_debit_paid: 'Adeudo domiciliado pagado',
  direct_debit_returned: 'Adeudo domiciliado devuelto',
  card: 'Tarjeta',
  card_settlement: 'Liquidación de comercio con tarjeta',
  fees: 'Comisiones e intereses',
  loan: 'Préstamos',
  other: 'Otros',
}

/** Our kind of a bank transaction code written "PMNT/RCDT/ESCT"; `other` when there is none of ours. */
export function bankTransactionKind(code: string | null): BankTransactionKind {
  return kinds.find(([start]) => code?.startsWith(start))?.[1] ?? 'other'
}

/** The Spanish name of a kind of movement. */
export function bankTransactionKindLabel(kind: BankTransactionKind): string {
  return labels[kind]
}
