import type Invoice from '#app/invoices/models/invoice'
import { askApproval } from '#app/invoices/queries/approval_question'
import { inScope, type Scope, scopeBindings } from '#app/invoices/queries/page/reader_scope'
import { rows } from '#app/kernel/database/sql'
import { listCandidates } from '#app/sites/queries/eligible_approvers'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

/** Alarms of an invoice; the other invoice one speaks of only where the reader may open it. */
export function showAlarms(invoiceId: number, scope: Scope) {
  return rows<{
    id: number
    ruleCode: string
    severity: string
    message: string
    status: string
    reason: string | null
    by: string | null
    at: Date | null
    relatedInvoiceId: number | null
  }>(
    `select a.id, a.rule_code, a.severity, a.message, a.status, a.reason, u.name as by, a.resolved_at as at, o.id as related_invoice_id from invoice_alarms a
       left join users u on u.id = a.resolved_by
       left join invoices o on o.id = (a.evidence ->> 'invoiceId')::bigint and ${inScope('o.site_id')}
      where a.invoice_id = :invoiceId and a.status <> 'auto_closed'
      order by (a.status = 'open') desc, case a.severity when 'blocking' then 0 when 'high' then 1 when 'warning' then 2 else 3 end, a.id`,
    { invoiceId, ...scopeBindings(scope) }
  )
}

/** Who approved it, for whom and when, those that were taken back among them. */
export async function showDecisions(invoiceId: number) {
  const found = await rows<{
    id: number
    user: string
    onBehalfOf: string | null
    decidedAt: Date
    comment: string | null
    isOverride: boolean
    revoked: boolean
  }>(
    `select d.id, u.name as "user", o.name as on_behalf_of, d.decided_at, d.comment, d.is_override, d.revoked_at is not null as revoked from approval_decisions d
       join users u on u.id = d.user_id left join users o on o.id = d.on_behalf_of
      where d.document_type = 'invoice' and d.document_id = :invoiceId order by d.decided_at`,
    { invoiceId }
  )
  return found.map((decision) => ({ ...decision, decidedAt: decision.decidedAt.toISOString() }))
}

/** Who decides next on an invoice that waits, who does not and why, and whether the reader may in an emergency. */
export async function showApprovers(invoice: Invoice, readerId: number) {
  if (!invoice.siteId || invoice.status !== 'pending_approval')
    return { required: 0, candidates: [], canOverride: false }
  const { question, required } = await askApproval(invoice, invoice.siteId)
  const candidates = await listCandidates(question)
  return {
    required,
    candidates: candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
    canOverride: (await overrideHindrance(question, readerId)) === null,
  }
}
