import { askRows, onlyAnswers } from '#app/invoices/audit/rule'

/** Invoices that went through one pair of eyes: who did what. */
export type SamePerson = { userId: number; name: string; what: 'everything' | 'approved_own' }

/**
 * One person registered the supplier, its account that nobody else has verified, and the invoice; or approved what
 * they had a hand in, which the database refuses today and older data may hold.
 */
export const findSamePerson = askRows<SamePerson & { of: number }, SamePerson>({
  sql: `select i.id as of, u.id as user_id, u.name, 'everything' as what from invoices i join providers p on p.id = i.provider_id and p.created_by = i.created_by
        join provider_banks b on b.id = i.provider_bank_id and b.created_by = i.created_by and b.verification <> 'verified' join users u on u.id = i.created_by
       where i.id = any(:ids::bigint[])
     union all
     select i.id, u.id, u.name, 'approved_own' from invoices i join approval_decisions d on d.document_type = 'invoice' and d.document_id = i.id
        and d.decision = 'approve' and d.revoked_at is null join users u on u.id = d.user_id
       where i.id = any(:ids::bigint[]) and not d.is_override and (d.user_id = i.created_by or exists (select 1 from invoice_editors e where e.invoice_id = i.id and e.user_id = d.user_id))`,
  answers: (found) => onlyAnswers<SamePerson>(found),
})
