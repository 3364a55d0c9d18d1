import { allowsAccount } from '#app/accounts/queries/account_scope'
import { canKeepBooks, viewerOf } from '#app/accounts/viewer'
import type User from '#app/identity/models/user'
import { CONFIRMING, isConfirmed } from '#app/identity/queries/authority_changes'
import { A, type Role, S, SC } from '#app/identity/roles'
import { OVERRULED, type Overruled, saidTexts } from '#app/invoices/queries/overruled'
import { rows } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { approvalsOfKind } from '#app/payments/kinds/payment_kind'
import { hoursToDecide } from '#app/sites/queries/required_approvals'
import { guardedSetting } from '#app/sites/second_person/guarded_setting'

export type WaitingItem = {
  kind:
    | 'invoice'
    | 'expense_note'
    | 'payment'
    | 'run'
    | 'manual_entry'
    | 'contract'
    | 'loan'
    | 'loan_compensation'
    | 'provider_bank'
    | 'employee_bank'
    | 'person'
    | 'setting_change'
    | 'rebilling'
  id: number
  title: string
  detail: string
  site: string | null
  amountMinor: number | null
  currency: string | null
  since: string | null
  /** Whole hours beyond those of the policy of the company; null in time, and where no hours are given. */
  lateHours: number | null
  /** What somebody said of it otherwise than the machine, who and why. */
  note: string | null
}

const IN_SCOPE = (column: string) => `(:all or ${column} = any(:ids::bigint[]))`
/** The approval is one's own, or of somebody one stands in for today. */
const HOLDS_APPROVAL = `(a.user_id = :userId or (a.delegate_user_id = :userId and :today::date between a.delegate_from and a.delegate_to))`
/** When it was sent to approval, and the hours of the policy for it. */
const waitsSince = (instant: string, hours = 'null::smallint') =>
  `${instant} as sent_at, ${hours} as sla_hours`
/** Since its review last began: before, and while something is asked of the claimant, nobody can decide. */
const REVIEWED_SINCE = `coalesce((select max(v.at) from audit_events v where v.object_type = 'expense_note' and v.object_id = n.id and v.to_status = 'in_review' and v.from_status is distinct from 'in_review'), n.received_at)`

/** Limits are in the currency of the company's books. */
const WORTH_OF_INVOICE = 'worth_in_base(i.total_minor, i.currency, i.fx_rate)'
const WORTH_OF_ORDER = 'worth_on(o.amount_minor, o.currency, s.base_currency, :today::date)'

/** Somebody's own approval for a company of a payment that has not got theirs: what they may decide for it. */
const decidesOn = (companies: string, kind: string, worth: string, undecided: string) =>
  `exists (select 1 from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id in (${companies}) and ${IN_SCOPE('a.site_id')} and ${HOLDS_APPROVAL} and a.status = 'active' and k.kind = ${approvalsOfKind(kind)}
                       and k.period @> :today::date and (a.max_amount_minor is null or a.max_amount_minor >= ${worth}) and ${undecided})`

