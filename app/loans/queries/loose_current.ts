/**
 * SQL: what moved on the current accounts (5523) of two companies beside their loans, as each book says it, with `site_id`,
 * `partner_id`, `amount_minor`, `currency` and `posted_on`. The balance that a loan was taken over with stands there without
 * its loan: it is taken out, or it would be owed twice.
 */
export const LOOSE_CURRENT = `(
    select g.site_id, g.partner_id, g.amount_minor, g.currency, g.posted_on
      from group_lines g join journal_lines j on j.id = g.id where g.group_balance = 'current' and j.document_type is distinct from 'loan'
    union all
    select side.site_id, side.partner_id, -side.sign * m.principal_minor, n.currency, m.value_on
      from loan_movements m join loans n on n.id = m.loan_id and n.kind = 'current_account' and n.lender_site_id is not null
      cross join lateral (values (n.lender_site_id, n.borrower_site_id, 1), (n.borrower_site_id, n.lender_site_id, -1)) side(site_id, partner_id, sign)
     where m.is_opening)`
