/** What must hold for legal procedures, each as a query that counts its violations (reliability R6). */
export const invariants = {
  legal_provision_in_the_book: `select count(*) from legal_procedures p where p.provision_minor <> coalesce((select -sum(l.amount_minor) from journal_lines l join ledger_accounts a on a.id = l.account_id where l.document_type = 'legal_procedure' and l.document_id = p.id and a.code !~ '^[67]'), 0)`,
}
