import type { AccountKind, MovementStatus, MovementType } from '#app/banking/bank_provider'
import type { Tone } from '#app/kernel/workflow'

/** Spanish names of the closed lists of banking, for pages, files and messages. */
export const MOVEMENT_TYPES: Readonly<Record<MovementType, string>> = {
  transfer: 'Transferencia',
  card: 'Tarjeta',
  direct_debit: 'Adeudo',
  payout: 'Liquidación',
  fee: 'Comisión',
  refund: 'Devolución',
  conversion: 'Cambio de divisa',
  payin: 'Ingreso',
  chargeback: 'Contracargo',
  adjustment: 'Ajuste',
  interest: 'Intereses',
  tax: 'Impuesto',
  other: 'Otro',
}

export const MOVEMENT_STATUSES: Readonly<Record<MovementStatus, { label: string; tone: Tone }>> = {
  pending: { label: 'Pendiente', tone: 'amber' },
  booked: { label: 'Realizado', tone: 'green' },
  reversed: { label: 'Anulado', tone: 'grey' },
  declined: { label: 'Rechazado', tone: 'red' },
}

export const PROVIDER_ACCOUNT_KINDS: Readonly<Record<AccountKind, string>> = {
  bank: 'Cuenta bancaria',
  balance: 'Saldo',
  wallet: 'Monedero',
  card_balance: 'Saldo de tarjeta',
}

export const BENEFICIARY_STATUSES = {
  pending: { label: 'Pendiente en el proveedor', tone: 'amber' },
  active: { label: 'Activo', tone: 'green' },
  blocked: { label: 'Bloqueado', tone: 'red' },
  deleted: { label: 'Eliminado', tone: 'grey' },
} as const satisfies Readonly<Record<string, { label: string; tone: Tone }>>
export type BeneficiaryStatus = keyof typeof BENEFICIARY_STATUSES

/** What the payee's bank said of the name on an account. */
export const PAYEE_RESULTS = {
  match: { label: 'Coincide', tone: 'green' },
  close_match: { label: 'Coincidencia parcial', tone: 'amber' },
  no_match: { label: 'No coincide', tone: 'red' },
  not_possible: { label: 'No disponible', tone: 'grey' },
} as const satisfies Readonly<Record<string, { label: string; tone: Tone }>>
export type PayeeResult = keyof typeof PAYEE_RESULTS
