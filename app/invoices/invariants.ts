/** What must hold for supplier invoices, each as a query that counts its violations (reliability R6). */
export const invariants = {
  invoice_paid_within_total: `select count(*) from invoices where status in ('booked', 'disputed') and outstanding_minor not between least(0, total_minor + rounding_minor) and greatest(0, total_minor + rounding_minor)`,
  invoice_held_within_open: `select count(*) from invoices where abs(prior_open_minor + retained_open_minor) > abs(outstanding_minor)`,
  invoice_approved_by_others: `select count(*) from approval_decisions d join invoices i on i.id = d.document_id and d.document_type = 'invoice' where d.decision = 'approve' and d.revoked_at is null and (d.user_id = i.created_by or exists (select 1 from invoice_editors e where e.invoice_id = i.id and e.user_id = d.user_id) or exists (select 1 from provider_banks b where b.id = i.provider_bank_id and b.created_by = d.user_id))`,
  invoice_approved_as_it_is: `select count(*) from approval_decisions d join invoices i on i.id = d.document_id and d.document_type = 'invoice' where d.decision = 'approve' and d.revoked_at is null and i.status in ('pending_approval', 'approved', 'booked', 'disputed') and d.fingerprint <> invoice_fingerprint(i)`,
}

/** What is kept beside the documents so that lists are quick, and must say the same as they do. */
export const derived = {
  alarms_say_their_invoice: `select count(*) from invoice_alarms a left join invoices i on i.id = a.invoice_id where (a.of_site_id, a.of_provider_id, a.of_minor, a.of_day)
    is distinct from case when a.invoice_id is null then (a.site_id, a.provider_id, null::bigint, null::date) else (i.site_id, i.provider_id, i.total_minor, i.issued_on) end`,
}