/** Of a payment that another company makes, both decide. */
const DECISIONS = `
       select 'payment' as kind, o.id, o.number as title, o.creditor_name as detail, s.code as site, o.amount_minor, o.currency, ${waitsSince('o.buffered_at', hoursToDecide('o.site_id', approvalsOfKind('o.kind'), WORTH_OF_ORDER))}
         from payment_orders o join sites s on s.id = o.site_id where o.status = 'buffered' and o.run_id is null and not exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id = :userId) and ${allowsAccount('view', 'o.debtor_account_id', ':userId')}
          and ${decidesOn('o.site_id, o.payer_site_id', 'o.kind', WORTH_OF_ORDER, "not exists (select 1 from approval_decisions d where d.document_type = 'payment_order' and d.document_id = o.id and d.site_id = a.site_id and d.user_id = :userId and d.revoked_at is null)")}
       union all
       select 'run', r.id, r.number, r.concept, s.code, t.total_minor, 'EUR', ${waitsSince('r.created_at', hoursToDecide('r.site_id', approvalsOfKind('t.kind'), 't.total_minor'))}
         from (select o.run_id, sum(o.amount_minor)::bigint as total_minor, min(o.kind) as kind, min(o.payer_site_id) as payer_site_id, bool_or(exists (select 1 from payment_order_hands h where h.order_id = o.id and h.user_id = :userId) or is_paid_as(pp.employee_id, :userId::bigint)) as is_own
                 from payment_orders o
                 left join payroll_payments pp on o.source_type = 'payroll_payment' and pp.id = o.source_id
                where o.status = 'buffered' and o.run_id is not null group by 1) t
         join payment_runs r on r.id = t.run_id join sites s on s.id = r.site_id
        where not t.is_own and ${allowsAccount('view', 'r.debtor_account_id', ':userId')}
          and ${decidesOn('r.site_id, t.payer_site_id', 't.kind', 't.total_minor', "not exists (select 1 from payment_orders w join approval_decisions d on d.document_type = 'payment_order' and d.document_id = w.id where w.run_id = r.id and w.status = 'buffered' and d.site_id = a.site_id and d.user_id = :userId and d.revoked_at is null)")}
       union all
       select 'invoice', i.id, coalesce(i.invoice_number, i.reference), p.legal_name, s.code, i.total_minor, i.currency, ${waitsSince('i.submitted_at', hoursToDecide('i.site_id', "'invoice'", WORTH_OF_INVOICE))}
         from invoices i join sites s on s.id = i.site_id join providers p on p.id = i.provider_id where i.status = 'pending_approval' and not exists (select 1 from document_hands h where h.document_type = 'invoice' and h.document_id = i.id and h.user_id = :userId) and ${IN_SCOPE('i.site_id')}
          and exists (select 1 from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id = i.site_id and ${HOLDS_APPROVAL} and a.status = 'active' and k.kind = 'invoice'
                       and k.period @> :today::date and (a.max_amount_minor is null or a.max_amount_minor >= abs(${WORTH_OF_INVOICE})))
          and not exists (select 1 from approval_decisions d where d.document_type = 'invoice' and d.document_id = i.id and d.user_id = :userId and d.revoked_at is null)`

/** Expense notes in review: neither one's own nor one that one put right. */
const EXPENSE_NOTES = `
       select 'expense_note', n.id, n.number, n.claimant_name, s.code, n.approved_minor, n.currency, ${waitsSince(REVIEWED_SINCE, hoursToDecide('n.site_id', "'expense_note'", 'n.approved_minor'))}
         from expense_notes n join sites s on s.id = n.site_id
        where n.status = 'in_review' and not exists (select 1 from document_hands h where h.document_type = 'expense_note' and h.document_id = n.id and h.act = 'wrote' and h.user_id = :userId) and not is_paid_as(n.employee_id, :userId::bigint) and ${IN_SCOPE('n.site_id')}
          and exists (select 1 from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id = n.site_id and ${HOLDS_APPROVAL} and a.status = 'active' and k.kind = 'expense_note'
                       and k.period @> :today::date and (a.max_amount_minor is null or a.max_amount_minor >= n.approved_minor))
          and not exists (select 1 from approval_decisions d where d.document_type = 'expense_note' and d.document_id = n.id and d.user_id = :userId and d.revoked_at is null)`

/** Charges between companies that somebody may approve for either of them: neither who wrote one nor who wrote its rule. */
const REBILLINGS = `
       select 'rebilling', t.id, t.number, t.concept, o.code || ' a ' || g.code, t.total_minor, t.currency, ${waitsSince('t.created_at', hoursToDecide('t.origin_site_id', "'rebilling'", 'abs(t.total_minor)'))}
         from rebilling_transactions t join sites o on o.id = t.origin_site_id join sites g on g.id = t.target_site_id
        where t.status in ('draft', 'proposed') and not exists (select 1 from document_hands h where h.document_type = 'rebilling_transaction' and h.document_id = t.id and h.act = 'wrote' and h.user_id = :userId)
          and exists (select 1 from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id in (t.origin_site_id, t.target_site_id) and ${IN_SCOPE('a.site_id')} and ${HOLDS_APPROVAL} and a.status = 'active' and k.kind = 'rebilling'
                       and k.period @> :today::date and (a.max_amount_minor is null or a.max_amount_minor >= abs(t.total_minor))
                       and not exists (select 1 from approval_decisions d where d.document_type = 'rebilling_transaction' and d.document_id = t.id and d.site_id = a.site_id and d.user_id = :userId and d.revoked_at is null))`

