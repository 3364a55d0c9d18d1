import type { HttpContext } from '@adonisjs/core/http'
import { shownIban } from '#app/accounts/queries/find_account'
import { reconciledKey } from '#app/accounts/scoped'
import { viewerOf } from '#app/accounts/viewer'
import { MOVEMENT_STATUSES, MOVEMENT_TYPES, PROVIDER_ACCOUNT_KINDS } from '#app/banking/banking_labels'
import { beneficiaryFilter, movementFilter } from '#app/banking/pages/bank_filters'
import { beneficiaryActsList } from '#app/banking/pages/bank_lists'
import { payeeRights } from '#app/banking/pages/bank_page'
import { accountOrders } from '#app/banking/pages/ports'
import { connectionTroubles } from '#app/banking/pages/queries/connection_troubles'
import type { AccountHead } from '#app/banking/pages/queries/find_provider_account'
import { movementsList, pendingMovements } from '#app/banking/pages/queries/list_movements'
import { virtualAccountsOf } from '#app/banking/pages/queries/virtual_accounts_of'
import type { scopedProviderAccount } from '#app/banking/pages/scoped'
import { mismatchText } from '#app/banking/provider_title'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { listOf } from '#app/kernel/lists/listing'
import { labelOf, optionsOf } from '#app/kernel/text/labels'

type Found = Awaited<ReturnType<typeof scopedProviderAccount>>

const TABS = ['movements', 'transfers', 'beneficiaries'] as const
type Tab = (typeof TABS)[number]

/** Tabs that an account has: orders where it is one of ours, beneficiaries where its bank has them on this page. */
const tabsOf = ({ bank, account }: Found): Tab[] =>
  TABS.filter((tab) => {
    if (tab === 'transfers') return account.bankAccountId !== null
    return tab === 'movements' || bank.pages.includes('beneficiaries')
  })

/** Props of the page of an account; only the tab in view is read. Null when a list was asked for as a file, which is the answer then. */
export async function accountProps(ctx: HttpContext, found: Found) {
  const { bank, connector, account } = found
  const tabs = tabsOf(found)
  const tab = tabs.find((one) => one === (ctx.request.qs() as Record<string, unknown>).tab) ?? 'movements'
  const movements = tab === 'movements' ? await movementsOf(ctx, account) : undefined
  if (movements === 'sent') return null
  const beneficiaries = tab === 'beneficiaries' ? await beneficiariesOf(ctx, found) : null
  return {
    account: accountHead(ctx, account, connector.providerTitle),
    connection: {
      id: connector.id,
      label: connector.label,
      site: connector.site,
      status: { label: connector.status.label, tone: connector.status.tone },
      environment: connector.environment.label,
      canSync: connector.status.code === 'active',
      canPay: connector.status.code === 'active' && bank.gateway !== null && account.bankAccountId !== null,
    },
    reconciledId: tab === 'movements' ? await reconciledKey(ctx, account.bankAccountId) : null,
    troubles: connectionTroubles([connector]),
    tab,
    tabs,
    pending: tab === 'movements' ? await pendingMovements(account.id) : [],
    virtuals: bank.pages.includes('virtual') ? await virtualAccountsOf(account.bankAccountId) : [],
    movements: movements ?? null,
    orders:
      tab === 'transfers' && account.bankAccountId !== null
        ? await ordersOf(ctx, account.bankAccountId)
        : null,
    beneficiaries,
    types: optionsOf(MOVEMENT_TYPES),
    states: optionsOf(MOVEMENT_STATUSES),
  }
}

function accountHead(ctx: HttpContext, account: AccountHead, title: string) {
  const { currency, availableMinor, pendingMinor, mismatchMinor, bankAccountId } = account
  const money = (minor: number | null) => (minor === null ? null : { minor, currency })
  const mismatch = money(mismatchMinor)
  return {
    id: account.id,
    name: account.name,
    kind: labelOf(PROVIDER_ACCOUNT_KINDS, account.kind),
    iban: shownIban(account.iban, viewerOf(requireSignedIn(ctx))),
    bic: account.bic,
    details: Object.entries(account.details).map(([label, value]) => ({ label, value })),
    currency,
    balance: { minor: account.balanceMinor, currency },
    available: money(availableMinor),
    pending: money(pendingMinor),
    balanceAt: account.balanceAt.toISOString(),
    syncedAt: account.syncedAt?.toISOString() ?? null,
    warning: mismatch ? mismatchText(mismatch, title) : null,
    isClosed: account.closedAt !== null,
    ownAccount: bankAccountId === null ? null : { id: bankAccountId, name: account.bankAccount ?? '' },
  }
}

async function movementsOf(ctx: HttpContext, { id }: AccountHead) {
  const list = movementsList()
  const request = listRequest(ctx, list.definition)
  const filter = movementFilter(ctx, id)
  if (await exportDeclared(ctx, list, { request, filter })) return 'sent'
  return listOf(list, request, filter)
}

const ordersOf = async (ctx: HttpContext, bankAccountId: number) => {
  const [list] = accountOrders.all()
  return list ? list(ctx, bankAccountId) : null
}

function beneficiariesOf(ctx: HttpContext, { connector }: Found) {
  const list = beneficiaryActsList(viewerOf(requireSignedIn(ctx)), payeeRights(ctx))
  return listOf(list, listRequest(ctx, list.definition), beneficiaryFilter(ctx, connector.id))
}
