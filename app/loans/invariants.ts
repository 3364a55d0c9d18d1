/** SQL: what the books of a side say of the principal of a loan, by its lines; positive is debe. */
const booked = (site: string, roles: string) =>
  `coalesce((select sum(l.amount_minor) from journal_lines l join ledger_accounts a on a.id = l.account_id
      where l.document_type = 'loan' and l.document_id = n.id and l.site_id = ${site}
        and exists (select 1 from ledger_account_roles r where r.role in (${roles}) and a.code ^@ r.account_code
          and (r.site_id = l.site_id or r.site_id is null and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = l.site_id)))), 0)`

const lent = `coalesce((select sum(m.principal_minor) from loan_movements m where m.loan_id = n.id and not m.is_opening), 0)`
/** Principal of instalments of banks that left the debt and wait for their direct debit. */
const waiting = `coalesce((select sum(i.principal_minor - i.paid_principal_minor) from loan_installments i where i.loan_id = n.id and i.due_entry_id is not null), 0)`

/** What must hold for loans, each as a query that counts its violations (reliability R6). */
export const invariants = {
  loan_in_the_book_of_who_lends: `select count(*) from loans n where n.lender_site_id is not null and n.status in ('active', 'settled')
    and ${booked('n.lender_site_id', `'loan_receivable_long', 'loan_receivable_short', 'intercompany_current'`)} <> ${lent}`,
  loan_in_the_book_of_who_owes: `select count(*) from loans n where n.status in ('active', 'settled')
    and -${booked('n.borrower_site_id', `'loan_payable_long', 'loan_payable_short', 'intercompany_current', 'bank_loan_long', 'bank_loan_short'`)} <> ${lent} - ${waiting}`,
  loan_never_owed_less_than_nothing: `select count(*) from (select loan_id from loan_movements group by 1 having sum(principal_minor) < 0) x`,
  loan_instalments_make_its_principal: `select count(*) from loans n where n.kind = 'term' and n.status in ('active', 'settled')
    and n.principal_minor <> coalesce((select sum(i.principal_minor) from loan_installments i where i.loan_id = n.id and i.replaced_in is null), 0)
      + coalesce((select sum(m.early_principal_minor) from loan_movements m where m.loan_id = n.id), 0)`,
  loan_instalments_paid_by_movements: `select count(*) from loan_installments i cross join lateral (
      select coalesce(sum(a.principal_minor), 0) as p, coalesce(sum(a.interest_minor), 0) as n, coalesce(sum(a.fee_minor), 0) as f from loan_allocations a where a.installment_id = i.id) a
    where (i.paid_principal_minor, i.paid_interest_minor, i.paid_fee_minor) is distinct from (a.p, a.n, a.f)`,
  loan_active_approved_by_both: `select count(*) from loans n where n.status in ('active', 'settled') and exists (
      select 1 from unnest(array[n.lender_site_id, n.borrower_site_id]) s(company) where s.company is not null and not exists (
        select 1 from approval_decisions d where d.document_type = 'loan' and d.document_id = n.id and d.site_id = s.company and d.decision = 'approve' and d.revoked_at is null
          and d.user_id is distinct from n.created_by))`,
  loan_netting_evens_out: `select count(*) from loan_compensations c where c.status = 'posted' and exists (
      select 1 from journal_lines l join journal_entries e on e.id = l.entry_id where e.group_key = c.group_key and e.reverses_id is null group by l.site_id having sum(l.base_minor) <> 0)`,
}
