import type { BillingFrequency } from '#app/contracts/calendar/expected_periods'

export const CONTRACT_KINDS = {
  rent: 'Alquiler',
  service: 'Servicios',
  supply: 'Suministro',
  maintenance: 'Mantenimiento',
  insurance: 'Seguro',
  license: 'Licencia',
  framework: 'Acuerdo marco',
  other: 'Otro',
} as const
export type ContractKind = keyof typeof CONTRACT_KINDS

export const BILLING_FREQUENCIES: Record<BillingFrequency, string> = {
  monthly: 'Mensual',
  quarterly: 'Trimestral',
  yearly: 'Anual',
  per_use: 'Según consumo',
  one_off: 'Única',
}

export const CAP_PERIODS = { contract: 'Todo el contrato', year: 'Año natural', month: 'Mes' } as const
export type CapPeriod = keyof typeof CAP_PERIODS

export const INDEXATIONS = {
  none: 'Sin revisión',
  ipc: 'IPC',
  fixed_percent: 'Porcentaje fijo',
  manual: 'Pactada cada vez',
} as const
export type Indexation = keyof typeof INDEXATIONS

export const FILE_KINDS = { signed: 'Contrato firmado', annex: 'Anexo', other: 'Otro' } as const
export type ContractFileKind = keyof typeof FILE_KINDS

export const DEPOSIT_TERMS = { short: 'A corto plazo (565)', long: 'A largo plazo (260)' } as const
export type DepositTerm = keyof typeof DEPOSIT_TERMS
