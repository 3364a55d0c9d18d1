import type { HttpContext } from '@adonisjs/core/http'
import { ACCOUNT_KINDS, ACCOUNT_PROVIDERS } from '#app/accounts/account_labels'
import { accountFilter, printedAccounts } from '#app/accounts/account_list'
import { deleteBankAccount } from '#app/accounts/actions/delete_bank_account'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { updateBankAccount } from '#app/accounts/actions/update_bank_account'
import { type AccountTab, accountTab, editProps } from '#app/accounts/queries/account_page'
import { accountsListFor, type FoundAccount } from '#app/accounts/queries/list_accounts'
import { listCurrencies } from '#app/accounts/queries/list_currencies'
import { sumAccounts } from '#app/accounts/queries/sum_accounts'
import { scopedAccount } from '#app/accounts/scoped'
import { tabLists } from '#app/accounts/tab_lists'
import { accountValidator, newAccountValidator } from '#app/accounts/validators/account_validator'
import { canKeepBooks, seesBalances, type Viewer, viewerOf } from '#app/accounts/viewer'
import { actorOf } from '#app/identity/http/request_origin'
import { assertInScope } from '#app/identity/http/scope'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { reportPdf } from '#app/kernel/documents/pdf_report'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { exportDeclared } from '#app/kernel/http/export_list'
import { listRequest } from '#app/kernel/http/list_request'
import { type Filter, type ListRequest, listKeys, listOf, readShown } from '#app/kernel/lists/listing'
import { optionsOf } from '#app/kernel/text/labels'
import { calendarDate, formatDay, formatInstant, today } from '#app/kernel/time/calendar_date'

type Listed = { request: ListRequest; filter: Filter; viewer: Viewer }

/** The most accounts that are printed; there are hundreds. */
const PRINTED_ROWS_MAX = 5_000

export default class BankAccountsController {
  async index(ctx: HttpContext) {
    const viewer = viewerOf(requireSignedIn(ctx))
    const list = accountsListFor(viewer)
    const request = listRequest(ctx, list.definition)
    const filter = accountFilter(ctx, viewer)
    if ((ctx.request.qs() as Record<string, unknown>).export === 'pdf')
      return this.print(ctx, { request, filter, viewer })
    if (await exportDeclared(ctx, list, { request, filter })) return
    const sees = seesBalances(viewer)
    const [accounts, sums] = await Promise.all([
      listOf(list, request, filter),
      sees ? sumAccounts(filter) : null,
    ])
    return ctx.inertia.render('accounts/accounts/index', {
      accounts: sums ? { ...accounts, totals: sums.totals } : accounts,
      equivalent: sums?.equivalent ?? null,
      companies: sums?.companies ?? [],
      canCreate: canKeepBooks(viewer),
      canSeeBalances: sees,
      kinds: optionsOf(ACCOUNT_KINDS),
      providers: optionsOf(ACCOUNT_PROVIDERS),
      currencies: await listCurrencies(),
    })
  }

  /** The filtered list on paper. */
  private async print(ctx: HttpContext, { request, filter, viewer }: Listed) {
    const { definition, toRow } = accountsListFor(viewer)
    const keys = await listKeys(definition, request, filter, PRINTED_ROWS_MAX)
    const found = keys.length > 0 ? await readShown<FoundAccount>(definition, keys) : []
    const sums = seesBalances(viewer) ? await sumAccounts(filter) : null
    const pdf = await reportPdf(printedAccounts(found.map(toRow), sums), {
      title: 'Cuentas principales',
      subtitle: `A ${formatDay(today())} · ${keys.length} ${keys.length === 1 ? 'cuenta' : 'cuentas'}`,
      printed: `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`,
      layout: sums ? 'landscape' : 'portrait',
    })
    ctx.response.header('content-disposition', attachmentHeader(`cuentas-${today()}.pdf`))
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header('content-type', 'application/pdf')
    return ctx.response.send(pdf)
  }

  async store(ctx: HttpContext) {
    const input = await ctx.request.validateUsing(newAccountValidator)
    assertInScope(ctx, input.site_id)
    const id = await openBankAccount(
      {
        siteId: input.site_id,
        name: input.name,
        kind: input.kind,
        providerCode: input.provider_code,
        currency: input.currency,
        iban: input.iban ?? null,
        bic: input.bic ?? null,
        holderName: input.holder_name ?? null,
        parentAccountId: input.parent_account_id ?? null,
        ledgerAccountId: input.ledger_account === 'manual' ? (input.ledger_account_id ?? null) : null,
        openedOn: calendarDate(input.opened_on),
        openingBalanceMinor: input.opening_balance ?? 0,
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
        currency: input.currency,
        iban: input.iban ?? null,
        bic: input.bic ?? null,
        holderName: input.holder_name ?? null,
        parentAccountId: input.parent_account_id,
        color: input.color,
        sort: input.sort,
        feeBasisPoints: emptied(input.fee_percent),
        feeFixedMinor: emptied(input.fee_fixed),
        isPayerDefault: input.is_payer_default,
        sepaSuffix: input.sepa_suffix,
        lockVersion: input.lock_version,
      },
      actorOf(ctx)
    )
    ctx.session.flash('success', 'Cuenta guardada.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { account } = await scopedAccount(ctx)
    await deleteBankAccount(account.id, actorOf(ctx))
    ctx.session.flash('success', `Cuenta «${account.name}» eliminada.`)
    return ctx.response.redirect('/accounts')
  }
}

/** An amount of which the field was emptied is none; one that was not sent stays as it is. */
const emptied = (amount: number | null | undefined) => (amount === undefined ? undefined : (amount ?? 0))
