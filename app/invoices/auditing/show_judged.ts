import { takenLabel } from '#app/invoices/queries/overruled'
import { rows } from '#app/kernel/database/sql'

/** What somebody said of an alarm, as the page of the invoice shows it. */
export type Judged = {
  key: string
  message: string
  severity: string
  verdict: string
  by: string | null
  at: string
  reason: string | null
  relatedInvoiceId: number | null
}

const VERDICTS: Record<string, string> = {
  false_positive: 'Falsa alarma',
  resolved: 'Comprobada',
  snoozed: 'Pospuesta',
}

type Scope = { siteIds: number[] | 'all'; hasSharedInbox: boolean }
type Alarm = Omit<Judged, 'at' | 'key'> & { id: number; at: Date }

/**
 * The grave alarms of an invoice and all about copies that a person has judged, the copies that were put aside, and who took it for an invoice, the last
 * first: who decides on it sees what was found and who said what. The other invoice is named only where the reader may open it.
 */
export async function showJudged(invoiceId: number, { siteIds, hasSharedInbox }: Scope): Promise<Judged[]> {
  const scope = {
    invoiceId,
    all: siteIds === 'all',
    ids: siteIds === 'all' ? [] : siteIds,
    inbox: hasSharedInbox,
  }
  const alarms = await rows<Alarm>(ALARMS, scope)
  const copies = await rows<Copy>(COPIES, scope)
  const taken = await rows<Taken>(TAKEN, { invoiceId })
  return [
    ...alarms.map(({ id, at, verdict, ...alarm }) => ({
      ...alarm,
      key: `alarm-${id}`,
      verdict: VERDICTS[verdict] ?? verdict,
      at: at.toISOString(),
    })),
    ...copies.map(copyAside),
    ...taken.map(({ was, at, ...said }) => ({
      ...said,
      key: 'kind',
      message: `${takenLabel(was)}.`,
      severity: 'high',
      verdict: 'Dado por factura',
      at: at.toISOString(),
      relatedInvoiceId: null,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
}

type Taken = { was: string | null; by: string | null; reason: string | null; at: Date }

/** Who took it for an invoice when something else had been read, and why. */
const TAKEN = `
  select i.kind_was as was, u.name as by, i.kind_reason as reason,
      coalesce((select max(e.at) from audit_events e where e.object_type = 'invoice' and e.object_id = i.id and e.event = 'invoice.field_changed' and e.reason = i.kind_reason), i.updated_at) as at
    from invoices i left join users u on u.id = i.kind_by where i.id = :invoiceId and i.kind_reason is not null`

const IN_SCOPE = `(:all or o.site_id = any(:ids::bigint[]) or (:inbox and o.site_id is null))`

const ALARMS = `
  select a.id, a.message, a.severity, a.status as verdict, u.name as by, coalesce(a.resolved_at, a.updated_at) as at, a.reason, o.id as related_invoice_id
    from invoice_alarms a left join users u on u.id = a.resolved_by left join invoices o on o.id = (a.evidence ->> 'invoiceId')::bigint and ${IN_SCOPE}
   where a.invoice_id = :invoiceId and a.status in ('resolved', 'false_positive', 'snoozed') and a.resolved_by is not null
     and (a.rule_code like 'D_' or a.severity in ('high', 'blocking'))`

type Copy = { id: number; reference: string | null; isCopy: boolean; by: string | null; at: Date }

/** Those put aside as copies of it, and the one that it was put aside as a copy of. */
const COPIES = `
  select c.id, case when ${IN_SCOPE} then o.reference end as reference, c.is_copy, l.by, coalesce(l.at, o.updated_at) as at from (
      select d.id, d.id as marked, true as is_copy from invoices d where d.duplicate_of_id = :invoiceId and d.status = 'duplicate'
      union all
      select d.duplicate_of_id, d.id, false from invoices d where d.id = :invoiceId and d.status = 'duplicate' and d.duplicate_of_id is not null) c
    join invoices o on o.id = c.id
    left join lateral (select u.name as by, m.at from invoice_action_logs m left join users u on u.id = m.user_id
       where m.invoice_id = c.marked and m.action = 'merged_duplicate' order by m.at desc limit 1) l on true`

function copyAside({ id, reference, isCopy, by, at }: Copy): Judged {
  const other = reference ?? 'otra factura, de otra empresa del grupo'
  return {
    key: `copy-${id}`,
    message: isCopy ? `Se apartó como copia de esta: ${other}.` : `Se apartó por ser copia de ${other}.`,
    severity: 'high',
    verdict: 'Copia apartada',
    by,
    at: at.toISOString(),
    reason: null,
    relatedInvoiceId: reference === null ? null : id,
  }
}
