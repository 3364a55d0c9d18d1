export type NumberParam = {
  name: string
  kind: 'number'
  label: string
  unit: 'amount' | 'days' | 'percent' | 'count' | 'points' | 'ratio'
  min: number
  max: number
  default: number
  value: number
}
export type ListParam = { name: string; kind: 'list'; label: string; options: string; value: string[] }

export type AuditRule = {
  code: string
  name: string
  family: string
  explains: string
  defaultSeverity: string
  isLocked: boolean
  severity: string
  enabled: boolean
  siteIds: number[]
  version: number
  params: (NumberParam | ListParam)[]
  counts: { open: number; resolved: number; falsePositive: number }
  precision: number | null
}

export type RuleTrial = {
  invoices: number
  found: number
  before: number
  gained: number
  lost: number
  sample: { invoiceId: number | null; name: string; severity: string; message: string }[]
}

const scale = ({ unit }: NumberParam) => (unit === 'amount' ? 100 : 1)

/** A number as it is typed: amounts in euros, a comma for the decimals. */
export const typedNumber = (param: NumberParam, value = param.value) =>
  String(value / scale(param)).replace('.', ',')

/** What was typed as it is kept; not a number where it is none, which the server refuses at its field. */
export const keptNumber = (param: NumberParam, typed: string): number | string => {
  const number = Number(typed.replace(',', '.'))
  if (typed.trim() === '' || !Number.isFinite(number)) return typed
  return param.unit === 'amount' ? Math.round(number * 100) : number
}

const units = { amount: '€', days: 'días', percent: '%', count: '', points: 'puntos', ratio: '' }

/** «Total superior a (€), entre 0 y 1.000.000» */
export function boundsText(param: NumberParam): string {
  const shown = (value: number) => (value / scale(param)).toLocaleString('es-ES')
  return `Entre ${shown(param.min)} y ${shown(param.max)} ${units[param.unit]}; de fábrica, ${shown(param.default)}.`
}
