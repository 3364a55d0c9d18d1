import type { Tone } from '#app/kernel/workflow'
import { OTHER_KINDS, type OtherKind } from '#app/reading/doc_kinds'

/** Where a person said otherwise than the machine, as the statement of a list has it: what, who, and why. */
export type Overruled = { outcome: string; was: string | null; by: string | null; reason: string | null }

/** States in which somebody still decides on an invoice. */
const DECIDABLE = `('pending_review', 'pending_approval', 'approved', 'disputed')`

const overruled = (condition: string) => `
  (select jsonb_agg(jsonb_build_object('outcome', j.outcome, 'was', j.was, 'by', u.name, 'reason', j.reason) order by j.outcome) from (
      (select c.outcome, null as was, c.user_id, c.reason from (
          select a.status as outcome, a.resolved_by as user_id, a.reason, a.resolved_at as at from invoice_alarms a
           where a.invoice_id = i.id and a.rule_code like 'D_' and a.status in ('resolved', 'false_positive', 'snoozed') and a.resolved_by is not null
          union all
          select 'aside', m.user_id, null, m.at from invoices d join lateral (select l.user_id, l.at from invoice_action_logs l
             where l.invoice_id = d.id and l.action = 'merged_duplicate' order by l.at desc limit 1) m on true
           where d.duplicate_of_id = i.id and d.status = 'duplicate') c order by c.at desc limit 1)
      union all
      select 'kind', i.kind_was, i.kind_by, i.kind_reason where i.kind_reason is not null) j left join users u on u.id = j.user_id
    where ${condition})`

/**
 * The last thing that a person said of a copy of the invoice `i`, and who took for an invoice what was read as something else, as
 * JSON; for the few rows of a page. Null where nobody said anything.
 */
export const OVERRULED = overruled(`i.status in ${DECIDABLE}`)

/** The same of an invoice that is paid, whatever its state. */
export const OVERRULED_OF_PAID = overruled('true')

const LABELS: Record<string, string> = {
  false_positive: 'Copia descartada',
  resolved: 'Copia comprobada',
  snoozed: 'Copia pospuesta',
  aside: 'Copia apartada',
}

export type Said = { label: string; tone: Tone; detail: string }

/** As a list shows it beside the state. */
export function saidBadges(found: readonly Overruled[] | null): Said[] {
  return (found ?? []).map(({ outcome, was, by, reason }) => ({
    label: outcome === 'kind' ? takenLabel(was) : (LABELS[outcome] ?? outcome),
    tone: 'amber',
    detail: [by ?? 'Sistema', reason].filter((part) => part !== null).join(': '),
  }))
}

/** The same in sentences, where there are no badges: a payment, the start page. */
export const saidTexts = (found: readonly Overruled[] | null): string[] =>
  saidBadges(found).map(({ label, detail }) => `${label} · ${detail}`)

/** «Se leyó como un presupuesto: dado por factura». */
export function takenLabel(was: string | null): string {
  const kind = was !== null && was in OTHER_KINDS ? OTHER_KINDS[was as OtherKind] : 'otro documento'
  return `Se leyó como ${kind}: dado por factura`
}
