import type Invoice from '#app/invoices/models/invoice'
import { mainCategory } from '#app/invoices/queries/main_category'
import { type Client, oneRow, rows } from '#app/kernel/database/sql'
import type { ApprovalQuestion } from '#app/sites/queries/eligible_approvers'
import { requiredApprovals } from '#app/sites/queries/required_approvals'

type Asked = { question: ApprovalQuestion; required: number }

/**
 * Who may approve an invoice and how many must: nobody who registered it, changed anything of what is approved, or
 * registered the account it is paid into; the number follows from this invoice and the other open ones of the same
 * supplier and company in the days that the policy adds up (area 02, algorithm), all in the company's currency at their own rates.
 */
export async function askApproval(invoice: Invoice, siteId: number, client?: Client): Promise<Asked> {
  const policy = { siteId, kind: 'invoice' as const, amountMinor: invoice.worthMinor }
  const alone = await requiredApprovals(policy, client)
  const { required } =
    alone.aggregateDays === 0
      ? alone
      : await requiredApprovals(
          { ...policy, amountMinor: await amountWithSiblings(invoice, siteId, alone.aggregateDays, client) },
          client
        )
  const question = {
    ...policy,
    excludedUserIds: await listInterveners(invoice, client),
    documentType: 'invoice',
    documentId: invoice.id,
    categoryId: await mainCategory(invoice.id, client),
  }
  return { question, required: Math.max(required, 1) }
}

async function listInterveners(invoice: Invoice, client?: Client): Promise<number[]> {
  const found = await rows<{ userId: number }>(
    `select created_by as user_id from invoices where id = :id and created_by is not null
      union select accepted_by from invoices where id = :id and accepted_by is not null
      union select user_id from invoice_editors where invoice_id = :id
      union select created_by from provider_banks where id = :bankId and created_by is not null`,
    { id: invoice.id, bankId: invoice.providerBankId },
    client
  )
  return found.map(({ userId }) => userId)
}

async function amountWithSiblings(
  invoice: Invoice,
  siteId: number,
  days: number,
  client?: Client
): Promise<number> {
  const { siblings } = await oneRow<{ siblings: number }>(
    `select coalesce(sum(abs(worth_in_base(total_minor, currency, fx_rate))), 0)::bigint as siblings from invoices
      where site_id = :siteId and provider_id = :providerId and id <> :id and payment_state <> 'paid'
        and status in ('pending_approval', 'approved', 'booked', 'disputed') and coalesce(submitted_at, received_at) > now() - make_interval(days => :days)`,
    { siteId, providerId: invoice.providerId, id: invoice.id, days },
    client
  )
  return Math.abs(invoice.worthMinor) + siblings
}
