import { ACCOUNT_KINDS } from '#app/accounts/account_labels'
import { currencyUses } from '#app/accounts/ports'
import { allowsAccount, scopeFilter } from '#app/accounts/queries/account_scope'
import { seesWholeIban, type Viewer } from '#app/accounts/viewer'
import { type BankAccountStatus, bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import { keptRows } from '#app/kernel/database/sql'
import { isHindered } from '#app/kernel/hindrances'
import { formatIban, maskIban } from '#app/kernel/identifiers/iban'
import { labelOf } from '#app/kernel/text/labels'

type Found = {
  id: number
  siteId: number
  siteName: string
  name: string
  kind: string
  providerCode: string
  iban: string | null
  bic: string | null
  holderName: string | null
  currency: string
  status: BankAccountStatus
  isPayerDefault: boolean
  sepaSuffix: string
  bankProfileId: number | null
  ledgerAccountId: number
  ledgerCode: string
  openedOn: string
  closedOn: string | null
  openingBalanceMinor: number
  parentAccountId: number | null
  parentName: string | null
  color: string | null
  sort: number
  feeBasisPoints: number
  feeFixedMinor: number
  lockVersion: number
  canReconcile: boolean
  balanceMinor: number
  availableMinor: number
  reportedBalanceMinor: number | null
  reportedAt: Date | null
  /** Statement lines: its IBAN stays. */
  hasMovements: boolean
  /** Movements of any kind: its currency stays. */
  hasLines: boolean
}

export type AccountHead = Found

/** An account in somebody's scope, or null: not there and not theirs answer alike. */
export async function findAccount(id: number, viewer: Viewer): Promise<AccountHead | null> {
  const { where, bindings } = scopeFilter(viewer)
  const [found] = await keptRows<Found>(
    `select b.id, b.site_id, coalesce(nullif(s.trade_name, ''), s.legal_name::text) as site_name, b.name, b.kind, b.provider_code, b.iban, b.bic, b.holder_name,
            b.currency, b.status, b.is_payer_default, b.sepa_suffix, b.bank_profile_id, b.ledger_account_id, a.code as ledger_code, b.opened_on, b.closed_on, b.opening_balance_minor, b.lock_version,
            b.parent_account_id, parent.name as parent_name, b.color, b.sort, b.fee_basis_points, b.fee_fixed_minor,
            p.balance_minor, p.available_minor, b.reported_balance_minor, b.reported_at,
            ${allowsAccount('reconcile', 'b.id')} as can_reconcile,
            exists (select 1 from bank_statement_lines l where l.bank_account_id = b.id) as has_movements,
            exists (select 1 from bank_statement_lines l where l.bank_account_id = b.id) or exists (select 1 from journal_lines l where l.account_id = b.ledger_account_id)
              or ${isHindered(currencyUses.all(), 'b.id')} as has_lines
       from bank_accounts b left join bank_accounts parent on parent.id = b.parent_account_id join sites s on s.id = b.site_id join ledger_accounts a on a.id = b.ledger_account_id
       join bank_account_positions p on p.bank_account_id = b.id
      where b.id = :id and ${where.join(' and ')}`,
    { id, ...bindings }
  )
  return found ?? null
}

/** What the pages of one account show of it. */
export function accountProps(account: AccountHead, viewer: Viewer) {
  const { id, name, currency, status, iban } = account
  const money = (minor: number | null) => (minor === null ? null : { minor, currency })
  return {
    id,
    name,
    site: account.siteName,
    kind: labelOf(ACCOUNT_KINDS, account.kind),
    currency,
    iban: shownIban(iban, viewer),
    status: { tone: bankAccountWorkflow.tone(status), label: bankAccountWorkflow.label(status) },
    actions: bankAccountWorkflow.available(status, viewer.role),
    balance: money(account.balanceMinor) ?? { minor: 0, currency },
    available: money(account.availableMinor) ?? { minor: 0, currency },
    reported: money(account.reportedBalanceMinor),
    reportedAt: account.reportedAt?.toISOString() ?? null,
    difference: money(
      account.reportedBalanceMinor === null ? null : account.reportedBalanceMinor - account.balanceMinor
    ),
    ledgerCode: account.ledgerCode,
    ledgerAccountId: account.ledgerAccountId,
    parent: account.parentName,
    color: account.color,
    closedOn: account.closedOn,
    isPayerDefault: account.isPayerDefault,
  }
}

/** An IBAN as somebody may see it: whole or masked. */
export function shownIban(iban: string | null, viewer: Viewer): string | null {
  if (iban === null) return null
  return seesWholeIban(viewer) ? formatIban(iban) : maskIban(iban)
}
