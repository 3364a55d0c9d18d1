import { fingerprintOf } from '#app/invoices/audit/evaluate_invoices'
import type { RuledFinding, Severity } from '#app/invoices/audit/rule'
import { type CalendarDate, compareDays } from '#app/kernel/time/calendar_date'

/** An alarm as it is kept. */
export type KeptAlarm = {
  id: number
  ruleCode: string
  fingerprint: string
  status: 'open' | 'resolved' | 'false_positive' | 'snoozed' | 'auto_closed'
  severity: Severity
  message: string
  snoozedUntil: CalendarDate | null
}

export type NewAlarm = RuledFinding & { fingerprint: string }

/** What is to be written of one subject so that its alarms say what was found. */
export type AlarmPlan = {
  raise: NewAlarm[]
  reopen: number[]
  close: number[]
  reword: { id: number; finding: NewAlarm }[]
}

/**
 * Compares what was found with what is kept: new findings open; what no longer holds closes by itself; what a person
 * resolved or called false stays so; what was put off opens on its day. Rules that were not asked are left alone.
 */
export function planAlarms(
  found: readonly RuledFinding[],
  kept: readonly KeptAlarm[],
  { day, codes }: { day: CalendarDate; codes?: readonly string[] }
): AlarmPlan {
  const wanted = new Map<string, NewAlarm>(
    found.map((finding) => {
      const fingerprint = fingerprintOf(finding)
      return [`${finding.code}:${fingerprint}`, { ...finding, fingerprint }] as const
    })
  )
  const known = new Map<string, KeptAlarm>(
    kept.map((alarm) => [`${alarm.ruleCode}:${alarm.fingerprint}`, alarm])
  )
  const plan: AlarmPlan = { raise: [], reopen: [], close: [], reword: [] }
  for (const [name, finding] of wanted) {
    const alarm = known.get(name)
    if (!alarm) plan.raise.push(finding)
    else if (opensAgain(alarm, day)) plan.reopen.push(alarm.id)
    if (alarm && isAlive(alarm) && (alarm.severity !== finding.severity || alarm.message !== finding.message))
      plan.reword.push({ id: alarm.id, finding })
  }
  for (const [name, alarm] of known)
    if (isOpen(alarm) && !wanted.has(name) && (codes?.includes(alarm.ruleCode) ?? true))
      plan.close.push(alarm.id)
  return plan
}

export const isEmptyPlan = ({ raise, reopen, close, reword }: AlarmPlan) =>
  raise.length + reopen.length + close.length + reword.length === 0

const isOpen = ({ status }: KeptAlarm) => status === 'open' || status === 'snoozed'
const isAlive = ({ status }: KeptAlarm) =>
  status === 'open' || status === 'snoozed' || status === 'auto_closed'

const opensAgain = ({ status, snoozedUntil }: KeptAlarm, day: CalendarDate) =>
  status === 'auto_closed' ||
  (status === 'snoozed' && snoozedUntil !== null && compareDays(snoozedUntil, day) <= 0)
