/** What must hold for expense notes, each as a query that counts its violations (reliability R6). */
export const invariants = {
  expense_note_adds_up: `select count(*) from expense_notes n left join (select note_id, sum(total_minor) as total, sum(vat_minor) as vat, sum(approved_minor) as approved from expense_note_lines group by 1) l on l.note_id = n.id where (n.total_minor, n.vat_minor, n.approved_minor) is distinct from (l.total, l.vat, l.approved)`,
  expense_note_owed_in_the_book: `select count(*) from expense_notes n where n.status in ('approved', 'in_payment', 'paid') and n.approved_minor is distinct from (select -sum(l.amount_minor) from journal_lines l join ledger_accounts a on a.id = l.account_id and a.subledger in ('employee', 'provider') where l.entry_id = n.journal_entry_id and l.document_type = 'expense_note' and l.document_id = n.id)`,
  expense_note_approved_by_others: `select count(*) from approval_decisions d join expense_notes n on n.id = d.document_id and d.document_type = 'expense_note' left join employees e on e.id = n.employee_id where d.decision = 'approve' and d.revoked_at is null and d.user_id in (n.created_by, e.user_id)`,
}
