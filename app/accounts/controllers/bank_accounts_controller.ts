import type { HttpContext } from '@adonisjs/core/http'
import { ACCOUNT_KINDS, ACCOUNT_PROVIDERS, optionsOf } from '#app/accounts/account_labels'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { updateBankAccount } from '#app/accounts/actions/update_bank_account'
import { type AccountTab, accountTab, editProps } from '#app/accounts/queries/account_page'
import { scopeFilter } from '#app/accounts/queries/account_scope'
import {
  type AccountRow,
  accountRow,
  type FoundAccount,
  listAccounts,
  listFor,
} from '#app/accounts/queries/list_accounts'
import { listCurrencies } from '#app/accounts/queries/list_currencies'
import { scopedAccount } from '#app/accounts/scoped'
import { tabLists } from '#app/accounts/tab_lists'
import { accountValidator, newAccountValidator } from '#app/accounts/validators/account_validator'
import { seesBalances, type Viewer, viewerOf } from '#app/accounts/viewer'
import { bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { S, SC } from '#app/identity/roles'
import { calendarDate } from '#app/kernel/calendar_date'
import { type ExportColumn, exportList } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'

export default class BankAccountsController {
  async index(ctx: HttpContext) {
    const viewer = viewerOf(requireSignedIn(ctx))
    const request = listRequest(ctx, listFor(viewer))
    const filter = indexFilter(ctx, viewer)
    const exported = await exportList<FoundAccount, AccountRow>(ctx, {
      name: 'cuentas',
      definition: listFor(viewer),
      request,
      filter,
      toRow: (found) => accountRow(found, viewer),
      columns: seesBalances(viewer) ? exportColumns : exportColumns.slice(0, 4),
    })
    if (exported) return
    return ctx.inertia.render('accounts/accounts/index', {
      accounts: await listAccounts(request, filter, viewer),
      can_create: [S, SC].includes(viewer.role),
      sees_balances: seesBalances(viewer),
      kinds: optionsOf(ACCOUNT_KINDS),
      providers: optionsOf(ACCOUNT_PROVIDERS),
      currencies: await listCurrencies(),
    })
  }

  async store(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(newAccountValidator)
    assertInScope(ctx, input.site_id)
    const openingBalanceMinor = input.opening_balance ?? 0
    const id = await openBankAccount(
      {
        siteId: input.site_id,
        name: input.name,
        kind: input.kind,
        providerCode: input.provider_code,
        currency: input.currency,
        iban: input.iban ?? null,
        holderName: input.holder_name ?? null,
        openedOn: calendarDate(input.opened_on),
        openingBalanceMinor,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', `Cuenta «${input.name}» creada.`)
    return ctx.response.redirect(`/accounts/${id}/edit`)
  }

  async edit(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const tab: AccountTab = accountTab(ctx.request.input('tab'))
    return ctx.inertia.render('accounts/accounts/edit', {
      ...(await editProps({ account, viewer, tab })),
      ...(await tabLists(ctx, { account, viewer, tab })),
    })
  }

  async update(ctx: HttpContext) {
    const { account } = await scopedAccount(ctx)
    const input = await ctx.request.validateUsing(accountValidator)
    await updateBankAccount(
      account.id,
      {
        name: input.name,
        providerCode: input.provider_code,
        iban: input.iban ?? null,
        bic: input.bic ?? null,
        holderName: input.holder_name ?? null,
        isPayerDefault: input.is_payer_default,
        sepaSuffix: input.sepa_suffix,
        lockVersion: input.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cuenta guardada.')
    return ctx.response.redirect().withQs().back()
  }
}

/** User administration cannot learn an IBAN or a balance by searching for it. */
function indexFilter(ctx: HttpContext, viewer: Viewer) {
  const query = new QueryFilters(ctx)
  const { where, bindings } = scopeFilter(viewer)
  query.add(where.join(' and '), bindings)
  query
    .keys('site_ids', 'b.site_id')
    .oneOf('kind', 'b.kind', Object.keys(ACCOUNT_KINDS))
    .oneOf('status', 'b.status', Object.keys(bankAccountWorkflow.states))
  const isFull = seesBalances(viewer)
  query.words(
    searchText(ctx),
    `f_unaccent(lower(b.name || ' ' || s.legal_name::text || ' ' || coalesce(s.trade_name, '')${isFull ? ` || ' ' || coalesce(b.iban, '')` : ''}))`
  )
  if (isFull && ctx.request.input('difference'))
    query.add('b.reported_balance_minor is not null and b.reported_balance_minor <> p.balance_minor')
  return query.filter
}

const exportColumns: ExportColumn<AccountRow>[] = [
  { header: 'Cuenta', value: (row) => row.name, width: 30 },
  { header: 'Empresa', value: (row) => row.site, width: 30 },
  { header: 'Tipo', value: (row) => row.kind },
  { header: 'Estado', value: (row) => row.status.label },
  { header: 'Entidad', value: (row) => row.provider },
  { header: 'IBAN', value: (row) => row.iban, width: 32 },
  { header: 'Divisa', value: (row) => row.currency },
  { header: 'Saldo contable', value: (row) => row.balance, kind: 'amount' },
  { header: 'Saldo banco', value: (row) => row.reported, kind: 'amount' },
  { header: 'Diferencia', value: (row) => row.difference, kind: 'amount' },
  { header: 'En tránsito', value: (row) => row.in_transit, kind: 'amount' },
  { header: 'Disponible', value: (row) => row.available, kind: 'amount' },
  { header: 'Pendientes de conciliar', value: (row) => row.pending_count, kind: 'number' },
]
