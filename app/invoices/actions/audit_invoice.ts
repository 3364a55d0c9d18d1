import { createHash } from 'node:crypto'
import { SYSTEM } from '#app/audit/record_event'
import { logInvoiceAction } from '#app/invoices/actions/log_action'
import { readAuditFacts } from '#app/invoices/audit/audit_facts'
import { type Finding, findAlarms, SEVERITY_RANK } from '#app/invoices/audit/rules'
import { today } from '#app/kernel/calendar_date'
import { execute, rows, type Transaction } from '#app/kernel/sql'

/**
 * Runs the fast rules over an invoice: new findings open, findings that no longer hold close on their own, what a
 * person resolved or called false stays so, what was put off opens again on its day. Keeps the counts on the invoice.
 * The caller holds the invoice's row lock.
 */
export async function auditInvoice(invoiceId: number, trx: Transaction): Promise<void> {
  const findings = findAlarms(await readAuditFacts(invoiceId, trx))
  const fingerprints = findings.map((finding) => `${finding.code}:${hashOf(finding)}`)
  await execute(
    `update invoice_alarms set status = 'auto_closed', updated_at = now()
      where invoice_id = :invoiceId and status in ('open', 'snoozed') and not (rule_code || ':' || fingerprint = any(:fingerprints::text[]))`,
    { invoiceId, fingerprints },
    trx
  )
  for (const finding of findings) await raise(invoiceId, finding, trx)
  await execute(
    `update invoices set open_alarms = a.n, alarm_max = a.top from (
        select count(*)::smallint as n, coalesce(max(case severity when 'blocking' then 4 when 'high' then 3 when 'warning' then 2 else 1 end), 0)::smallint as top
          from invoice_alarms where invoice_id = :invoiceId and status = 'open') a where id = :invoiceId`,
    { invoiceId },
    trx
  )
}

async function raise(invoiceId: number, finding: Finding, trx: Transaction): Promise<void> {
  const [made] = await rows<{ fresh: boolean }>(
    `insert into invoice_alarms (invoice_id, rule_code, fingerprint, severity, score, message, evidence)
     values (:invoiceId, :code, :fingerprint, :severity, :score, :message, :evidence)
     on conflict (invoice_id, rule_code, fingerprint) do update set message = excluded.message, updated_at = now(),
       status = case when invoice_alarms.status = 'auto_closed' or (invoice_alarms.status = 'snoozed' and invoice_alarms.snoozed_until <= :day)
                       then 'open' else invoice_alarms.status end,
       snoozed_until = case when invoice_alarms.snoozed_until > :day then invoice_alarms.snoozed_until end
     returning xmax = 0 as fresh`,
    {
      invoiceId,
      code: finding.code,
      fingerprint: hashOf(finding),
      severity: finding.severity,
      score: SEVERITY_RANK[finding.severity] * 25,
      message: finding.message,
      evidence: JSON.stringify(finding.evidence),
      day: today(),
    },
    trx
  )
  if (made?.fresh)
    await logInvoiceAction(
      {
        invoiceId,
        action: 'alarm_raised',
        actor: SYSTEM,
        after: { rule: finding.code, message: finding.message },
      },
      trx
    )
}

const hashOf = (finding: Finding) =>
  createHash('sha256').update(finding.fingerprint).digest('hex').slice(0, 32)
