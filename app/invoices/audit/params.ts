/** What of a rule people may set: numbers within bounds, or a choice among given values. */
export type NumberParam = {
  kind: 'number'
  label: string
  /** «€», «días», «%»… An amount is kept in cents and shown in euros. */
  unit: 'amount' | 'days' | 'percent' | 'count' | 'points' | 'ratio'
  min: number
  max: number
  default: number
}
export type ListParam = {
  kind: 'list'
  label: string
  options: 'sources' | 'site_categories'
  default: readonly string[]
}
export type ParamSpecs = Record<string, NumberParam | ListParam>

export type ParamValues<Specs extends ParamSpecs> = {
  [Name in keyof Specs]: Specs[Name] extends NumberParam ? number : readonly string[]
}

const LIST_MAX = 500

/** The values of a rule: what is kept where it is within its bounds, else what the rule brings. */
export function paramValues<Specs extends ParamSpecs>(specs: Specs, kept: unknown): ParamValues<Specs> {
  const given = typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  return Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      problemOf(spec, given[name]) === null ? given[name] : spec.default,
    ])
  ) as ParamValues<Specs>
}

/** Why a value cannot be one of this parameter, for people; null when it can. */
export function problemOf(spec: NumberParam | ListParam, value: unknown): string | null {
  if (spec.kind === 'list') {
    const fits =
      Array.isArray(value) && value.length <= LIST_MAX && value.every((one) => typeof one === 'string')
    return fits ? null : 'Elija valores de la lista.'
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'Indique un número.'
  if (spec.unit !== 'ratio' && spec.unit !== 'percent' && !Number.isSafeInteger(value))
    return 'Indique un número entero.'
  if (value >= spec.min && value <= spec.max) return null
  const shown = (bound: number) => (spec.unit === 'amount' ? bound / 100 : bound).toLocaleString('es-ES')
  return `El valor debe estar entre ${shown(spec.min)} y ${shown(spec.max)}.`
}
