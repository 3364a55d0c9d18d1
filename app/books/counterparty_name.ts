/** The joins that name the other party of a line `l`: a supplier, a company of the group or an employee. */
export const COUNTERPARTY_JOINS = `left join providers p on l.counterparty_type = 'provider' and p.id = l.counterparty_id
    left join sites cs on l.counterparty_type = 'site' and cs.id = l.counterparty_id
    left join employees ce on l.counterparty_type = 'employee' and ce.id = l.counterparty_id`

/** That name; null where a line has no other party. */
export const COUNTERPARTY_NAME = `coalesce(p.legal_name, cs.legal_name::text, ce.full_name)`
