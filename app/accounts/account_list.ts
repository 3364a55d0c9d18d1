import type { HttpContext } from '@adonisjs/core/http'
import { ACCOUNT_KINDS, ACCOUNT_PROVIDERS } from '#app/accounts/account_labels'
import { scopeFilter } from '#app/accounts/queries/account_scope'
import type { AccountRow } from '#app/accounts/queries/list_accounts'
import type { AccountSums } from '#app/accounts/queries/sum_accounts'
import { seesBalances, type Viewer } from '#app/accounts/viewer'
import { bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import type { ReportTable } from '#app/kernel/documents/pdf_report'
import { searchText } from '#app/kernel/http/list_request'
import { QueryFilters } from '#app/kernel/http/query_filters'
import type { Filter } from '#app/kernel/lists/listing'
import { isCurrencyCode } from '#app/kernel/money/currency'
import type { MoneyJson } from '#app/kernel/money/money'
import { formatDay } from '#app/kernel/time/calendar_date'

/** What the query string leaves of the accounts. User administration cannot learn an IBAN or a balance by filtering for it. */
export function accountFilter(ctx: HttpContext, viewer: Viewer): Filter {
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
  if (!isFull) return query.filter
  query
    .oneOf('provider', 'b.provider_code', Object.keys(ACCOUNT_PROVIDERS))
    .oneOf('currency', 'b.currency', currenciesAsked(ctx))
  if (ctx.request.input('difference'))
    query.add('b.reported_balance_minor is not null and b.reported_balance_minor <> p.balance_minor')
  return query.filter
}

/** Codes of currencies in the query; the list of those there are is the table's. */
const currenciesAsked = (ctx: HttpContext): string[] =>
  [(ctx.request.qs() as Record<string, unknown>).currency ?? []].flat().map(String).filter(isCurrencyCode)

/** The list as it is printed, with its totals below for those who see figures. */
export function printedAccounts(shown: readonly AccountRow[], sums: AccountSums | null): ReportTable[] {
  const name = (header: string, share: number) => ({ header, share })
  const figure = (header: string) => ({ header, share: 2.6, numeric: true })
  if (!sums)
    return [
      {
        title: 'Cuentas',
        columns: [name('Cuenta', 4), name('Empresa', 5), name('Tipo', 2), name('Estado', 2)],
        rows: shown.map((row) => [row.name, row.site, row.kind, row.status.label]),
      },
    ]
  const figures = ['Saldo contable', 'Saldo banco', 'Diferencia', 'En tránsito', 'Disponible'].map(figure)
  return [
    {
      title: 'Cuentas',
      columns: [name('Cuenta', 3), name('Empresa', 3), name('IBAN', 4.4), name('Estado', 1.4), ...figures],
      rows: shown.map((row) => [
        row.name,
        row.site,
        row.iban ?? row.kind,
        row.status.label,
        row.balance,
        row.reported,
        unlessZero(row.difference),
        unlessZero(row.inTransit),
        row.available,
      ]),
    },
    totalsTable(sums),
  ]
}

const unlessZero = (value: MoneyJson | null) => (value?.minor === 0 ? null : value)

function totalsTable({ totals, equivalent }: AccountSums): ReportTable {
  const rateOf = (currency: string) => equivalent.rates.find((rate) => rate.currency === currency)
  const rate = (currency: string) => {
    const found = rateOf(currency)
    if (found) return `${found.rate.replace('.', ',')} el ${formatDay(found.onDate)}`
    return currency === 'EUR' ? '' : 'Sin tipo de cambio: no está en el equivalente'
  }
  return {
    title: 'Totales',
    columns: [
      { header: 'Divisa', share: 2 },
      { header: 'Unidades por euro', share: 4 },
      { header: 'Saldo contable', share: 3, numeric: true },
      { header: 'Disponible', share: 3, numeric: true },
    ],
    rows: [
      ...(totals.balance ?? []).map((balance, at) => [
        balance.currency,
        rate(balance.currency),
        balance,
        totals.available?.[at] ?? null,
      ]),
      ['Equivalente en euros', '', equivalent.balance, equivalent.available],
    ],
  }
}
