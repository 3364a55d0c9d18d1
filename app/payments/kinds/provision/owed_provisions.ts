import type { OwedDocuments } from '#app/payments/kinds/payment_kind'

/** What suppliers are to be paid before their invoice comes. */
export const owedProvisions: OwedDocuments = {
  label: 'Provisión',
  href: () => '/paysuppliers?tab=provisions',
  sql: `
    select v.id, v.id as page_id, v.concept, p.legal_name as payee, s.code as site, v.expected_on as pay_on, (v.amount_minor - v.settled_minor)::bigint as minor, null::bigint as responsible_id
      from supplier_provisions v join sites s on s.id = v.site_id join providers p on p.id = v.provider_id
     where v.status = 'open' and v.settled_minor < v.amount_minor and v.currency = 'EUR' and v.expected_on <= :until and (:all or v.site_id = any(:ids::bigint[]))`,
}
