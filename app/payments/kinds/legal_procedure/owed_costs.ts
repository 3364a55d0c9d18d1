import type { OwedDocuments } from '#app/payments/kinds/payment_kind'

/** Approved costs; one whose invoice is owed is owed with it. */
export const owedCosts: OwedDocuments = {
  label: 'Coste jurídico',
  href: (procedureId) => `/legal_procedure/${procedureId}/edit?tab=costs`,
  sql: `
    select c.id, p.id as page_id, p.number || ' · ' || c.description as concept, coalesce(v.legal_name, c.payee_name) as payee, s.code as site, c.due_on as pay_on, (c.total_minor - c.paid_minor)::bigint as minor,
        case when p.confidential then coalesce(p.responsible_user_id, 0) end as responsible_id
      from legal_procedure_costs c join legal_procedures p on p.id = c.procedure_id join sites s on s.id = p.site_id left join providers v on v.id = c.provider_id
     where c.status in ('payable', 'ordered') and c.total_minor > c.paid_minor and c.due_on <= :until and (:all or p.site_id = any(:ids::bigint[]))
       and not exists (select 1 from invoices i where i.id = c.invoice_id and i.outstanding_minor > 0 and i.status in ('booked', 'disputed'))`,
}
