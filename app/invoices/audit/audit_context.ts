import type { ParamValues } from '#app/invoices/audit/params'
import type { RuleHead, Severity } from '#app/invoices/audit/rule'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** How one rule is set now. */
export type RuleSetting = {
  rule: RuleHead
  severity: Severity
  enabled: boolean
  siteIds: number[]
  version: number
  params: Record<string, unknown>
}

type Limit = { siteId: number; maxMinor: number }
export type Policy = { siteId: number | null; isForInvoices: boolean; fromMinor: number; required: number }
/** What a whole run reads once: the day, the settings, who may approve up to what, local holidays. */
export type AuditContext = {
  day: CalendarDate
  settings: ReadonlyMap<string, RuleSetting>
  limits: readonly Limit[]
  policies: readonly Policy[]
  holidays: ReadonlySet<string>
  /** Suppliers of a similar name, filled while a run goes on. */
  kin: Map<number, number[]>
}

/** The values a rule is set to, for the questions that need them. */
export function paramsOf<Values = ParamValues<Record<never, never>>>(
  { settings }: AuditContext,
  code: string
): Values {
  const setting = settings.get(code)
  if (!setting) throw new Error(`No rule ${code}`)
  return setting.params as Values
}
