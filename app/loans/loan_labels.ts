import type { DayCount } from '#app/loans/schedule/day_count'
import type { EarlyOption, Method, Periodicity } from '#app/loans/schedule/terms'

export const LOAN_KINDS = {
  term: 'Préstamo',
  credit_line: 'Línea de crédito',
  current_account: 'Cuenta corriente',
} as const
export type LoanKind = keyof typeof LOAN_KINDS

export const METHOD_LABELS: Readonly<Record<Method, string>> = {
  french: 'Francés (cuota constante)',
  linear: 'Lineal (amortización constante)',
  bullet: 'Al vencimiento',
  custom: 'A medida',
}

export const RATE_TYPES = { fixed: 'Fijo', variable: 'Variable' } as const
export type RateType = keyof typeof RATE_TYPES

export const DAY_COUNT_LABELS: Readonly<Record<DayCount, string>> = {
  '30/360': '30/360',
  'ACT/360': 'Días reales / 360',
  'ACT/365': 'Días reales / 365',
}

export const PERIODICITY_LABELS: Readonly<Record<Periodicity, string>> = {
  monthly: 'Mensual',
  quarterly: 'Trimestral',
  half_yearly: 'Semestral',
  yearly: 'Anual',
  at_maturity: 'Al vencimiento',
}

export const EARLY_LABELS: Readonly<Record<EarlyOption, string>> = {
  reduce_instalment: 'Reducir cuota',
  reduce_term: 'Reducir plazo',
}

export const LOAN_FILE_KINDS = {
  contract: 'Contrato',
  annex: 'Anexo o novación',
  market_rate: 'Valoración a mercado',
  other: 'Otro',
} as const
export type LoanFileKind = keyof typeof LOAN_FILE_KINDS

export const MOVEMENT_TYPES = {
  disbursement: 'Disposición',
  withdrawal: 'Retirada',
  payment: 'Pago',
  early_payment: 'Amortización anticipada',
  capitalisation: 'Capitalización de intereses',
  compensation: 'Compensación',
  reversal: 'Anulación',
} as const
export type MovementType = keyof typeof MOVEMENT_TYPES

export const PAYMENT_TYPES = {
  disbursement: 'Desembolso',
  withdrawal: 'Retirada',
  payment: 'Pago',
  early_payment: 'Amortización anticipada',
  residual: 'Saldo de compensación',
} as const
export type LoanPaymentType = keyof typeof PAYMENT_TYPES

export const NETTING_LABELS = {
  bilateral: 'Bilateral',
  multilateral: 'Multilateral',
} as const

export const RESIDUALS = {
  current: 'Dejar en cuenta corriente',
  pay: 'Pagar',
} as const
export type Residual = keyof typeof RESIDUALS
