import type { OwedDocuments } from '#app/payments/kinds/payment_kind'

/** Instalments of loans that a company is still to pay, to another company or to a bank. */
export const owedInstallments: OwedDocuments = {
  label: 'Cuota de préstamo',
  sql: `select i.id, l.id as page_id, l.number || ', cuota ' || i.seq as concept, coalesce(l.lender_name, g.legal_name::text) as payee, s.code as site, i.due_on as pay_on,
      (i.total_minor - i.withholding_minor - i.paid_principal_minor - i.paid_interest_minor - i.paid_fee_minor + i.paid_withholding_minor)::bigint as minor, null::bigint as responsible_id
    from loan_installments i join loans l on l.id = i.loan_id and l.status = 'active' join sites s on s.id = l.borrower_site_id left join sites g on g.id = l.lender_site_id
   where i.replaced_in is null and i.status in ('planned', 'due', 'partial', 'overdue', 'ordered') and l.currency = 'EUR' and i.due_on <= :until and (:all or l.borrower_site_id = any(:ids::bigint[]))`,
  href: (loanId) => `/loans/${loanId}/edit?tab=schedule`,
}