/** Entries by hand that wait for the second person: neither who wrote nor who changed them. */
const MANUAL_ENTRIES = `
       select 'manual_entry', m.id, 'Asiento manual', m.description, s.code, m.total_minor, s.base_currency, ${waitsSince('m.created_at')}
         from manual_entries m join sites s on s.id = m.site_id
        where m.status = 'draft' and m.created_by <> :userId and m.updated_by is distinct from :userId and ${IN_SCOPE('m.site_id')}`

/** Contracts that wait for somebody who had no hand in them. */
const CONTRACTS = `
       select 'contract', c.id, c.reference, p.legal_name, null, null, null, ${waitsSince('c.submitted_at')}
         from provider_contracts c join providers p on p.id = c.provider_id
        where c.status = 'pending_approval' and (:all or c.site_ids && :ids::bigint[]) and c.created_by is distinct from :userId and c.submitted_by is distinct from :userId
          and not exists (select 1 from contract_editors e where e.contract_id = c.id and e.user_id = :userId)`

/** Within the approvals of a company that one has not decided in and that still needs one; `site` is an expression over `x`. */
const DECIDES_LOAN = (type: string, id: string, amount: string) => `
          exists (select 1 from approvals a join approval_kinds k on k.approval_id = a.id where a.site_id = x.site_id and ${HOLDS_APPROVAL} and a.status = 'active' and k.kind = 'loan'
                   and k.period @> :today::date and (a.max_amount_minor is null or a.max_amount_minor >= ${amount}))
          and not exists (select 1 from document_hands h where h.document_type = '${type}' and h.document_id = ${id} and h.act = 'wrote' and h.user_id = :userId)
          and not exists (select 1 from approval_decisions d where d.document_type = '${type}' and d.document_id = ${id} and d.site_id = x.site_id and d.user_id = :userId and d.revoked_at is null)`

/** Loans that could be active and nettings that were proposed, of companies in which one may approve and has not. */
const LOANS = `
       select 'loan', l.id, l.number, coalesce(lender.trade_name, lender.legal_name::text, l.lender_name), b.code, l.principal_minor, l.currency, ${waitsSince('l.updated_at')}
         from loans l join sites b on b.id = l.borrower_site_id left join sites lender on lender.id = l.lender_site_id
        where l.status = 'draft' and l.configured_at is not null and l.borrower_account_id is not null and (l.lender_site_id is null or l.lender_account_id is not null)
          and exists (select 1 from loan_files f where f.loan_id = l.id and f.kind = 'contract') and ${IN_SCOPE('l.borrower_site_id')} and (l.lender_site_id is null or ${IN_SCOPE('l.lender_site_id')})
          and exists (select 1 from unnest(array[l.lender_site_id, l.borrower_site_id]) x(site_id) where ${DECIDES_LOAN('loan', 'l.id', 'coalesce(l.principal_minor, 0)')})
       union all
       select 'loan_compensation', c.id, c.number, 'Compensación de deudas', (select string_agg(s.code, ', ' order by s.code) from sites s where s.id = any(c.site_ids)), c.total_minor, c.currency, ${waitsSince('c.created_at')}
         from loan_compensations c
        where c.status = 'proposed' and (:all or c.site_ids <@ :ids::bigint[])
          and exists (select 1 from unnest(c.site_ids) x(site_id) where ${DECIDES_LOAN('loan_compensation', 'c.id', 'c.total_minor')})`

/** Bank details that wait for the second person (areas 03 and 04): not who added them, nor who is paid on them. */
const BANKS = `
       select 'provider_bank', b.provider_id, 'Cuenta de proveedor', p.legal_name, null, null, null, ${waitsSince('b.created_at')}
         from provider_banks b join providers p on p.id = b.provider_id
        where b.verification = 'unverified' and b.disabled_at is null and b.created_by is distinct from :userId and p.active and (b.site_id is null or ${IN_SCOPE('b.site_id')})
       union all
       select 'employee_bank', e.id, 'Cuenta de empleado', e.full_name, s.code, null, null, ${waitsSince('b.created_at')}
         from employee_banks b join employees e on e.id = b.employee_id join sites s on s.id = e.site_id
        where b.verification = 'unverified' and b.disabled_at is null and b.created_by is distinct from :userId and e.user_id is distinct from :userId
          and e.status <> 'terminated' and ${IN_SCOPE('e.site_id')}`

