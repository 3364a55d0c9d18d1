import type { HttpContext } from '@adonisjs/core/http'
import { canDraftBooks, seesPayroll, type Viewer, viewerOf } from '#app/accounts/viewer'
import { type Companies, companiesFilter } from '#app/books/queries/book_scope'
import { scopedCompanies } from '#app/books/scoped'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { exportDeclared, sendRows } from '#app/kernel/http/export_list'
import { listRequest, searchText } from '#app/kernel/http/list_request'
import { printDeclared, printRows } from '#app/kernel/http/print_list'
import { QueryFilters } from '#app/kernel/http/query_filters'
import { fileColumns } from '#app/kernel/lists/list_columns'
import { type Filter, listOf } from '#app/kernel/lists/listing'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { type CalendarDate, formatDay, isPlausibleDay, today } from '#app/kernel/time/calendar_date'
import { HAS_LETTERS, letteringsListFor } from '#app/reconciliation/queries/list_letterings'
import {
  listOpenItems,
  openItemsFrom,
  openItemsListFor,
} from '#app/reconciliation/queries/open_items/list_open_items'
import {
  listOpenParties,
  openPartiesOrder,
  openPartyColumns,
} from '#app/reconciliation/queries/open_items/list_open_parties'
import { BUCKET_NAMES, BUCKETS, inBucket } from '#app/reconciliation/queries/open_items/open_item_buckets'
import {
  hasWords,
  OF_CODE,
  openItemsScope,
  openItemWords,
} from '#app/reconciliation/queries/open_items/open_item_conditions'
import { partyName } from '#app/reconciliation/queries/party_name'

type Asked = {
  viewer: Viewer
  companies: Companies
  asOf: CalendarDate
  isToday: boolean
  showsPayroll: boolean
}

/** Partidas abiertas: by party with their ageing, one by one, and the letterings that closed others (area 01 §3). */
export default class OpenItemsController {
  async index(ctx: HttpContext) {
    const viewer = viewerOf(requireSignedIn(ctx))
    const day = ctx.request.input('as_of')
    const asOf = typeof day === 'string' && isPlausibleDay(day) ? day : today()
    const asked: Asked = {
      viewer,
      companies: scopedCompanies(ctx),
      asOf,
      isToday: asOf >= today(),
      showsPayroll: seesPayroll(viewer),
    }
    const view = ctx.request.input('view')
    if (view === 'items') return this.items(ctx, asked)
    if (view === 'letterings') return this.letterings(ctx, asked)
    return this.parties(ctx, asked)
  }

  private async parties(ctx: HttpContext, asked: Asked) {
    const { companies, asOf, isToday, showsPayroll } = asked
    const request = listRequest(ctx, openPartiesOrder)
    const scope = companiesFilter(companies, 'o.site_id')
    const filter = this.narrowed(ctx, asked, scope)
    const from = openItemsFrom(asOf, isToday)
    const list = (size: typeof request) =>
      listOpenParties({ from, filter, request: size, text: searchText(ctx), showsPayroll })
    const format = ctx.request.input('export')
    if (format === 'xlsx' || format === 'csv' || format === 'pdf') {
      const { rows } = await list({ ...request, page: 1, perPage: 'all' })
      const file = { name: 'partidas-abiertas-por-contraparte', columns: fileColumns(openPartyColumns), rows }
      if (format === 'pdf') return printRows(ctx, { ...this.paper(ctx, asOf), ...file })
      return sendRows(ctx, { ...file, format })
    }
    return this.render(ctx, asked, { parties: await list(request) })
  }

  private async items(ctx: HttpContext, asked: Asked) {
    const { asOf, companies, showsPayroll } = asked
    const list = openItemsListFor(asked)
    const request = listRequest(ctx, list.definition)
    const filter = this.narrowed(ctx, asked, openItemsScope(companies, showsPayroll))
    const text = searchText(ctx)
    if (text !== '') {
      const found = new QueryFilters(ctx).words(text, openItemWords(showsPayroll)).filter
      filter.where.push(hasWords(found.where.join(' and ')))
      Object.assign(filter.bindings, found.bindings)
    }
    if (await printDeclared(ctx, list, { request, filter }, this.paper(ctx, asOf))) return
    if (await exportDeclared(ctx, list, { request, filter })) return
    return this.render(ctx, asked, { items: await listOpenItems({ list, request, filter }) })
  }

  private async letterings(ctx: HttpContext, asked: Asked) {
    const query = new QueryFilters(ctx).keys('account_id', 'c.account_id')
    const { where, bindings } = companiesFilter(asked.companies, 'c.site_id')
    query.add(where.join(' and '), bindings)
    const text = searchText(ctx)
    if (text !== '') query.add(HAS_LETTERS, { code: `%${text.replace(/[\\%_]/g, '\\$&')}%` })
    const list = letteringsListFor(canDraftBooks(asked.viewer))
    const request = listRequest(ctx, list.definition)
    return this.render(ctx, asked, { letterings: await listOf(list, request, query.filter) })
  }

  /** The filters that items and parties share. */
  private narrowed(ctx: HttpContext, { asOf }: Asked, scope: Filter): Filter {
    const query = new QueryFilters(ctx)
    query.add(scope.where.join(' and '), { ...scope.bindings, asOf })
    const code = String(ctx.request.input('code') ?? '')
    if (/^\d{1,12}$/.test(code)) query.add(OF_CODE, { code })
    query
      .value('party', 'o.party', (text) => /^[a-z]{1,20}:\d{1,18}$/.test(text))
      .value('currency', 'o.currency', isCurrencyCode)
    const bucket = BUCKET_NAMES.find((name) => name === ctx.request.input('bucket'))
    if (bucket) query.add(inBucket(bucket))
    return query.filter
  }

  private async render(ctx: HttpContext, { asOf, isToday, viewer }: Asked, lists: object) {
    const party = String(ctx.request.input('party') ?? '')
    return ctx.inertia.render('reconciliation/open_items/index', {
      parties: null,
      items: null,
      letterings: null,
      asOf,
      canLetter: isToday && canDraftBooks(viewer),
      party: /^[a-z]{1,20}:\d{1,18}$/.test(party) ? await partyName(party, viewer) : null,
      buckets: BUCKET_NAMES.map((value) => ({ value, label: BUCKETS[value].label })),
      ...lists,
    })
  }

  private paper(ctx: HttpContext, asOf: CalendarDate) {
    const { user } = requireSignedIn(ctx)
    return { title: 'Partidas abiertas', subtitle: `A ${formatDay(asOf)}`, who: user.name }
  }
}
