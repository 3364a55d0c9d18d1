import { oneRow } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'

/** A draft of a loan to a company and a netting with its lender; every text of them has the word in it. */
export async function makeLoanWork(
  siteId: number,
  word: string,
  userId: number
): Promise<{ loanId: number; compensationId: number; partnerId: number }> {
  const { siteId: partnerId } = await makeSite()
  const found = await oneRow<{ loanId: number; compensationId: number }>(
    `with named as (update sites set legal_name = :word || ' presta ' || :siteId || ', S.L.' where id = :partnerId returning id),
     loan as (insert into loans (number, lender_site_id, borrower_site_id, kind, principal_minor, start_on, created_by, updated_by)
       select 'PR-T-' || :siteId, id, :siteId, 'term', 100000, '2026-01-01', :userId, :userId from named returning id),
     netting as (insert into loan_compensations (number, cut_off_on, mode, site_ids, includes_interest, residual, total_minor, fingerprint, created_by)
       values ('CP-T-' || :siteId, '2026-01-31', 'bilateral', array[:siteId::bigint, :partnerId::bigint], true, 'current', 100, repeat('0', 64), :userId) returning id)
     select loan.id as loan_id, netting.id as compensation_id from loan, netting`,
    { siteId, word, userId, partnerId }
  )
  return { ...found, partnerId }
}
