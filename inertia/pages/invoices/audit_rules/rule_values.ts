import { type AuditRule, keptNumber, typedNumber } from './rule_types'

/** The settings of a rule as they are typed: its own parameters by their name. */
export type RuleValues = {
  severity: string | null
  enabled: boolean
  siteIds: string[]
  numbers: Record<string, string>
  lists: Record<string, string[]>
}

export const initialValues = (rule: AuditRule): RuleValues => ({
  severity: rule.severity,
  enabled: rule.enabled,
  siteIds: rule.siteIds.map(String),
  numbers: Object.fromEntries(
    rule.params.flatMap((param) => (param.kind === 'number' ? [[param.name, typedNumber(param)]] : []))
  ),
  lists: Object.fromEntries(
    rule.params.flatMap((param) => (param.kind === 'list' ? [[param.name, param.value]] : []))
  ),
})

/** The settings as the server keeps them, of the version that was shown. */
export const sentValues = (rule: AuditRule, { numbers, lists, siteIds, ...rest }: RuleValues) => ({
  ...rest,
  siteIds: siteIds.map(Number),
  version: rule.version,
  values: Object.fromEntries(
    rule.params.map((param) => [
      param.name,
      param.kind === 'number' ? keptNumber(param, numbers[param.name] ?? '') : (lists[param.name] ?? []),
    ])
  ),
})