/** People whose access somebody else changed: not oneself, nor who one changed; who has one's companies and no others. */
const PEOPLE = `
       select 'person', u.id, 'Usuario', u.name, null, null, null, ${waitsSince('o.since')}
         from (select c.user_id, min(c.changed_at) as since from user_authority_changes c where c.confirmed_at is null group by 1) o join users u on u.id = o.user_id
        where u.status = 'active' and u.id <> :userId and not has_open_change(u.id, :userId)
          and (:everywhere or not u.all_sites and u.role <> 's1st3ma' and not exists (select 1 from user_sites x where x.user_id = u.id and x.site_id <> all(:ids::bigint[])))`

/** What somebody else wants to loosen; that of the group is for who has every company. */
const SETTING_CHANGES = `
       select 'setting_change', c.id, 'Relajar un control', c.setting, s.code, null, null, ${waitsSince('c.proposed_at')}
         from setting_changes c left join sites s on s.id = c.site_id
        where c.status = 'proposed' and c.proposed_by <> :userId and (:everywhere or c.site_id = any(:ids::bigint[]))`

const MAY_VERIFY: readonly Role[] = [S, A, SC]
const MAY_CONTRACT: readonly Role[] = [S, A]
const MAY_REBILL: readonly Role[] = [S, A]
const MAY_LEND: readonly Role[] = [S, A]

/**
 * What waits for a decision this person may take, people and controls before everything, then what is late by the policy of its company and then the oldest: payments and invoices within their approvals or those of
 * somebody they stand in for, entries by hand, contracts and bank details that want a second person, and so people and loosened controls.
 */
export async function waitingForApproval(
  user: User,
  siteIds: number[] | 'all',
  { itemsMax }: { itemsMax: number }
): Promise<WaitingItem[]> {
  // Who waits to be confirmed decides on nothing.
  if (!(await isConfirmed(user.id))) return []
  const { role } = user
  const parts = [
    DECISIONS,
    EXPENSE_NOTES,
    ...(canKeepBooks(viewerOf({ user, siteIds })) ? [MANUAL_ENTRIES] : []),
    ...(MAY_CONTRACT.includes(role) ? [CONTRACTS] : []),
    ...(MAY_REBILL.includes(role) ? [REBILLINGS] : []),
    ...(MAY_LEND.includes(role) ? [LOANS] : []),
    ...(MAY_VERIFY.includes(role) ? [BANKS] : []),
    ...(CONFIRMING.includes(role) ? [PEOPLE, SETTING_CHANGES] : []),
  ]
  const found = await rows<Omit<WaitingItem, 'note'>>(
    `select kind, id, title, detail, site, amount_minor, currency, (sent_at at time zone 'Europe/Madrid')::date::text as since, late_hours
       from (${parts.join(' union all ')}) waiting
       cross join lateral (select case when now() > sent_at + make_interval(hours => sla_hours) then floor(extract(epoch from now() - sent_at) / 3600)::int - sla_hours end as late_hours) late
      order by (kind not in ('person', 'setting_change')), (late_hours is null), sent_at nulls last, kind, id limit :itemsMax::int`,
    {
      userId: user.id,
      itemsMax,
      today: today(),
      all: siteIds === 'all',
      ids: siteIds === 'all' ? [] : siteIds,
      // Whatever companies they look at just now.
      everywhere: user.allSites || user.role === S,
    }
  )
  const notes = await overruledNotes(found.flatMap(({ kind, id }) => (kind === 'invoice' ? [id] : [])))
  return found.map((item) => ({
    ...item,
    detail: item.kind === 'setting_change' ? sentence(guardedSetting(item.detail).title) : item.detail,
    note: item.kind === 'invoice' ? (notes.get(item.id) ?? null) : null,
  }))
}

/** Where somebody said otherwise than the machine of these invoices, in a line each. */
async function overruledNotes(ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ id: number; overruled: Overruled[] | null }>(
    `select i.id, ${OVERRULED} as overruled from invoices i where i.id = any(:ids::bigint[])`,
    { ids }
  )
  return new Map(
    found.flatMap(({ id, overruled }) => {
      const said = saidTexts(overruled)
      return said.length > 0 ? [[id, said.join(' · ')] as const] : []
    })
  )
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
